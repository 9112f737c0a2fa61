import type { NextMeasurement, Plan } from "../model/plan.ts";
import { type PlannedMeasurement, roundOrder } from "./round-order.ts";

/** What names a saved measurement; `Measurement` has these. */
export interface DoneMeasurement {
  readonly cell: string;
  readonly variant: string;
  readonly round: number;
  readonly index: number;
}

/**
 * The next thing to do, from the plan and what is saved alone: a run that was stopped anywhere goes on where it was.
 * A round that was begun for a cell is finished for it, even when the cell has closed since, for half a round is
 * worth nothing; a closed cell that was not begun is left out at once. `done` is in the order of saving (only its
 * highest round matters); `openCells` are ids of cells without a verdict yet.
 */
export function nextMeasurement(
  plan: Plan,
  done: readonly DoneMeasurement[],
  openCells: readonly string[],
): NextMeasurement {
  const saved = new Set(done.map(measurementKey));
  const current = done.reduce((round, measurement) => Math.max(round, measurement.round), 1);
  const begun = done.filter(({ round }) => round === current).map(({ cell }) => cell);
  const isMissing = (planned: PlannedMeasurement) => !saved.has(measurementKey({ ...planned, cell: planned.cell.id }));
  const here = roundOrder(plan, current, [...openCells, ...begun]).find(isMissing);
  if (here !== undefined && current <= plan.method.rounds.max) return here;
  if (openCells.length === 0) return { kind: "end", reason: "all-closed" };
  const [following] = current < plan.method.rounds.max ? roundOrder(plan, current + 1, openCells) : [];
  return following ?? { kind: "end", reason: "rounds-spent" };
}

function measurementKey({ cell, variant, round, index }: DoneMeasurement): string {
  return `${cell}/${variant}/r${round}.m${index}`;
}
