import type { Build } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import type { HostFacts } from "../model/host.ts";
import type { Estimate, Plan, Variant } from "../model/plan.ts";
import type { Method, Spec } from "../model/spec.ts";
import type { Bytes, Seconds } from "../model/units.ts";
import { refuseDriverLimits } from "./driver-limits.ts";
import { estimateRun } from "./estimate.ts";
import { imposedSettings, refuseTightLimits } from "./imposed-settings.ts";
import { refuseFewOpenFiles } from "./open-files.ts";
import { planCells } from "./plan-cells.ts";
import { planWarnings } from "./plan-warnings.ts";
import { formatBytes, formatDuration } from "./quantities.ts";
import { type ScriptFiles, withScriptFiles } from "./script-files.ts";

/** Above this the page cache shrinks and the machine begins to swap: then memory is compared, not servers. */
const RESIDENT_SHARE = 0.7;

export interface PlanRequest {
  readonly spec: Spec;
  /** By variant's name; every variant has one. */
  readonly builds: Readonly<Record<string, Build>>;
  readonly host: HostFacts;
  /** Files of the workloads' scripts, by the names that the spec has for them. */
  readonly scripts?: ScriptFiles;
  /** Of every order and coin of the run. */
  readonly seed: number;
  /** Memory that one server of this variant holds. */
  readonly residentBytesOf: (variant: Variant) => Bytes;
  /** In place of the spec's own budget: `--budget`. */
  readonly budget?: Seconds;
}

/**
 * Spec, facts and seed to a plan: the same three give the same plan. The number of rounds, and so of looks at the
 * verdict, is fixed here. Throws `plan-impossible` with the remedy when the servers do not fit the memory, a step
 * would drain its table, or the budget is too short for the fewest rounds.
 */
export function makePlan(request: PlanRequest): Plan {
  const { spec, host, seed } = request;
  const variants = spec.variants.map((variant) => ({ ...variant, build: buildOf(variant.name, request.builds) }));
  const cells = planCells(spec);
  const budget = request.budget ?? spec.method.budget;
  const { method } = spec;
  const workloads = withScriptFiles(spec.workloads, request.scripts ?? {});
  const parts = { variants, workloads, cells, method, budget, residentBytesOf: request.residentBytesOf };
  const estimate = estimateRun(parts);
  refuseTooMuchMemory(estimate, variants, host);
  refuseTightLimits(parts);
  refuseFewOpenFiles(parts, host);
  refuseDriverLimits(variants, workloads, method);
  refuseTooShort(estimate, spec, budget);
  return {
    experiment: spec.experiment,
    seed,
    host,
    variants,
    baseline: spec.baseline,
    factor: spec.factor,
    workloads,
    cells,
    cpus: spec.cpus,
    listen: spec.listen,
    method: { ...method, budget, rounds: { min: method.rounds.min, max: estimate.roundsInBudget } },
    probes: spec.probes,
    imposed: imposedSettings(parts),
    estimate,
    warnings: planWarnings(spec, variants, host),
  };
}

function buildOf(variant: string, builds: PlanRequest["builds"]): Build {
  const build = Object.hasOwn(builds, variant) ? builds[variant] : undefined;
  if (build === undefined) throw new Error(`variant ${variant} was planned before its build was found`);
  return build;
}

function refuseTooMuchMemory({ residentBytes }: Estimate, variants: readonly Variant[], host: HostFacts): void {
  const { totalBytes } = host.memory;
  if (residentBytes <= RESIDENT_SHARE * totalBytes) return;
  throw new LabError({
    code: "plan-impossible",
    message:
      `the servers that are up at once need ${formatBytes(residentBytes)}, ` +
      `more than ${RESIDENT_SHARE * 100} % of this machine's ${formatBytes(totalBytes)}`,
    hint: `give each variant a smaller buffer pool (${bufferSettings(variants)} in config:), or compare fewer variants`,
  });
}

function bufferSettings(variants: readonly Variant[]): string {
  const families = new Set(variants.map(({ build }) => build.family));
  return [...families].map((family) => (family === "mysql" ? "innodb_buffer_pool_size" : "shared_buffers")).join(", ");
}

function refuseTooShort(estimate: Estimate, { method }: Spec, budget: Seconds | null): void {
  const { setUpSeconds, roundSeconds, longestRoundSeconds } = estimate;
  const fewestRounds = setUpSeconds + method.rounds.min * roundSeconds;
  const firstRound = setUpSeconds + longestRoundSeconds;
  if (budget === null || budget >= Math.max(fewestRounds, firstRound)) return;
  const minutes = Math.ceil(Math.max(fewestRounds, firstRound) / 60);
  if (fewestRounds < firstRound) throw tooShortForWarmUps(minutes, budget, method);
  throw new LabError({
    code: "plan-impossible",
    message:
      `${formatDuration(budget)} are too short: the fewest rounds (${method.rounds.min}) take about ${minutes} minutes, ` +
      `${formatDuration(Math.round(setUpSeconds))} of them to load, ${formatDuration(Math.round(roundSeconds))} a round`,
    hint: `${raiseBudget(minutes)}, take fewer steps or clients, or shorten measure`,
  });
}

/** The first round is begun only where it ends in the budget whatever the warm-ups take. */
function tooShortForWarmUps(minutes: number, budget: Seconds, { warmUp }: Method): LabError {
  return new LabError({
    code: "plan-impossible",
    message:
      `${formatDuration(budget)} are too short: a first round whose warm-ups take all of their ` +
      `${formatDuration(warmUp)} ends after about ${minutes} minutes`,
    hint: `${raiseBudget(minutes)}, shorten method.warm-up, or take fewer steps`,
  });
}

/** The option goes over the spec: either does. */
function raiseBudget(minutes: number): string {
  return `raise budget: in the spec or --budget to ${minutes}m`;
}
