/** Ratios of the per-operation columns, with intervals and no verdict. */
import type { Measurement } from "../../model/measurement.ts";
import type { Difference, PerOperationColumn } from "../../model/verdict.ts";
import { lookAt } from "../stats/repeated-interval.ts";
import { criticalT } from "../stats/student-t.ts";
import { perOperation } from "./counter-rates.ts";
import { COLUMNS } from "./figures.ts";
import type { Contrast, WholeRound } from "./observations.ts";

export type PerOperationDifferences = Readonly<Partial<Record<PerOperationColumn, Difference>>>;

/**
 * Variant / baseline of each per-operation column of a contrast. The interval is a t interval at level 1 - alpha over
 * rounds on the log scale, adjusted neither for looks nor for cells nor for columns: to be read, not to decide by.
 * A column is absent where fewer than two rounds count, or where any of them lacks it or has it as zero: a ratio to
 * zero says nothing, and leaving only those rounds out would choose the rounds by their result.
 */
export function columnDifferences(contrast: Contrast, alpha: number): PerOperationDifferences {
  return Object.fromEntries(
    COLUMNS.flatMap((column) => {
      const logRatios = contrast.rounds.map((round) => columnLogRatio(round, column));
      const whole = logRatios.filter((value) => value !== null);
      return whole.length < 2 || whole.length < logRatios.length ? [] : [[column, differenceOf(whole, alpha)]];
    }),
  );
}

function differenceOf(logRatios: readonly number[], alpha: number): Difference {
  const { mean, low, high } = lookAt(logRatios, criticalT(alpha, logRatios.length - 1));
  return { ratio: Math.exp(mean), low: Math.exp(low), high: Math.exp(high) };
}

/** Arithmetic means inside the round: a measurement of an ABBA set may well have no read at all. */
function columnLogRatio(round: WholeRound, column: PerOperationColumn): number | null {
  const mean = (side: readonly Measurement[]) => {
    const values = side.flatMap((measurement) => perOperation(measurement, column) ?? []);
    return values.length < side.length ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const baseline = mean(round.baseline);
  const variant = mean(round.variant);
  return baseline > 0 && variant > 0 ? Math.log(variant / baseline) : null;
}
