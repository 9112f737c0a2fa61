/**
 * Warm-up ends by detection: one-second windows until throughput holds (`judge/verdict/steady.ts`), the same rule for
 * every variant, at most `method.warmUp` for each step. Steps that use up their state are warmed by a step that does not.
 */

import { isWarm } from "../../judge/verdict/steady.ts";
import type { Cell, Plan } from "../../model/plan.ts";
import type { Warning } from "../../model/warning.ts";
import type { Step, WorkloadEntry } from "../../model/workload.ts";
import { deriveSeed } from "../../workloads/random.ts";
import { findStep, findWorkload } from "../../workloads/workloads.ts";
import type { DriverSession } from "../drivers/driver.ts";
import type { LabDeps } from "./lab-deps.ts";
import { focusOn, type StageServers } from "./stage-servers.ts";

const WINDOW_SECONDS = 1;
/** Windows of a second: a warm-up is paid by every variant in every round, so it must be short on a warm server. */
const WARM_RULE = { windowSeconds: WINDOW_SECONDS, tolerance: 0.05 };

export interface WarmUpRequest {
  readonly plan: Plan;
  readonly servers: StageServers;
  /** Cells that this stage will measure. */
  readonly cells: readonly Cell[];
  readonly session: DriverSession;
}

/** Warms every variant of the stage with the steps to come. Gives warnings by variant where the limit came first. */
export async function warmUp(request: WarmUpRequest, deps: LabDeps): Promise<ReadonlyMap<string, readonly Warning[]>> {
  const warnings = new Map<string, readonly Warning[]>();
  for (const variant of request.servers.stage.variants) {
    deps.progress({ kind: "warming", stage: request.servers.stage, variant });
    warnings.set(variant, await warmVariant(variant, request, deps));
  }
  return warnings;
}

async function warmVariant(variant: string, request: WarmUpRequest, deps: LabDeps): Promise<readonly Warning[]> {
  const entry = entryOf(request.plan, request.servers.stage.workload);
  const open = await focusOn(request.servers, variant);
  const clients = Math.max(...request.cells.map((cell) => cell.clients));
  const warnings: Warning[] = [];
  for (const step of warmUpSteps(entry, request.cells)) {
    const seed = deriveSeed(request.plan.seed, "warm-up", request.servers.stage.id, step.name);
    const load = {
      server: open.handle.server,
      entry,
      step,
      clients,
      seed,
      settle: 0,
      nextKeyFrom: 0,
      signal: deps.signal,
    };
    const limit = Math.floor(request.plan.method.warmUp / WINDOW_SECONDS);
    if (!(await runUntilWarm(limit, (length) => request.session.run({ ...load, length }))))
      warnings.push(notSteady(step, request.plan));
  }
  return warnings;
}

type RunWindow = (length: { kind: "timed"; seconds: number }) => Promise<{ seconds: number; operations: number }>;

async function runUntilWarm(limit: number, runWindow: RunWindow): Promise<boolean> {
  const windows: { seconds: number; operations: number }[] = [];
  while (windows.length < limit) {
    windows.push(await runWindow({ kind: "timed", seconds: WINDOW_SECONDS }));
    if (isWarm(windows, WARM_RULE)) return true;
  }
  return false;
}

/** Each step to come once, at most; a step that would use up its rows is replaced by the workload's first read. */
export function warmUpSteps(entry: WorkloadEntry, cells: readonly Cell[]): readonly Step[] {
  const workload = findWorkload(entry.workload);
  const gentle = workload.steps.find((step) => step.effect === "read");
  const steps = cells
    .map((cell) => findStep(workload, cell.step))
    .map((step) => (step.state === "kept" ? step : gentle));
  return [...new Set(steps.filter((step) => step !== undefined))];
}

export function entryOf(plan: Plan, name: string): WorkloadEntry {
  const entry = plan.workloads.find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`plan has no workload entry ${name}`);
  return entry;
}

function notSteady(step: Step, plan: Plan): Warning {
  return {
    code: "not-steady",
    message: `throughput of ${step.name} still moved by over 5 % a second after ${plan.method.warmUp} s of warm-up`,
    advice: "allow a longer warm-up with method.warm-up, or look at the per-second rates in client.log",
  };
}
