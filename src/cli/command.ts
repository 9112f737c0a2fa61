import type { Command as CommanderCommand } from "commander";
import type { ExitCode } from "../model/exit-codes.ts";
import type { CommandInput } from "./command-input.ts";
import type { Context } from "./context.ts";

/** One command: a file in `commands/`. Help is made from these fields. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Shown below the options, each as it would be typed. */
  readonly examples: readonly string[];
  /** Declares arguments and options of its own; the global ones are there already. */
  readonly configure: (command: CommanderCommand) => CommanderCommand;
  /** True: what stands behind `--` is not for this command but for what it runs. */
  readonly passesThrough?: true;
  readonly run: (input: CommandInput, context: Context) => Promise<ExitCode>;
}
