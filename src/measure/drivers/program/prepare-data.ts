/** A load generator's program run once, to make the data of a script. */
import { LabError } from "../../../model/errors.ts";
import type { Os } from "../../../os/os.ts";
import type { PrepareRequest } from "../driver.ts";
import type { LoadTool } from "./load-tool.ts";
import { loginEnvironment } from "./login-environment.ts";
import { saidErrors } from "./said-errors.ts";

export interface PrepareCall {
  readonly os: Os;
  readonly tool: LoadTool;
  /** For messages: `sysbench`. */
  readonly name: string;
  readonly arguments: readonly string[];
  /** Besides the tool's own. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Throws `load-failed` with what the program said of its errors, and `interrupted`. */
export async function prepareData({ server, load, logFile, signal }: PrepareRequest, call: PrepareCall): Promise<void> {
  const { os, tool, name, env } = call;
  const argv = [...tool.argv, ...call.arguments];
  const result = await os.processes.run(argv, {
    env: { ...tool.env, ...env, ...loginEnvironment(server) },
    ...(signal && { signal }),
  });
  const said = `${result.stdout}${result.stderr}`;
  await os.files.append(logFile, `$ ${argv.join(" ")}\n${said}`);
  if (result.exitCode === 0) return;
  const reason = saidErrors(said) ?? `exit code ${result.exitCode}`;
  throw new LabError({
    code: "load-failed",
    message: `${name} could not prepare the data of ${load.prepare?.name ?? load.script.name}: ${reason}`,
    hint: `see ${logFile}; a script that makes no data of its own wants prepare: false, or prepare: with the script that does`,
    where: logFile,
  });
}
