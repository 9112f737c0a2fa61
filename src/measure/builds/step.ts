/** One command of fetching a build: it succeeds, or a LabError says what it was about and what helps. */
import { LabError } from "../../model/errors.ts";
import type { CommandOptions, CommandResult, Os } from "../../os/os.ts";
import { toolMissing } from "../../os/tools.ts";

export interface Step {
  /** What the command was for, to go on after "cannot": `unpack mysql@5.6.24`. */
  readonly purpose: string;
  readonly argv: readonly string[];
  /** The file or folder that it works on. */
  readonly where: string;
  readonly options?: CommandOptions;
}

/**
 * Gives standard output. Throws `disk-full`, `permission-denied` or `build-unavailable` with the command's own last line, and
 * `tool-missing` for the command itself and for what it calls.
 */
export async function runStep(os: Os, step: Step): Promise<string> {
  const result = await os.processes.run(step.argv, { ...step.options, env: { LC_ALL: "C", ...step.options?.env } });
  if (result.exitCode === 0) return result.stdout;
  throw stepError(step, result);
}

function stepError({ purpose, argv, where }: Step, result: CommandResult): LabError {
  const lines = result.stderr.split("\n").filter((line) => line.trim());
  const said = lines.find((line) => /No space|quota|denied|Read-only/i.test(line)) ?? lines.at(-1);
  const message = `cannot ${purpose}: ${said?.trim() ?? `${argv[0]} ended with exit code ${result.exitCode}`}`;
  if (/No space left|quota exceeded/i.test(result.stderr)) {
    const hint = "free space there (df -h), or name a cache with more of it: export DBDYNO_CACHE=DIR";
    return new LabError({ code: "disk-full", message, hint, where });
  }
  const missing = missingTool(result.stderr);
  if (missing !== null) return toolMissing(missing, result.stderr);
  if (/Permission denied|Read-only file system/.test(result.stderr)) {
    const hint = "name a cache that this user may write: export DBDYNO_CACHE=DIR";
    return new LabError({ code: "permission-denied", message, hint, where });
  }
  const hint = `run it by hand to see more: ${argv.join(" ")}`;
  return new LabError({ code: "build-unavailable", message, hint, where });
}

/** What a shell (`sh: 1: ln: not found`), find, tar (`gzip: Cannot exec`) or timeout did not find; else null. */
function missingTool(stderr: string): string | null {
  const shell = /: (\w[\w-]*): (?:command )?not found$/m;
  const caller = /: (\w[\w-]*): Cannot exec|failed to run command '(\w[\w-]*)': No such file/m;
  const [, name, other] = shell.exec(stderr) ?? caller.exec(stderr) ?? [];
  return name ?? other ?? null;
}
