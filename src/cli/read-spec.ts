import { dirname, resolve } from "node:path";
import { LabError } from "../model/errors.ts";
import type { Spec } from "../model/spec.ts";
import type { KeyDistribution } from "../model/workload.ts";
import { errnoOf } from "../os/faults.ts";
import { isVariantArgument, parseVariantArgument, type VariantArgument } from "../spec/build-reference.ts";
import { comparisonSpec } from "../spec/default-spec.ts";
import { parseSpec } from "../spec/parse-spec.ts";
import { positionsOutsideFile, type SpecPositions } from "../spec/spec-positions.ts";
import { specInvalid } from "../spec/spec-problems.ts";
import { type CommandInput, readBudget, textOption } from "./command-input.ts";
import type { Context } from "./context.ts";
import { withDriver } from "./driver-input.ts";

/** What a run is made of, from a file or from `A=DIR B=DIR` alone. */
export interface SpecSource {
  readonly spec: Spec;
  readonly positions: SpecPositions;
  /** Null: no file; the run was given on the command line. */
  readonly file: string | null;
  readonly text: string;
  /** What paths in the spec are relative to. */
  readonly folder: string;
}

/**
 * Reads the arguments of `run` and `plan`: one spec file, or two or more `NAME=BUILD` and then steps. Throws
 * `spec-not-found`, `spec-invalid` with every problem of the file, or `usage`.
 */
export async function readSpecArguments(input: CommandInput, context: Context): Promise<SpecSource> {
  const source = await readSource(input, context);
  return { ...source, spec: withDriver(source.spec, input) };
}

async function readSource(input: CommandInput, context: Context): Promise<SpecSource> {
  const { args } = input;
  const variants = args.filter(isVariantArgument);
  if (variants.length > 0) {
    const steps = args.filter((argument) => !isVariantArgument(argument));
    const budget = readBudget(input);
    const more = { ...(budget === null ? {} : { budget }), ...keysFor(textOption(input, "driver")) };
    const spec = comparisonSpec({ variants: variants.map(readVariant), steps, ...more });
    return { spec, positions: positionsOutsideFile("command line"), file: null, text: "", folder: context.io.cwd };
  }
  const [file, ...rest] = args;
  if (file === undefined || rest.length > 0) throw unreadable(args);
  return readSpecFile(file, context);
}

/** pgbench draws no keys by the default law, and there is no spec to say another one in. */
function keysFor(driver: string | null): { readonly keys?: KeyDistribution } {
  return driver === "pgbench" ? { keys: "uniform" } : {};
}

async function readSpecFile(file: string, context: Context): Promise<SpecSource> {
  const path = resolve(context.io.cwd, file);
  const text = await context.os.files.readIfThere(path).catch((fault: unknown) => {
    throw unreadableFile(file, fault);
  });
  if (text === null) throw noSpec(file, `no spec file ${file}`);
  const { spec, problems, positions } = parseSpec({ text, file });
  if (spec === null) throw specInvalid(problems);
  return { spec, positions, file, text, folder: dirname(path) };
}

function noSpec(file: string, message: string): LabError {
  const hint = "check the path, or write a first one with: dbdyno init";
  return new LabError({ code: "spec-not-found", message, hint, where: file });
}

/** A folder in the place of the file is a wrong call; that this user may not read it is not. */
function unreadableFile(file: string, fault: unknown): unknown {
  return errnoOf(fault) === "EISDIR" ? noSpec(file, `${file} is a folder, not a spec file`) : fault;
}

function readVariant(argument: string): VariantArgument {
  const reading = parseVariantArgument(argument);
  if (reading.ok) return reading.value;
  throw new LabError({ code: "usage", message: reading.message, hint: reading.hint });
}

function unreadable(args: readonly string[]): LabError {
  return new LabError({
    code: "usage",
    message: args.length === 0 ? "nothing to measure was given" : `cannot read the arguments: ${args.join(" ")}`,
    hint: "give one spec file, or two builds: dbdyno run A=DIR B=DIR [STEP...]; DIR may also be mysql@5.6.24 or postgres@17",
  });
}
