/**
 * The null law of the smallest two-sided t-test p over the looks nMin ... nMax of one growing sample.
 *
 * Assumption: differences of rounds are independent and normal with one unknown variance. Then the law is free of that
 * variance, and its quantiles are in `boundary-table.ts`, made once by `scripts/calibrate-boundary.ts`. Where the table
 * ends, bounds take over that are never too small: they cost width, not error rate.
 */
import { BOUNDARY_LEVELS, BOUNDARY_TABLE, TABLED_N_MAX, TABLED_N_MIN } from "./boundary-table.ts";

/** Looks are taken after round nMin and each later one up to nMax. 2 <= nMin <= nMax, whole numbers. */
export interface LookRange {
  readonly nMin: number;
  readonly nMax: number;
}

/**
 * P(some look of the range gives a p of at most `p`) if nothing differs. Rises with `p`; at least `p`, at most 1 and
 * at most `p` times the number of looks.
 */
export function minimumPProbability(p: number, looks: LookRange): number {
  const count = looks.nMax - looks.nMin + 1;
  const bound = Math.min(1, p * count);
  if (count <= 1 || p >= 1) return bound;
  return Math.min(bound, Math.max(p, tabledProbability(p, looks)));
}

/**
 * The per-look level a' whose repeated intervals miss the truth at any look with probability `alpha`: the alpha
 * quantile of the law. `alpha` in (0, 1). Exactly `alpha` for a single look.
 */
export function perLookLevel(alpha: number, looks: LookRange): number {
  const count = looks.nMax - looks.nMin + 1;
  if (count <= 1) return alpha;
  // ln p by bisection: the law rises from alpha / count, where it is at most alpha, to alpha.
  let low = Math.log(alpha / count);
  let high = Math.log(alpha);
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (minimumPProbability(Math.exp(middle), looks) <= alpha) low = middle;
    else high = middle;
  }
  return Math.exp(low);
}

/** A first look later than the table's counts as the table's last: more looks, so never too small. */
function tabledProbability(p: number, { nMin, nMax }: LookRange): number {
  if (nMin > TABLED_N_MAX) return 1;
  const from = Math.min(nMin, TABLED_N_MIN.last);
  const to = Math.min(nMax, TABLED_N_MAX);
  // Looks past the table's end: the union bound, p for each.
  const beyond = (nMax - to) * p;
  return beyond + (from === to ? p : interpolated(p, BOUNDARY_TABLE[`${from}..${to}`] ?? [], to - from + 1));
}

/** Between tabled quantiles ln P is taken as linear in ln p; below the first, p times the number of looks. */
function interpolated(p: number, quantiles: readonly number[], looks: number): number {
  const above = quantiles.findIndex((quantile) => quantile > p);
  const lowestLevel = BOUNDARY_LEVELS[0];
  if (above === 0) return Math.min(lowestLevel, p * looks);
  const last = quantiles.length - 1;
  const [left, leftLevel] = point(quantiles, above < 0 ? last : above - 1);
  const [right, rightLevel] = above < 0 ? [1, 1] : point(quantiles, above);
  const share = Math.log(p / left) / Math.log(right / left);
  return leftLevel * (rightLevel / leftLevel) ** share;
}

function point(quantiles: readonly number[], index: number): readonly [quantile: number, level: number] {
  return [quantiles[index] ?? 1, BOUNDARY_LEVELS[index] ?? 1];
}
