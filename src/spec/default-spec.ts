import type { BuildReference } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import type { Spec } from "../model/spec.ts";
import type { Seconds } from "../model/units.ts";
import type { KeyDistribution } from "../model/workload.ts";
import { nameHint } from "./closest-name.ts";
import { DEFAULTS } from "./defaults.ts";
import { fillMethod, workloadEntry, workloadNamed } from "./fill-defaults.ts";
import { printable } from "./printable.ts";

/** Budget of a comparison without a spec. Rows are loaded, servers started and stopped within it. */
export const COMPARISON_BUDGET_SECONDS = 720;

/**
 * Sized on the estimate's costs: on 2 cores three steps at two client counts make at least four rounds in the budget.
 * Measurements are short because the round is the replicate: a fourth round tells more than longer ones in three.
 */
const COMPARISON = {
  steps: ["point-query", "read-write", "update-index"],
  clients: [1, 8],
  rows: 200_000,
  method: { measure: 3, "measure-writes": 5, settle: 1, "warm-up": 3 },
  rounds: { min: 3, max: 6, maxWithMoreTime: 12 },
} as const;

export interface ComparisonRequest {
  /** Two or more; the first is the baseline. */
  readonly variants: readonly { readonly name: string; readonly build: BuildReference }[];
  readonly budget?: Seconds;
  /** Steps of the oltp workload. */
  readonly steps?: readonly string[];
  /** Default: the workload's. */
  readonly keys?: KeyDistribution;
}

/**
 * The spec of `dbdyno run A=DIR B=DIR [STEP...]`. Nothing is declared as the factor: what differs is found and named.
 * Throws `usage` for fewer than two variants, a name used twice, or an unknown step.
 */
export function comparisonSpec(request: ComparisonRequest): Spec {
  const { variants, budget = COMPARISON_BUDGET_SECONDS, steps = [], keys } = request;
  const baseline = variants[0]?.name ?? "";
  refuseVariants(variants.map(({ name }) => name));
  const oltp = workloadNamed("oltp");
  refuseSteps(
    steps,
    oltp.steps.map(({ name }) => name),
  );
  const { rounds, clients, rows, method } = COMPARISON;
  const max = budget > COMPARISON_BUDGET_SECONDS ? rounds.maxWithMoreTime : rounds.max;
  return {
    experiment: variants.map(({ name }) => name).join(" against "),
    variants: variants.map(({ name, build }) => ({ name, build, config: {} })),
    baseline,
    factor: DEFAULTS.factor,
    workloads: [
      workloadEntry("oltp", oltp, {
        steps: steps.length > 0 ? [...new Set(steps)] : [...COMPARISON.steps],
        rows,
        keys,
      }),
    ],
    clients,
    cpus: DEFAULTS.cpus,
    listen: DEFAULTS.listen,
    method: { ...fillMethod({ ...method, rounds: { min: rounds.min, max } }), budget },
    probes: DEFAULTS.probes,
  };
}

function refuseVariants(names: readonly string[]): void {
  const hint = "dbdyno run A=~/opt/mysql/8.0.37 B=~/opt/mysql/8.4.9";
  const repeated = names.find((name, i) => names.indexOf(name) !== i);
  if (repeated !== undefined) {
    throw new LabError({ code: "usage", message: `the name ${repeated} is given to two builds`, hint });
  }
  if (names.length < 2) throw new LabError({ code: "usage", message: "one build is nothing to compare", hint });
}

function refuseSteps(steps: readonly string[], known: readonly string[]): void {
  const unknown = steps.find((step) => !known.includes(step));
  if (unknown === undefined) return;
  const hint = nameHint(unknown, known, "steps");
  throw new LabError({ code: "usage", message: `unknown step "${printable(unknown)}"`, hint });
}
