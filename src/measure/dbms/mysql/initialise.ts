/**
 * How a MySQL data directory is made. From 5.7 on the server does it; before, a package that brings a data directory
 * has it copied (the npm package of 5.6 does, in `data/mysql`), and for others the system tables are made by
 * bootstrap from the SQL files of `share`, as mysql_install_db does.
 */
import { join } from "node:path";
import type { Build } from "../../../model/build.ts";
import { LabError } from "../../../model/errors.ts";
import type { Os } from "../../../os/os.ts";
import { isRoot, launchPrefix } from "../launch-prefix.ts";
import { initialiseFailed } from "../start-failure.ts";
import { bootstrapArguments, initialiseArguments, type MysqldCommand } from "./command-line.ts";
import { MYSQL_START_FAILURES } from "./start-failure.ts";
import { isAtLeast } from "./version.ts";

const LIMIT_SECONDS = 180;
/** In the order in which they build on one another. */
const SYSTEM_SQL = ["mysql_system_tables.sql", "mysql_system_tables_data.sql"];

/** Fills `dataDirectory`, absent or empty. Throws `server-did-not-start` with the server's words when it cannot, `disk-full` where they say so. */
export async function fillDataDirectory(os: Os, build: Build, dataDirectory: string): Promise<void> {
  if (isAtLeast(build.version, "5.7")) return initialiseByServer(os, build, dataDirectory);
  const shipped = join(build.basedir, "data", "mysql");
  const isWhole = await os.files.exists(join(shipped, "mysql", "user.frm"));
  return isWhole ? copyShipped(os, shipped, dataDirectory) : bootstrap(os, build, dataDirectory);
}

/** What a server needs to know in every case. */
export async function mysqldCommand(os: Os, build: Build, dataDirectory: string): Promise<MysqldCommand> {
  const { binary, version, basedir } = build;
  const asRoot = await isRoot(os);
  return { binary, version, basedir, dataDirectory, asRoot, messagesDirectory: await messagesDirectory(os, basedir) };
}

/** Distributions keep the messages in `share/mysql`, which a server that was compiled for tarballs does not try. */
async function messagesDirectory(os: Os, basedir: string): Promise<string | null> {
  const folder = join(basedir, "share", "mysql");
  return (await os.files.exists(join(folder, "english", "errmsg.sys"))) ? folder : null;
}

async function copyShipped(os: Os, shipped: string, dataDirectory: string): Promise<void> {
  // A clone's destination must not be there; an empty folder may be.
  await os.files.remove(dataDirectory);
  await os.files.cloneDirectory(shipped, dataDirectory);
  await removeServerId(os, dataDirectory);
}

/** Two servers with one id could not replicate from each other, and say so; without the file a new id is made at start. */
export async function removeServerId(os: Os, dataDirectory: string): Promise<void> {
  await os.files.remove(join(dataDirectory, "auto.cnf"));
}

async function initialiseByServer(os: Os, build: Build, dataDirectory: string): Promise<void> {
  const argv = initialiseArguments(await mysqldCommand(os, build, dataDirectory));
  await run(os, build, { argv, stdin: "", dataDirectory });
}

async function bootstrap(os: Os, build: Build, dataDirectory: string): Promise<void> {
  await os.files.makeDirectory(join(dataDirectory, "mysql"));
  const share = (await messagesDirectory(os, build.basedir)) ?? join(build.basedir, "share");
  const texts = await Promise.all(SYSTEM_SQL.map((file) => systemSql(os, join(share, file))));
  const argv = bootstrapArguments(await mysqldCommand(os, build, dataDirectory));
  // `use` must be a line of its own: bootstrap takes one statement a line.
  await run(os, build, { argv, stdin: ["use mysql;", ...texts].join("\n"), dataDirectory });
  // They have the size that bootstrap was told; the server makes new ones of the size that the variant wants.
  for (const log of ["ib_logfile0", "ib_logfile1"]) await os.files.remove(join(dataDirectory, log));
}

async function systemSql(os: Os, path: string): Promise<string> {
  const text = await os.files.readIfThere(path);
  if (text !== null) return text;
  throw new LabError({
    code: "basedir-invalid",
    message: `cannot make a data directory: the build has no ${path}`,
    hint: "use a whole basedir, as its tarball or `make install` lays it out",
    where: path,
  });
}

async function run(
  os: Os,
  build: Build,
  { argv, stdin, dataDirectory }: { argv: readonly string[]; stdin: string; dataDirectory: string },
): Promise<void> {
  const prefix = await launchPrefix(os, { cpus: null, libraryPath: build.libraryPath, refusesRoot: false });
  const result = await os.processes.run([...prefix, ...argv], { stdin, timeoutSeconds: LIMIT_SECONDS });
  if (result.exitCode === 0) return;
  throw initialiseFailed({
    program: build.binary,
    argv,
    exitCode: result.exitCode,
    output: result.stderr,
    dataDirectory,
    table: MYSQL_START_FAILURES,
  });
}
