/**
 * The lab loop: the only place where builds, DBMS, drivers, probes and the store meet.
 *
 * ```
 * templates -> { next measurement -> its stage (clone, start, warm) -> measure -> save } -> stop
 * ```
 * It asks `judge` between rounds which cells are still open. Whatever ends it, servers are stopped and all that was
 * measured is in the store.
 */
import { join } from "node:path";
import { judgeRun, openCells } from "../../judge/verdict/judge-run.ts";
import { LabError } from "../../model/errors.ts";
import type { Measurement } from "../../model/measurement.ts";
import type { Cell, NextMeasurement, Plan } from "../../model/plan.ts";
import type { Seconds } from "../../model/units.ts";
import type { Warning } from "../../model/warning.ts";
import { nextMeasurement } from "../../spec/next-measurement.ts";
import { rawFiles } from "../../store/raw-files.ts";
import type { RunState, StoredRun } from "../../store/store.ts";
import { arrivalsOf } from "./arrivals.ts";
import { withCleanUp } from "./clean-up.ts";
import type { LabDeps } from "./lab-deps.ts";
import { type LoadClients, openLoadClients } from "./load-clients.ts";
import { type Measured, type MeasureSlot, measure } from "./measure.ts";
import { createRoundClock, type RoundClock } from "./round-clock.ts";
import { assertSameScripts } from "./same-scripts.ts";
import { createStageKeeper, type StageKeeper } from "./stage-keeper.ts";
import { ensureTemplates } from "./template.ts";
import type { Unsteady } from "./warm-up.ts";

export interface LabRequest {
  readonly run: StoredRun;
  /** Wall-clock limit of this session; null: until all cells are closed or the rounds are spent. */
  readonly budget: Seconds | null;
}

export type LabEnd = "all-closed" | "rounds-spent" | "budget-spent";

/** Runs until the plan or the budget ends. Throws LabErrors as they come; the run's state in the store says how it ended. */
export async function runLab(request: LabRequest, deps: LabDeps): Promise<LabEnd> {
  const { run, budget } = request;
  const rounds = createRoundClock({ plan: run.plan, budget, clock: deps.os.clock });
  const setState = (state: RunState): Promise<void> =>
    deps.store.setRunState(run.id, state, run.spentSeconds + rounds.spent());
  await setState("running");
  try {
    const end = await withClients(run, deps, (clients) => measureAll({ run, rounds, clients }, deps));
    await setState("done");
    return end;
  } catch (error) {
    const state = error instanceof LabError && error.code === "interrupted" ? "interrupted" : "failed";
    // On a full disk this fails too, and would hide why.
    await setState(state).catch(reportFault(deps));
    throw error;
  }
}

async function withClients(
  run: StoredRun,
  deps: LabDeps,
  body: (clients: LoadClients) => Promise<LabEnd>,
): Promise<LabEnd> {
  const clients = await openLoadClients(run.plan, run.id, deps);
  return withCleanUp(
    () => body(clients),
    () => clients.close(),
    reportFault(deps),
  );
}

/** The error that is thrown says what happened; this one only that something was left behind. */
function reportFault(deps: LabDeps): (fault: unknown) => void {
  return (fault) => deps.progress({ kind: "clean-up-failed", fault });
}

interface Loop {
  readonly run: StoredRun;
  readonly rounds: RoundClock;
  readonly clients: LoadClients;
}

async function measureAll(loop: Loop, deps: LabDeps): Promise<LabEnd> {
  const templates = await ensureTemplates(loop.run.plan, deps);
  const stages = createStageKeeper({ run: loop.run, templates, clients: loop.clients }, deps);
  return withCleanUp(
    () => runRounds(loop, stages, deps),
    () => stages.leave(),
    reportFault(deps),
  );
}

/** One turn is one round: cells are judged, and the budget is looked at, between rounds only. */
async function runRounds(loop: Loop, stages: StageKeeper, deps: LabDeps): Promise<LabEnd> {
  const { plan } = loop.run;
  const done: Measurement[] = [...loop.run.measurements];
  while (true) {
    const open = stillOpen(plan, done);
    const next = nextMeasurement(plan, done, open);
    if (next.kind === "end") return next.reason;
    await assertSameScripts(plan, deps.os);
    const begunBefore = done.filter((measurement) => measurement.round === next.round);
    if (!loop.rounds.begin(begunBefore.length === 0)) return "budget-spent";
    await runRound({ first: next, open, done, begunBefore }, { loop, stages }, deps);
    // Stopping the last stage's servers is part of the round, or the budget would not count it.
    await stages.leave();
    loop.rounds.end();
    reportRound({ round: next.round, open: stillOpen(plan, done) }, loop, deps);
  }
}

