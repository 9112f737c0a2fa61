import { dbdynoLine } from "./dbdyno-command.ts";
import type { RepeatCommand, ReportedVariant } from "./document.ts";
import { shellLine } from "./shell-quote.ts";

/** What stands above the servers' command lines: they cannot be run as they are. */
export const SERVER_LINES_NOTE =
  "these show the servers' settings; dbdyno makes and removes the folders in them (-D, --datadir, sockets)";

/** The command of the run with its seed, then each server's own command line. */
export function repeatCommands(
  run: { readonly command: readonly string[]; readonly seed: number; readonly lab: string | null },
  variants: readonly ReportedVariant[],
): readonly RepeatCommand[] {
  const started = variants.filter(({ commandLine }) => commandLine.length > 0);
  return [
    { what: "the run", command: repeatLine(withSeed(run.command, run.seed), run.lab) },
    ...started.map((variant) => ({ what: `server of ${variant.name}`, command: shellLine(variant.commandLine) })),
  ];
}

/** `command` begins with the program's name. */
function repeatLine(command: readonly string[], lab: string | null): string {
  return command[0] === "dbdyno" ? dbdynoLine(command.slice(1), lab) : shellLine(command);
}

/** The seed fixes order and keys; a command line that names it already stays as it is. */
function withSeed(command: readonly string[], seed: number): readonly string[] {
  const named = command.some((word) => word === "--seed" || word.startsWith("--seed="));
  return named ? command : [...command, "--seed", String(seed)];
}
