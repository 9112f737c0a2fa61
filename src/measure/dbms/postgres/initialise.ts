/** How a PostgreSQL data directory is made: by the initdb beside the build's server. */
import { dirname, join } from "node:path";
import type { Build } from "../../../model/build.ts";
import { LabError } from "../../../model/errors.ts";
import type { Os } from "../../../os/os.ts";
import { launchPrefix } from "../launch-prefix.ts";
import { initialiseFailed } from "../start-failure.ts";
import { initdbArguments } from "./command-line.ts";
import { POSTGRES_START_FAILURES } from "./start-failure.ts";

const LIMIT_SECONDS = 120;

/** Fills `dataDirectory`, absent or empty. Throws `server-did-not-start` with initdb's words when it cannot, `disk-full` where they say so. */
export async function fillDataDirectory(os: Os, build: Build, dataDirectory: string): Promise<void> {
  const initdb = join(dirname(build.binary), "initdb");
  if (!(await os.files.exists(initdb))) throw noInitdb(build, initdb);
  const prefix = await launchPrefix(os, { cpus: null, libraryPath: build.libraryPath, refusesRoot: true });
  const argv = initdbArguments(initdb, dataDirectory);
  const result = await os.processes.run([...prefix, ...argv], { timeoutSeconds: LIMIT_SECONDS });
  if (result.exitCode === 0) return;
  throw initialiseFailed({
    program: initdb,
    argv,
    exitCode: result.exitCode,
    output: `${result.stdout}\n${result.stderr}`,
    dataDirectory,
    table: POSTGRES_START_FAILURES,
  });
}

function noInitdb(build: Build, initdb: string): LabError {
  return new LabError({
    code: "basedir-invalid",
    message: `cannot make a data directory: there is no ${initdb}`,
    hint: "use a whole basedir, as its package or `make install` lays it out",
    where: build.basedir,
  });
}
