import type { Command as CommanderCommand } from "commander";
import type { ExitCode } from "../model/exit-codes.ts";
import type { Context } from "./context.ts";

/** One command: a file in `commands/`. Help is made from these fields. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** Shown below the options, each as it would be typed. */
  readonly examples: readonly string[];
  /** Declares arguments and options of its own; the global ones are there already. */
  readonly configure: (command: CommanderCommand) => CommanderCommand;
  readonly run: (input: CommandInput, context: Context) => Promise<ExitCode>;
}

/** What commander read: arguments in order, options by their camel-case names. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** The option's text, or null where it was not given. */
export function textOption(input: CommandInput, name: string): string | null {
  const value = input.options[name];
  return typeof value === "string" ? value : null;
}

/** True where the flag was given. */
export function flagOption(input: CommandInput, name: string): boolean {
  return input.options[name] === true;
}