interface RoundWork {
  readonly first: MeasureSlot;
  readonly open: readonly string[];
  /** All of the run; what is measured here is added. */
  readonly done: Measurement[];
  /** Measurements of this round from a session that was interrupted. */
  readonly begunBefore: readonly Measurement[];
}

async function runRound(
  work: RoundWork,
  { loop, stages }: { readonly loop: Loop; readonly stages: StageKeeper },
  deps: LabDeps,
): Promise<void> {
  const { plan, id } = loop.run;
  const { open, done, begunBefore } = work;
  let next: NextMeasurement = work.first;
  while (inRound(next, work.first.round)) {
    const cells = cellsOf(next, plan, [...open, ...begunBefore.map((measurement) => measurement.cell)]);
    const { servers, unsteady } = await stages.enter(next.stage, cells);
    const warnings = [...unsteadyWarnings(unsteady, next), ...splitWarnings(next, begunBefore)];
    const arrivals = arrivalsOf(next.cell, plan, done);
    const measured = await measure({ plan, slot: next, servers, clients: loop.clients, arrivals, warnings }, deps);
    // Before it is kept: an editor that saves a script in the middle of a round would compare two loads.
    await assertSameScripts(plan, deps.os);
    await save(measured, next, id, deps);
    done.push(measured.measurement);
    next = nextMeasurement(plan, done, open);
  }
}

/** Of a read cell's own step; a write is warmed up by another step, whose warning is then the write's. */
function unsteadyWarnings(unsteady: readonly Unsteady[], { cell, variant }: MeasureSlot): readonly Warning[] {
  const own = unsteady.filter((found) => found.variant === variant);
  return own.filter(({ step }) => cell.effect === "write" || step === cell.step).map(({ warning }) => warning);
}

/** A set that was begun before an interruption goes on with servers started anew: its order cancels less drift then. */
function splitWarnings({ cell }: MeasureSlot, begunBefore: readonly Measurement[]): readonly Warning[] {
  if (cell.effect === "write" || !begunBefore.some((measurement) => measurement.cell === cell.id)) return [];
  return [
    {
      code: "set-interrupted",
      message: "this set of measurements was interrupted and went on after a new start of the servers",
      advice: "its ratio carries one start more; a new run has none of these",
    },
  ];
}

function inRound(next: NextMeasurement, round: number): next is MeasureSlot {
  return next.kind === "measure" && next.round === round;
}

function stillOpen(plan: Plan, measurements: readonly Measurement[]): readonly string[] {
  return openCells(plan, judgeRun(plan, measurements));
}

/** A read stage measures every wanted read cell of its workload entry, a write stage the one cell it was made for. */
function cellsOf({ stage }: MeasureSlot, plan: Plan, wanted: readonly string[]): readonly Cell[] {
  if (stage.cell !== null) return plan.cells.filter(({ id }) => id === stage.cell);
  const own = plan.cells.filter(({ workload, effect }) => workload === stage.workload && effect === "read");
  return own.filter(({ id }) => wanted.includes(id));
}

/** The store first: raw files are for people's eyes, and a kill between the two must not lose the measurement. */
async function save({ measurement, status }: Measured, slot: MeasureSlot, runId: string, deps: LabDeps): Promise<void> {
  await deps.store.saveMeasurement(runId, measurement);
  const folder = deps.paths.measurementFolder(runId, slot.variant, slot.cell, slot);
  await deps.os.files.makeDirectory(folder);
  for (const file of rawFiles(measurement, status)) await deps.os.files.write(join(folder, file.name), file.text);
  const { operations, seconds } = measurement.load;
  deps.progress({ kind: "measured", cell: slot.cell, variant: slot.variant, throughput: operations / seconds });
}

function reportRound(at: { round: number; open: readonly string[] }, loop: Loop, deps: LabDeps): void {
  const { plan } = loop.run;
  const rounds = plan.method.rounds.max;
  const left: Seconds = at.open.length === 0 ? 0 : (rounds - at.round) * loop.rounds.nextRound();
  const spent = loop.rounds.spent();
  deps.progress({
    kind: "round-done",
    round: at.round,
    rounds,
    openCells: at.open.length,
    cells: plan.cells.length,
    spent,
    left,
  });
}
