/** One measurement: the load and the probes side by side on one running server. */
import type { LoadResult, Measurement, ProbeSample } from "../../model/measurement.ts";
import type { Cell, NextMeasurement, Plan } from "../../model/plan.ts";
import type { Warning } from "../../model/warning.ts";
import { deriveSeed } from "../../workloads/random.ts";
import { findStep, findWorkload } from "../../workloads/workloads.ts";
import type { DriverSession, LoadRequest } from "../drivers/driver.ts";
import { startRecording } from "../probes/record.ts";
import type { LabDeps } from "./lab-deps.ts";
import { slotName } from "./lab-paths.ts";
import { assertAlive, focusOn, type StageServers, type StageVariant } from "./stage-servers.ts";
import { entryOf } from "./warm-up.ts";

export type MeasureSlot = Extract<NextMeasurement, { kind: "measure" }>;

export interface MeasureRequest {
  readonly plan: Plan;
  readonly slot: MeasureSlot;
  readonly servers: StageServers;
  readonly session: DriverSession;
  /** What the stage's warm-up said of this variant. */
  readonly warnings: readonly Warning[];
}

/**
 * Runs the slot. Throws `measurement-failed` when no operation succeeded or a figure is impossible, `server-died`,
 * `interrupted`.
 */
export async function measure(request: MeasureRequest, deps: LabDeps): Promise<Measurement> {
  const { slot } = request;
  const { round, index, variant, cell } = slot;
  const open = await focusOn(request.servers, variant);
  deps.progress({ kind: "measuring", cell, variant, round, index });
  const startedAt = deps.os.clock.wall().toISOString();
  const { load, samples, problems } = await recordLoad(request, open, deps);
  const warnings = [...request.warnings, ...cell.warnings, ...loadWarnings(load), ...probeWarnings(problems)];
  return { id: measurementId(slot), cell: cell.id, variant, round, index, startedAt, load, samples, warnings };
}

interface RecordedLoad {
  readonly load: LoadResult;
  readonly samples: readonly ProbeSample[];
  readonly problems: readonly string[];
}

/** The load with the probes beside it. Their timers end with the load, also when it fails: they would hold the process. */
async function recordLoad(request: MeasureRequest, open: StageVariant, deps: LabDeps): Promise<RecordedLoad> {
  const recording = startRecording({ clock: deps.os.clock, sessions: open.probes });
  let marks: Promise<void> = Promise.resolve();
  const onEdge = (): void => {
    marks = marks.then(() => recording.mark());
  };
  try {
    const load = await runLoad({ ...loadRequest(request, open), onEdge, signal: deps.signal }, request, open);
    await marks;
    return { load, samples: await recording.stop(), problems: recording.problems() };
  } catch (error) {
    await recording.stop();
    throw error;
  }
}

/** `<cell>/<variant>/r03.m1`. */
export function measurementId(slot: {
  readonly cell: Cell;
  readonly variant: string;
  readonly round: number;
  readonly index: number;
}): string {
  return `${slot.cell.id}/${slot.variant}/${slotName(slot)}`;
}

async function runLoad(load: LoadRequest, request: MeasureRequest, open: StageVariant): Promise<LoadResult> {
  try {
    const result = await request.session.run(load);
    assertAlive(open, request.slot.cell);
    return result;
  } catch (error) {
    // A dead server explains every error of its clients: say that one.
    assertAlive(open, request.slot.cell);
    throw error;
  }
}

function loadRequest(request: MeasureRequest, open: StageVariant): LoadRequest {
  const { plan, slot } = request;
  const entry = entryOf(plan, slot.stage.workload);
  const { measure: reads, measureWrites: writes, settle } = plan.method;
  const seconds = slot.cell.effect === "read" ? reads : writes;
  const { operations } = slot.cell;
  return {
    server: open.handle.server,
    entry,
    step: findStep(findWorkload(entry.workload), slot.cell.step),
    clients: slot.cell.clients,
    // Not of the variant: every variant sees the same keys in the same measurement.
    seed: deriveSeed(plan.seed, slot.cell.id, String(slot.round), String(slot.index)),
    settle: operations === null ? settle : 0,
    length: operations === null ? { kind: "timed", seconds } : { kind: "operations", operations },
    nextKeyFrom: 0,
  };
}

function loadWarnings(load: LoadResult): readonly Warning[] {
  const errors = Object.entries(load.errors);
  if (errors.length === 0 && load.reconnects === 0) return [];
  const counts = errors.map(([code, count]) => `${code}: ${count}`).join(", ");
  return [
    {
      code: "errors-seen",
      message: `${counts || "no errors"}; ${load.reconnects} reconnections`,
      advice: "look the code up in the server's manual; above 1 % of the operations the cell is not comparable",
    },
  ];
}

function probeWarnings(problems: readonly string[]): readonly Warning[] {
  return problems.map((message) => ({
    code: "probe-failed",
    message,
    advice: "figures of this probe are missing for the measurement; throughput is not touched",
  }));
}
