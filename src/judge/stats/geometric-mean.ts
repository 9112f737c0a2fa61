import { meanLog } from "./log-ratio.ts";

/** Geometric mean of positive numbers; null for an empty list. The mean that fits ratios: that of B/A is mean B / mean A. */
export function geometricMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.exp(meanLog(values));
}
