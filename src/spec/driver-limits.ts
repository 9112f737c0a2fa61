/** What the load generators of others cannot do, found in the plan and not in the middle of a run. */
import type { Family } from "../model/build.ts";
import { FAMILIES } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import type { Variant } from "../model/plan.ts";
import type { DriverName, Method } from "../model/spec.ts";
import { KEY_DISTRIBUTIONS, type KeyDistribution, type Step, type WorkloadEntry } from "../model/workload.ts";
import { findStep, workloadOf } from "../workloads/workloads.ts";
import { driverChoice } from "./driver-choice.ts";
import { optionProblems } from "./driver-options.ts";

interface Limits {
  readonly families: readonly Family[];
  readonly keys: readonly KeyDistribution[];
  /** Null: the step can be run; else why not. */
  readonly step: (step: Step) => string | null;
  /** Operations can begin by a schedule, latencies counted from it. */
  readonly openLoop: boolean;
}

const LIMITS: Readonly<Record<DriverName, Limits>> = {
  native: { families: FAMILIES, keys: KEY_DISTRIBUTIONS, step: () => null, openLoop: true },
  // Release 1.0.20; zipfian came after it.
  sysbench: {
    families: FAMILIES,
    keys: ["uniform", "special", "gaussian", "pareto"],
    step: () => null,
    openLoop: false,
  },
  pgbench: { families: ["postgres"], keys: ["uniform", "gaussian"], step: pgbenchProblem, openLoop: false },
};

/** Throws `plan-impossible` for the first variant whose driver cannot do what the plan asks of it. */
export function refuseDriverLimits(
  variants: readonly Variant[],
  workloads: readonly WorkloadEntry[],
  method: Method,
): void {
  for (const variant of variants) {
    for (const entry of workloads) refuseEntry(variant, entry, method);
  }
}

function refuseEntry(variant: Variant, entry: WorkloadEntry, method: Method): void {
  const { name, options } = driverChoice(variant, entry, method);
  const { families } = LIMITS[name];
  const { family } = variant.build;
  if (!families.includes(family)) throw cannot(variant.name, `${name} cannot load ${family}`, name);
  const { driver: own = name } = variant;
  if (own !== name) throw cannot(variant.name, `${own} cannot run scripts of ${name} (${entry.name})`, own);
  const [refused] = optionProblems(name, options, entry.load === undefined ? "statements" : "script");
  if (refused !== undefined) throw cannot(variant.name, refused.message, name, refused.hint);
  if (entry.load === undefined) refuseSteps(variant, entry, name);
}

function refuseSteps(variant: Variant, entry: WorkloadEntry, driver: DriverName): void {
  const limits = LIMITS[driver];
  if (!limits.keys.includes(entry.keys)) {
    throw cannot(variant.name, `${driver} draws no ${entry.keys} keys, only ${limits.keys.join(", ")}`, driver);
  }
  if (entry.openLoop !== undefined && !limits.openLoop) {
    const what = `${driver} runs in closed loop alone here, and ${entry.name} asks for rates`;
    throw cannot(variant.name, what, driver);
  }
  for (const step of entry.steps) {
    const problem = limits.step(findStep(workloadOf(entry), step));
    if (problem !== null) throw cannot(variant.name, `${driver} cannot run step ${step}: ${problem}`, driver);
  }
}

function pgbenchProblem({ state, groups }: Step): string | null {
  if (state === "used-up") return "it keeps no fixed number of operations";
  const kinds = groups.flatMap(({ statement }) => statement.parameters.map(({ kind }) => kind));
  const foreign = kinds.find((kind) => kind !== "key" && kind !== "key-offset");
  return foreign === undefined ? null : `it cannot draw ${foreign} for a parameter`;
}

function cannot(
  variant: string,
  what: string,
  driver: DriverName,
  hint = `see docs/drivers.md for what ${driver} can do, or measure with driver: native`,
): LabError {
  return new LabError({
    code: "plan-impossible",
    message: `variant ${variant}: ${what}`,
    hint,
    where: `variants.${variant}`,
  });
}
