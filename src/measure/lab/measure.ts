/** One measurement: the load and the probes side by side on one running server. */
import { LabError } from "../../model/errors.ts";
import type { LoadResult, Measurement, ProbeSample } from "../../model/measurement.ts";
import type { Cell, NextMeasurement, Plan } from "../../model/plan.ts";
import type { Warning } from "../../model/warning.ts";
import type { ServerStatus } from "../../store/raw-files.ts";
import { deriveSeed } from "../../workloads/random.ts";
import { findStep, workloadOf } from "../../workloads/workloads.ts";
import type { Arrivals, LoadRequest } from "../drivers/driver.ts";
import { startRecording } from "../probes/record.ts";
import type { LabDeps } from "./lab-deps.ts";
import { slotName } from "./lab-paths.ts";
import type { LoadClients } from "./load-clients.ts";
import { focusOn, type StageServers, type StageVariant, whileAlive } from "./stage-servers.ts";
import { entryOf } from "./warm-up.ts";

export type MeasureSlot = Extract<NextMeasurement, { kind: "measure" }>;

export interface MeasureRequest {
  readonly plan: Plan;
  readonly slot: MeasureSlot;
  readonly servers: StageServers;
  readonly clients: LoadClients;
  readonly arrivals: Arrivals;
  /** What is known before: of the warm-up, and of a set that was interrupted. */
  readonly warnings: readonly Warning[];
}

export interface Measured {
  readonly measurement: Measurement;
  /** All counters of the server under its own names, around the load: for the raw files, never divided by the stretch. */
  readonly status: ServerStatus;
}

/**
 * Runs the slot. Throws `measurement-failed` when no operation succeeded, `server-died`, `interrupted`.
 */
export async function measure(request: MeasureRequest, deps: LabDeps): Promise<Measured> {
  const { slot } = request;
  const { round, index, variant, cell } = slot;
  const open = await focusOn(request.servers, variant);
  deps.progress({ kind: "measuring", cell, variant, round, index });
  const startedAt = deps.os.clock.wall().toISOString();
  const { load, samples, problems, status } = await recordLoad(request, open, deps);
  const warnings = [...request.warnings, ...loadWarnings(load), ...probeWarnings(problems)];
  const measurement = {
    id: measurementId(slot),
    cell: cell.id,
    variant,
    round,
    index,
    startedAt,
    load,
    samples,
    warnings,
  };
  return { measurement, status };
}

interface RecordedLoad {
  readonly load: LoadResult;
  readonly samples: readonly ProbeSample[];
  readonly problems: readonly string[];
  readonly status: ServerStatus;
}

/** The load with the probes beside it. Their timers end with the load, also when it fails: they would hold the process. */
async function recordLoad(request: MeasureRequest, open: StageVariant, deps: LabDeps): Promise<RecordedLoad> {
  const recording = startRecording({ clock: deps.os.clock, sessions: open.probes });
  let marks: Promise<void> = Promise.resolve();
  const onEdge = (): void => {
    marks = marks.then(() => recording.mark());
  };
  try {
    const { cell, variant } = request.slot;
    const during = `${cell.id} on ${variant}`;
    const before = await recording.readNative();
    const asked = loadRequest(request, open);
    const { session, options: driverOptions } = request.clients.of(variant, asked.entry);
    const wanted = { ...asked, driverOptions, onEdge, signal: deps.signal };
    const load = await whileAlive(request.servers, during, () => session.run(wanted));
    await marks;
    requireSchedule(request, load);
    const status = { before, after: await recording.readNative() };
    return { load, samples: await recording.stop(), problems: recording.problems(), status };
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

function loadRequest(request: MeasureRequest, open: StageVariant): LoadRequest {
  const { plan, slot } = request;
  const entry = entryOf(plan, slot.stage.workload);
  const { measure: reads, measureWrites: writes, settle } = plan.method;
  const seconds = slot.cell.effect === "read" ? reads : writes;
  const { operations } = slot.cell;
  return {
    server: open.handle.server,
    entry,
    step: findStep(workloadOf(entry), slot.cell.step),
    clients: slot.cell.clients,
    // Not of the variant: every variant sees the same keys in the same measurement.
    seed: deriveSeed(plan.seed, slot.cell.id, String(slot.round), String(slot.index)),
    settle: operations === null ? settle : 0,
    length: operations === null ? { kind: "timed", seconds } : { kind: "operations", operations },
    nextKeyFrom: 0,
    arrivals: request.arrivals,
  };
}

/** A load that was to follow a schedule and did not would be a closed loop under another name. */
function requireSchedule({ slot, arrivals }: MeasureRequest, load: LoadResult): void {
  if (arrivals.kind === "closed" || load.openLoop !== null) return;
  throw new LabError({
    code: "bug",
    message: `the driver of ${slot.variant} ran ${slot.cell.id} in closed loop`,
    hint: "please report this with the spec",
    where: slot.cell.id,
  });
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
