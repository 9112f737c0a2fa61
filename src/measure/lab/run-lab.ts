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
import type { Cell, NextMeasurement, Plan, Stage } from "../../model/plan.ts";
import type { Seconds } from "../../model/units.ts";
import { nextMeasurement } from "../../spec/next-measurement.ts";
import { rawFiles } from "../../store/raw-files.ts";
import type { RunState, StoredRun } from "../../store/store.ts";
import type { DriverSession } from "../drivers/driver.ts";
import type { LabDeps } from "./lab-deps.ts";
import { type MeasureSlot, measure } from "./measure.ts";
import { createRoundClock, type RoundClock } from "./round-clock.ts";
import { createStageKeeper, type StageKeeper } from "./stage-keeper.ts";
import { ensureTemplates } from "./template.ts";

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
  try {
    const end = await withDriver(run, deps, (session) => measureAll({ run, rounds, session }, deps));
    await setState("done");
    return end;
  } catch (error) {
    await setState(error instanceof LabError && error.code === "interrupted" ? "interrupted" : "failed");
    throw error;
  }
}

async function withDriver(
  run: StoredRun,
  deps: LabDeps,
  body: (session: DriverSession) => Promise<LabEnd>,
): Promise<LabEnd> {
  await deps.os.files.makeDirectory(deps.paths.runFolder(run.id));
  const session = await deps.driver.open({
    cpus: run.plan.cpus?.client ?? null,
    logFile: deps.paths.driverLog(run.id),
  });
  try {
    return await body(session);
  } finally {
    await session.close();
  }
}

interface Loop {
  readonly run: StoredRun;
  readonly rounds: RoundClock;
  readonly session: DriverSession;
}

async function measureAll(loop: Loop, deps: LabDeps): Promise<LabEnd> {
  const templates = await ensureTemplates(loop.run.plan, deps);
  const stages = createStageKeeper({ run: loop.run, templates, session: loop.session }, deps);
  try {
    return await runRounds(loop, stages, deps);
  } finally {
    await stages.leave();
  }
}

/** One turn of the outer loop is one round: cells are judged, and the budget is looked at, between rounds only. */
async function runRounds(loop: Loop, stages: StageKeeper, deps: LabDeps): Promise<LabEnd> {
  const { plan } = loop.run;
  const done: Measurement[] = [...loop.run.measurements];
  while (true) {
    const open = stillOpen(plan, done);
    let next = nextMeasurement(plan, done, open);
    if (next.kind === "end") return next.reason;
    if (!loop.rounds.begin()) return "budget-spent";
    const { round } = next;
    while (inRound(next, round)) {
      const { servers, warnings } = await stages.enter(next.stage, cellsOf(next.stage, plan, open));
      const warned = warnings.get(next.variant) ?? [];
      const measurement = await measure({ plan, slot: next, servers, session: loop.session, warnings: warned }, deps);
      await save(measurement, next, loop.run.id, deps);
      done.push(measurement);
      next = nextMeasurement(plan, done, open);
    }
    loop.rounds.end();
    reportRound({ round, open: stillOpen(plan, done) }, loop, deps);
  }
}

function inRound(next: NextMeasurement, round: number): next is MeasureSlot {
  return next.kind === "measure" && next.round === round;
}

function stillOpen(plan: Plan, measurements: readonly Measurement[]): readonly string[] {
  return openCells(plan, judgeRun(plan, measurements));
}

/** A read stage measures every open read cell of its workload entry, a write stage the one cell it was made for. */
function cellsOf(stage: Stage, plan: Plan, open: readonly string[]): readonly Cell[] {
  if (stage.cell !== null) return plan.cells.filter((cell) => cell.id === stage.cell);
  const own = plan.cells.filter((cell) => cell.workload === stage.workload && cell.effect === "read");
  return own.filter((cell) => open.includes(cell.id));
}

/** The store first: raw files are for people's eyes, and a kill between the two must not lose the measurement. */
async function save(measurement: Measurement, slot: MeasureSlot, runId: string, deps: LabDeps): Promise<void> {
  await deps.store.saveMeasurement(runId, measurement);
  const folder = deps.paths.measurementFolder(runId, slot.variant, slot.cell, slot);
  await deps.os.files.makeDirectory(folder);
  for (const file of rawFiles(measurement)) await deps.os.files.write(join(folder, file.name), file.text);
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
