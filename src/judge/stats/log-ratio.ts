/**
 * The difference of one round: mean of ln(variant) - mean of ln(baseline) over the round's measurements. In a mirrored
 * order (A B B A) a drift that is linear in time adds the same to both means and cancels; with one measurement each
 * (writes) it does not, and only the coin that orders them keeps it from pointing one way.
 * Inputs are positive rates, at least one of each.
 */
export function roundLogRatio(baseline: readonly number[], variant: readonly number[]): number {
  return meanLog(variant) - meanLog(baseline);
}

/** Mean natural logarithm of positive numbers; NaN for an empty list. */
export function meanLog(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.log(value), 0) / values.length;
}
