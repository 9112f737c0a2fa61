/**
 * Warm-up ends by detection: one-second windows until throughput holds (`judge/verdict/steady.ts`), the same rule for
 * every variant, at most `method.warmUp` for each step. It only reads: writes would leave each variant with another
 * state, for they go on for as long as detection takes. What writing has to warm up falls into the settling of each
 * measurement, which is dropped.
 */

import { isWarm } from "../../judge/verdict/steady.ts";
import type { Cell, Plan } from "../../model/plan.ts";
import type { Warning } from "../../model/warning.ts";
import type { Step, WorkloadEntry } from "../../model/workload.ts";
import { deriveSeed } from "../../workloads/random.ts";
import { findStep, workloadOf } from "../../workloads/workloads.ts";
import type { LabDeps } from "./lab-deps.ts";
import type { LoadClients } from "./load-clients.ts";
import { focusOn, type StageServers } from "./stage-servers.ts";

const WINDOW_SECONDS = 1;
/** Windows of a second: a warm-up is paid by every variant in every round, so it must be short on a warm server. */
export const WARM_RULE = { windowSeconds: WINDOW_SECONDS, tolerance: 0.1 };

export interface WarmUpRequest {
  readonly plan: Plan;
  readonly servers: StageServers;
  /** Cells that this stage will measure. */
  readonly cells: readonly Cell[];
  readonly clients: LoadClients;
}

/** A step that did not hold its throughput before the limit. */
export interface Unsteady {
  readonly variant: string;
  readonly step: string;
  readonly warning: Warning;
}

/** Warms every variant of the stage with the reads to come. Gives what did not become steady. */
export async function warmUp(request: WarmUpRequest, deps: LabDeps): Promise<readonly Unsteady[]> {
  const unsteady: Unsteady[] = [];
  for (const variant of request.servers.stage.variants) {
    deps.progress({ kind: "warming", stage: request.servers.stage, variant });
    unsteady.push(...(await warmVariant(variant, request, deps)));
  }
  return unsteady;
}

async function warmVariant(variant: string, request: WarmUpRequest, deps: LabDeps): Promise<readonly Unsteady[]> {
  const { plan, servers, cells } = request;
  const { stage } = servers;
  const entry = entryOf(plan, stage.workload);
  const { session, options: driverOptions } = request.clients.of(variant, entry);
  const { server } = (await focusOn(servers, variant)).handle;
  const clients = Math.max(...cells.map((cell) => cell.clients));
  const limit = Math.floor(plan.method.warmUp / WINDOW_SECONDS);
  const length = { kind: "timed", seconds: WINDOW_SECONDS } as const;
  const unsteady: Unsteady[] = [];
  for (const step of warmUpSteps(entry, cells)) {
    const load = {
      server,
      entry,
      step,
      clients,
      settle: 0,
      length,
      nextKeyFrom: 0,
      driverOptions,
      signal: deps.signal,
    };
    // A seed for each window, or all would read the same keys and be steady by repetition. Not of the variant.
    const seedOf = (window: number): number => deriveSeed(plan.seed, "warm-up", stage.round, step.name, window);
    const isSteady = await runUntilWarm(limit, (window) => session.run({ ...load, seed: seedOf(window) }));
    if (!isSteady) unsteady.push({ variant, step: step.name, warning: notSteady(step, plan) });
  }
  return unsteady;
}

type RunWindow = (window: number) => Promise<{ readonly seconds: number; readonly operations: number }>;

/** True also when the limit is below the two windows that a comparison takes: then nothing was found, either way. */
async function runUntilWarm(limit: number, runWindow: RunWindow): Promise<boolean> {
  const windows: { seconds: number; operations: number }[] = [];
  while (windows.length < limit) {
    windows.push(await runWindow(windows.length));
    if (isWarm(windows, WARM_RULE)) return true;
  }
  return limit < 2;
}

/** The reads among the steps to come, each once; for writes the workload's first read stands in. */
export function warmUpSteps(entry: WorkloadEntry, cells: readonly Cell[]): readonly Step[] {
  const workload = workloadOf(entry);
  const firstRead = workload.steps.find((step) => step.effect === "read");
  const steps = cells
    .map((cell) => findStep(workload, cell.step))
    .map((step) => (step.effect === "read" ? step : firstRead));
  return [...new Set(steps.filter((step) => step !== undefined))];
}

/** The plan's entry of that name. A plan that lacks it is our own mistake. */
export function entryOf(plan: Plan, name: string): WorkloadEntry {
  const entry = plan.workloads.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`plan has no workload entry ${name}`);
  return entry;
}

function notSteady(step: Step, plan: Plan): Warning {
  const moved = `${100 * WARM_RULE.tolerance} % from second to second`;
  return {
    code: "not-steady",
    message: `throughput of ${step.name} still moved by over ${moved} after ${plan.method.warmUp} s of warm-up`,
    advice: "allow a longer warm-up with method.warm-up, or look at the per-second rates in client.log",
  };
}
