import type { WorkloadEntry } from "../model/workload.ts";
import { dbdynoLine, splitAtDashes } from "./dbdyno-command.ts";
import type { RepeatCommand, ReportedVariant } from "./document.ts";
import { shellLine } from "./shell-quote.ts";

/** What stands above the servers' command lines: they cannot be run as they are. */
export const SERVER_LINES_NOTE =
  "these show the servers' settings; dbdyno makes and removes the folders in them (-D, --datadir, sockets)";

/** The command of the run with its seed, checks of its scripts, then each server's own command line. */
export function repeatCommands(
  run: { readonly command: readonly string[]; readonly seed: number; readonly lab: string | null },
  variants: readonly ReportedVariant[],
  workloads: readonly WorkloadEntry[],
): readonly RepeatCommand[] {
  const started = variants.filter(({ commandLine }) => commandLine.length > 0);
  return [
    { what: "the run", command: repeatLine(withSeed(run.command, run.seed), run.lab) },
    ...scriptChecks(workloads),
    ...started.map((variant) => ({ what: `server of ${variant.name}`, command: shellLine(variant.commandLine) })),
  ];
}

/** A run is repeated with the scripts that it had: these commands fail where a file is another now. */
function scriptChecks(workloads: readonly WorkloadEntry[]): readonly RepeatCommand[] {
  const files = workloads.flatMap(({ load }) => [load?.script, load?.prepare].flatMap((script) => script?.file ?? []));
  const sums = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  return [...sums].map(([path, sha256]) => ({
    what: `check of script ${path.split("/").at(-1)}`,
    command: `${shellLine(["echo", `${sha256}  ${path}`])} | sha256sum -c`,
  }));
}

/** `command` begins with the program's name. */
function repeatLine(command: readonly string[], lab: string | null): string {
  return command[0] === "dbdyno" ? dbdynoLine(command.slice(1), lab) : shellLine(command);
}

/** The seed fixes order and keys; a command line that names it already stays as it is. */
function withSeed(command: readonly string[], seed: number): readonly string[] {
  const { own, behind } = splitAtDashes(command);
  const named = own.some((word) => word === "--seed" || word.startsWith("--seed="));
  return named ? command : [...own, "--seed", String(seed), ...behind];
}
