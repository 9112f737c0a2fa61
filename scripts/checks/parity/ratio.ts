/** A ratio of two drivers over rounds that were measured side by side. Pure. */
import { criticalT } from "../../../src/judge/stats/student-t.ts";
import type { Pair } from "./subjects.ts";

/** Two-sided error rate of each interval; there is one for each cell, unadjusted. */
export const ALPHA = 0.05;

export interface Ratio {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Native over sysbench: Student's t interval on the logarithms of the rounds' ratios, which takes rounds as independent
 * and their log-ratios as about normal. At least two rounds of positive numbers.
 */
export function ratioOf(rounds: readonly Pair<number>[]): Ratio {
  const logs = rounds.map(({ native, sysbench }) => Math.log(native / sysbench));
  const n = logs.length;
  const mean = logs.reduce((sum, value) => sum + value, 0) / n;
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const half = criticalT(ALPHA, n - 1) * Math.sqrt(variance / n);
  return { mean: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}

export type Closeness = "within" | "differs" | "interval too wide";

/** Where the interval lies to 1 +- `margin`: inside, wholly outside, or neither. */
export function closeness({ low, high }: Ratio, margin: number): Closeness {
  if (low >= 1 - margin && high <= 1 + margin) return "within";
  return high < 1 - margin || low > 1 + margin ? "differs" : "interval too wide";
}
