import type { RepeatCommand, ReportedVariant } from "./document.ts";
import { shellLine } from "./shell-quote.ts";

/** The command of the run with its seed, then each server's own command line. */
export function repeatCommands(
  run: { readonly command: readonly string[]; readonly seed: number },
  variants: readonly ReportedVariant[],
): readonly RepeatCommand[] {
  const started = variants.filter(({ commandLine }) => commandLine.length > 0);
  return [
    { what: "the run", command: shellLine(withSeed(run.command, run.seed)) },
    ...started.map((variant) => ({ what: `server of ${variant.name}`, command: shellLine(variant.commandLine) })),
  ];
}

/** The seed fixes order and keys; a command line that names it already stays as it is. */
function withSeed(command: readonly string[], seed: number): readonly string[] {
  const named = command.some((word) => word === "--seed" || word.startsWith("--seed="));
  return named ? command : [...command, "--seed", String(seed)];
}
