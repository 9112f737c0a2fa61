/**
 * The order of one round. Every choice is a rank drawn from the seed and the names of what is ordered, so the order of
 * some cells does not change when others close, and a run that goes on later finds the same order again.
 */
import type { Cell, NextMeasurement, Plan, Stage } from "../model/plan.ts";
import { deriveSeed } from "../workloads/random.ts";

export type PlannedMeasurement = Extract<NextMeasurement, { kind: "measure" }>;

/**
 * All measurements of round `round` (from 1) for the cells named in `openCells`: reads, then writes, so that no read
 * waits behind the dirty pages of a write. Reads share one stage per workload entry and mirror the variants
 * (A B C C B A, or its reverse by coin), which cancels any drift that is linear in time. Writes have one stage for each
 * cell and variant, variants in random order.
 */
export function roundOrder(plan: Plan, round: number, openCells: readonly string[]): readonly PlannedMeasurement[] {
  const cells = plan.cells.filter(({ id }) => openCells.includes(id));
  const reads = shuffled(plan.workloads, ({ name }) => deriveSeed(plan.seed, "entries", round, name)).flatMap((entry) =>
    readStage(
      plan,
      round,
      cells.filter(({ workload, effect }) => workload === entry.name && effect === "read"),
    ),
  );
  const writes = cells.filter(({ effect }) => effect === "write");
  return [...reads, ...closedFirst(plan, round, writes).flatMap((cell) => writeStages(plan, round, cell))];
}

/**
 * At random, but the open loops of a step and its clients right after their closed loop, of which they may take their
 * rate. The place of a closed loop counts where it is itself no longer measured.
 */
function closedFirst(plan: Plan, round: number, cells: readonly Cell[]): readonly Cell[] {
  const rank = (id: string): number => deriveSeed(plan.seed, "cells", round, id);
  const closedOf = ({ id, openLoop }: Cell): string => openLoop?.closedCell ?? id;
  const isOpen = ({ openLoop }: Cell): number => Number(openLoop !== undefined);
  return cells.toSorted(
    (a, b) => rank(closedOf(a)) - rank(closedOf(b)) || isOpen(a) - isOpen(b) || rank(a.id) - rank(b.id),
  );
}

function readStage(plan: Plan, round: number, cells: readonly Cell[]): readonly PlannedMeasurement[] {
  const variants = plan.variants.map(({ name }) => name);
  return closedFirst(plan, round, cells).flatMap((cell) => {
    const isReversed = deriveSeed(plan.seed, "coin", round, cell.id) % 2 === 1;
    const first = isReversed ? variants.toReversed() : variants;
    const stage: Stage = {
      id: `${roundName(round)}.${cell.workload}.reads`,
      round,
      workload: cell.workload,
      variants,
      cell: null,
    };
    return [
      ...first.map((variant) => ({ kind: "measure" as const, stage, cell, variant, round, index: 1 })),
      ...first.toReversed().map((variant) => ({ kind: "measure" as const, stage, cell, variant, round, index: 2 })),
    ];
  });
}

function writeStages(plan: Plan, round: number, cell: Cell): readonly PlannedMeasurement[] {
  const names = plan.variants.map(({ name }) => name);
  return shuffled(names, (name) => deriveSeed(plan.seed, "variants", round, cell.id, name)).map((variant) => {
    const stage: Stage = {
      id: `${roundName(round)}.${cell.id}.${variant}`,
      round,
      workload: cell.workload,
      variants: [variant],
      cell: cell.id,
    };
    return { kind: "measure", stage, cell, variant, round, index: 1 };
  });
}

/** `r03` */
function roundName(round: number): string {
  return `r${String(round).padStart(2, "0")}`;
}

/** By rank; equal ranks (one in 4 thousand million) keep their order. */
function shuffled<Item>(items: readonly Item[], rank: (item: Item) => number): readonly Item[] {
  return items.toSorted((a, b) => rank(a) - rank(b));
}
