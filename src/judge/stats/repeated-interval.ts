/**
 * Repeated confidence interval: looks after each round, one interval each, and with probability 1 - alpha all of them
 * hold the truth (Jennison & Turnbull, Group Sequential Methods, 2000, chapter 9; here with a flat boundary on the
 * p scale for normal differences of unknown variance). So a run may stop at any look for any reason.
 * Price: at 3 ... 12 looks and alpha 0.05 a half-width about 1.4 times that of one fixed look at round 12.
 */
import { type LookRange, minimumPProbability, perLookLevel } from "./minimum-p-law.ts";
import { criticalT, twoSidedP } from "./student-t.ts";

/** What is fixed before the first round. */
export interface Boundary {
  readonly looks: LookRange;
  /** a': two-sided level of each single look. */
  readonly level: number;
  /** `criticals[i]` is t_{1-a'/2, n-1} of the look at n = nMin + i rounds. */
  readonly criticals: readonly number[];
}

/** State of one difference at one look. Log scale: natural logarithm of variant / baseline. */
export interface Look {
  readonly n: number;
  readonly mean: number;
  /** Variance of one round, divisor n - 1. */
  readonly variance: number;
  readonly low: number;
  readonly high: number;
  /** Two-sided p of this look alone. */
  readonly p: number;
}

/** The boundary that keeps all looks of `looks` together at `alpha`. */
export function boundaryFor(alpha: number, looks: LookRange): Boundary {
  const level = perLookLevel(alpha, looks);
  const length = looks.nMax - looks.nMin + 1;
  return { looks, level, criticals: Array.from({ length }, (_, i) => criticalT(level, looks.nMin + i - 1)) };
}

/** The look after so many differences; null before nMin and past nMax, where the boundary has planned none. */
export function lookAfter(differences: readonly number[], boundary: Boundary): Look | null {
  const critical = boundary.criticals[differences.length - boundary.looks.nMin];
  return critical === undefined ? null : lookAt(differences, critical);
}

/** One t interval around the mean of `differences` (two or more) with half-width `critical` standard errors. */
export function lookAt(differences: readonly number[], critical: number): Look {
  const n = differences.length;
  const mean = differences.reduce((sum, value) => sum + value, 0) / n;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const error = Math.sqrt(variance / n);
  const half = critical * error;
  // Differences that are all zero have no t: nothing speaks against "no difference".
  const p = mean === 0 ? 1 : twoSidedP(mean / error, n - 1);
  return { n, mean, variance, low: mean - half, high: mean + half, p };
}

/**
 * The p of all looks so far together: the probability of so small a per-look p at any of the planned looks, if nothing
 * differs. `pValues[i]` belongs to the look at nMin + i. Never rises as looks are added; never below the smallest
 * per-look p; 1 before the first look. It is at most alpha exactly when some look's interval has excluded zero.
 */
export function sequentialP({ pValues, nMin, nMax }: { readonly pValues: readonly number[] } & LookRange): number {
  return minimumPProbability(Math.min(1, ...pValues), { nMin, nMax });
}
