/** Measurements -> differences of rounds: which rounds count for a contrast of variant and baseline, and which not. */
import type { Measurement } from "../../model/measurement.ts";
import type { Cell, Plan } from "../../model/plan.ts";
import type { Metric } from "../../model/verdict.ts";
import { roundLogRatio } from "../stats/log-ratio.ts";
import { metricOf, speedOf } from "./metric.ts";

/** Measurements of one variant in one cell and round that the plan asks for: an ABBA set has two of each. */
export const PLANNED_MEASUREMENTS = { read: 2, write: 1 } as const;

/** One round that counts. */
export interface WholeRound {
  readonly round: number;
  /** ln(variant / baseline) of speed: throughput, or one over the mean response time. Below 0 is slower. */
  readonly logRatio: number;
  /** The planned measurements, each with at least one operation. */
  readonly baseline: readonly Measurement[];
  readonly variant: readonly Measurement[];
}

export interface LeftOutRound {
  readonly round: number;
  /** `baseline has 1 of 2 measurements`. */
  readonly reason: string;
}

/** All that was measured of one variant against the baseline in one cell. Rounds ascend. */
export interface Contrast {
  readonly cell: Cell;
  readonly variant: string;
  readonly rounds: readonly WholeRound[];
  readonly leftOut: readonly LeftOutRound[];
  /** Everything, also of rounds that are left out. */
  readonly measurements: { readonly baseline: readonly Measurement[]; readonly variant: readonly Measurement[] };
}

/**
 * All cells x variants other than the baseline, in the plan's order. The order of `measurements` does not matter;
 * those of cells or variants that the plan does not have are no part of the run.
 */
export function contrastsOf(plan: Plan, measurements: readonly Measurement[]): readonly Contrast[] {
  const byCell = Map.groupBy(measurements, (measurement) => measurement.cell);
  return plan.cells.flatMap((cell) => {
    const ofCell = byCell.get(cell.id) ?? [];
    return plan.variants
      .filter((variant) => variant.name !== plan.baseline)
      .map((variant) => contrastOf(cell, ofCell, { variant: variant.name, baseline: plan.baseline }))
      .map((contrast) => untilLastLook(contrast, plan.method.rounds.max));
  });
}

interface Pair {
  readonly variant: string;
  readonly baseline: string;
}

function contrastOf(cell: Cell, ofCell: readonly Measurement[], pair: Pair): Contrast {
  const baseline = inOrder(ofCell, pair.baseline);
  const variant = inOrder(ofCell, pair.variant);
  const rounds: WholeRound[] = [];
  const leftOut: LeftOutRound[] = [];
  for (const round of new Set(
    [...baseline, ...variant].map((measurement) => measurement.round).toSorted((a, b) => a - b),
  )) {
    const planned = PLANNED_MEASUREMENTS[cell.effect];
    const sides = {
      baseline: baseline.filter((measurement) => measurement.round === round && measurement.index <= planned),
      variant: variant.filter((measurement) => measurement.round === round && measurement.index <= planned),
    };
    const metric = metricOf(cell);
    const lacking = (name: string, side: readonly Measurement[]) => lacks(name, side, { planned, metric });
    const reason = lacking(pair.baseline, sides.baseline) ?? lacking(pair.variant, sides.variant);
    if (reason === null) rounds.push(wholeRound(round, sides, metric));
    else leftOut.push({ round, reason });
  }
  return { cell, variant: pair.variant, rounds, leftOut, measurements: { baseline, variant } };
}

/** A round past the last planned look is not used: its look is not in the boundary. */
function untilLastLook(contrast: Contrast, most: number): Contrast {
  const beyond = contrast.rounds
    .slice(most)
    .map(({ round }) => ({ round, reason: `comes after ${most} whole rounds` }));
  return { ...contrast, rounds: contrast.rounds.slice(0, most), leftOut: [...contrast.leftOut, ...beyond] };
}

function wholeRound(round: number, sides: Pick<WholeRound, "baseline" | "variant">, metric: Metric): WholeRound {
  const speeds = (side: readonly Measurement[]) => side.map((measurement) => speedOf(metric, measurement));
  const logRatio = roundLogRatio(speeds(sides.baseline), speeds(sides.variant));
  return { round, logRatio, ...sides };
}

function inOrder(measurements: readonly Measurement[], variant: string): readonly Measurement[] {
  return measurements
    .filter((measurement) => measurement.variant === variant)
    .toSorted((a, b) => a.round - b.round || a.index - b.index);
}

/** What keeps a side of a round from counting; null when nothing does. */
function lacks(
  name: string,
  side: readonly Measurement[],
  { planned, metric }: { readonly planned: number; readonly metric: Metric },
): string | null {
  if (side.length < planned) return `${name} has ${side.length} of ${planned} measurements`;
  const idle = side.filter((measurement) => !(speedOf(metric, measurement) > 0)).length;
  return idle === 0 ? null : `${name} has ${idle} of ${planned} measurements in which no operation succeeded`;
}
