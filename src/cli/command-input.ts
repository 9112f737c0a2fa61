/** Arguments and options as commander read them, and what their texts mean. */
import { LabError } from "../model/errors.ts";
import type { Seconds } from "../model/units.ts";
import { parseDuration } from "../spec/quantities.ts";

/** What commander read: arguments in order, options by their camel-case names. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** What stands behind `--`, for commands that pass it through; for the others it is among `args`. Absent: none. */
  readonly passedThrough?: readonly string[];
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

/** `--budget 20m`, or null. Throws `usage`. */
export function readBudget(input: CommandInput): Seconds | null {
  const text = textOption(input, "budget");
  if (text === null) return null;
  const reading = parseDuration(text);
  if (reading.ok) return reading.value;
  throw new LabError({ code: "usage", message: `--budget: ${reading.message}`, hint: reading.hint });
}

/** A whole number of at least `least`, or null where the option was not given. Throws `usage`. */
export function numberOption(input: CommandInput, name: string, least: number): number | null {
  const text = textOption(input, name);
  if (text === null) return null;
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new LabError({
    code: "usage",
    message: `--${name} ${text} is not a whole number of ${least} or more`,
    hint: `give it as digits: --${name} ${Math.max(least, 8)}`,
  });
}
