/** What the load generators of others cannot do, found in the plan and not in the middle of a run. */
import type { Family } from "../model/build.ts";
import { FAMILIES } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import type { Variant } from "../model/plan.ts";
import type { DriverName, Method } from "../model/spec.ts";
import { KEY_DISTRIBUTIONS, type KeyDistribution, type Step, type WorkloadEntry } from "../model/workload.ts";
import { findStep, findWorkload } from "../workloads/workloads.ts";

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
  for (const { name, build, driver = method.driver } of variants) {
    if (!LIMITS[driver].families.includes(build.family)) {
      throw cannot(name, `${driver} cannot load ${build.family}`, driver);
    }
    const problem = workloads.map((entry) => entryProblem(entry, driver)).find((found) => found !== null);
    if (problem) throw cannot(name, problem, driver);
  }
}

/** What `driver` cannot do of `entry`; null when it can do all. */
function entryProblem({ name, workload, keys, steps, openLoop }: WorkloadEntry, driver: DriverName): string | null {
  const limits = LIMITS[driver];
  if (!limits.keys.includes(keys)) return `${driver} draws no ${keys} keys, only ${limits.keys.join(", ")}`;
  if (openLoop !== undefined && !limits.openLoop) {
    return `${driver} runs in closed loop alone here, and ${name} asks for rates`;
  }
  const problems = steps.map((step) => [step, limits.step(findStep(findWorkload(workload), step))] as const);
  const [step, problem] = problems.find(([, found]) => found !== null) ?? [];
  return problem === null || problem === undefined ? null : `${driver} cannot run step ${step}: ${problem}`;
}

function pgbenchProblem({ state, groups }: Step): string | null {
  if (state === "used-up") return "it keeps no fixed number of operations";
  const kinds = groups.flatMap(({ statement }) => statement.parameters.map(({ kind }) => kind));
  const foreign = kinds.find((kind) => kind !== "key" && kind !== "key-offset");
  return foreign === undefined ? null : `it cannot draw ${foreign} for a parameter`;
}

function cannot(variant: string, what: string, driver: DriverName): LabError {
  return new LabError({
    code: "plan-impossible",
    message: `variant ${variant}: ${what}`,
    hint: `see docs/drivers.md for what ${driver} can do, or measure with driver: native`,
    where: `variants.${variant}`,
  });
}
