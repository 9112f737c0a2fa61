/** `--driver NAME` and the words behind `--`: they go over the spec's method. */
import { LabError } from "../model/errors.ts";
import { DRIVER_NAMES, type DriverName, type Spec } from "../model/spec.ts";
import { nameHint } from "../spec/closest-name.ts";
import { optionProblems } from "../spec/driver-options.ts";
import { type CommandInput, textOption } from "./command-input.ts";

/**
 * The spec with the driver asked for, and with the words behind those of its own `driver-options`, which are another
 * driver's where the driver changes. Throws `usage` for an unknown driver, and for words that it may not be given.
 */
export function withDriver(spec: Spec, input: CommandInput): Spec {
  const { passedThrough = [] } = input;
  const asked = driverAsked(input);
  const driver = asked ?? spec.method.driver;
  const { driverOptions: own = [], ...method } = spec.method;
  const words = [...(driver === method.driver ? own : []), ...passedThrough];
  refuseOtherScripts(asked, spec);
  refuseWords(driver, passedThrough, spec);
  return { ...spec, method: { ...method, driver, ...(words.length > 0 && { driverOptions: words }) } };
}

/** As they were typed, for the command that is stored. */
export function driverWords(input: CommandInput): {
  readonly option: readonly string[];
  readonly behind: readonly string[];
} {
  const { passedThrough = [] } = input;
  const asked = textOption(input, "driver");
  return {
    option: asked === null ? [] : ["--driver", asked],
    behind: passedThrough.length === 0 ? [] : ["--", ...passedThrough],
  };
}

function driverAsked(input: CommandInput): DriverName | null {
  const text = textOption(input, "driver");
  const found = DRIVER_NAMES.find((name) => name === text);
  if (text === null || found !== undefined) return found ?? null;
  throw usage(`there is no driver ${text}`, nameHint(text, DRIVER_NAMES, "drivers"));
}

function refuseOtherScripts(asked: DriverName | null, { workloads }: Spec): void {
  const other = workloads.find(({ load }) => asked !== null && load !== undefined && load.driver !== asked)?.load;
  if (other === undefined) return;
  throw usage(
    `--driver ${asked} cannot run ${other.script.name}, a script of ${other.driver}`,
    `leave --driver out: ${other.driver} runs its own scripts`,
  );
}

function refuseWords(driver: DriverName, words: readonly string[], { workloads }: Spec): void {
  const use = workloads.every(({ load }) => load !== undefined) ? "script" : "statements";
  const [first] = optionProblems(driver, words, use);
  if (first !== undefined) throw usage(`behind --: ${first.message}`, first.hint);
}

function usage(message: string, hint: string): LabError {
  return new LabError({ code: "usage", message, hint });
}
