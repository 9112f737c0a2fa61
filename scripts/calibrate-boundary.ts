/**
 * Makes `src/judge/stats/boundary-table.ts`: quantiles of the smallest two-sided t-test p over the looks nMin ... nMax
 * of a sample of independent normal numbers with unknown variance, by seeded simulation.
 *
 *     node scripts/calibrate-boundary.ts > table.ts && mv table.ts src/judge/stats/boundary-table.ts
 *     node scripts/calibrate-boundary.ts --check      # the shipped table against other seeds
 *
 * About 110 seconds of one core for 25 million paths; the relative standard error of a tabled quantile is then
 * 2 % at level 0.0001 and below 0.1 % at level 0.05.
 */
import { parseArgs } from "node:util";
import { perLookLevel } from "../src/judge/stats/minimum-p-law.ts";
import { seededNormal } from "../src/judge/stats/seeded-normal.ts";
import { twoSidedP } from "../src/judge/stats/student-t.ts";

const LEVELS = [
  0.0001, 0.00015, 0.0002, 0.0003, 0.0005, 0.0007, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01, 0.015, 0.02, 0.03,
  0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 0.9,
] as const;
const FIRST_N_MIN = 2;
const LAST_N_MIN = 6;
const N_MAX = 30;

/** p as a function of w = sqrt(ln(1 + t^2/df)), in which -ln p is smooth; read from a grid, since 10^9 are needed. */
const GRID_STEP = 0.002;
const GRID_POINTS = 3000;
/** Bins of -ln p. All p below e^-20 share the last one. */
const BINS_PER_UNIT = 400;
const BINS = 20 * BINS_PER_UNIT;

/** Counts of the running minimum by nMin, nMax and bin of -ln p. */
type Histograms = readonly (readonly Int32Array[])[];

function minusLogPGrid(n: number): Float64Array {
  const df = n - 1;
  return Float64Array.from({ length: GRID_POINTS + 1 }, (_, i) => {
    const t = Math.sqrt(df * Math.expm1((i * GRID_STEP) ** 2));
    return -Math.log(twoSidedP(t, df));
  });
}

function binOf(grid: Float64Array, ratio: number): number {
  const position = Math.min(Math.sqrt(Math.log1p(ratio)) / GRID_STEP, GRID_POINTS - 1);
  const index = Math.floor(position);
  const low = grid[index] ?? 0;
  const value = low + (position - index) * ((grid[index + 1] ?? low) - low);
  return Math.min(BINS - 1, Math.floor(value * BINS_PER_UNIT));
}

/** Bins of the p of looks 2 ... N_MAX of one fresh path, into `bins[n]`. t^2/df is n mean^2 / (sum of squares). */
function drawPath(normal: () => number, grids: readonly Float64Array[], bins: Int32Array): void {
  let mean = 0;
  let squares = 0;
  for (let n = 1; n <= N_MAX; n++) {
    const value = normal();
    const step = value - mean;
    mean += step / n;
    squares += step * (value - mean);
    if (n >= 2) bins[n] = binOf(grids[n] ?? new Float64Array(0), (n * mean * mean) / squares);
  }
}

function emptyHistograms(): Histograms {
  return Array.from({ length: LAST_N_MIN + 1 }, () => Array.from({ length: N_MAX + 1 }, () => new Int32Array(BINS)));
}

/** The running minimum changes seldom: only changes are written, and `accumulate` sums them up over nMax. */
function addPath(bins: Int32Array, histograms: Histograms): void {
  for (let nMin = FIRST_N_MIN; nMin <= LAST_N_MIN; nMin++) {
    let best = -1;
    for (let n = nMin; n <= N_MAX; n++) {
      const bin = bins[n] ?? 0;
      if (bin <= best) continue;
      const changes = histograms[nMin]?.[n] ?? new Int32Array(0);
      changes[bin] = (changes[bin] ?? 0) + 1;
      if (best >= 0) changes[best] = (changes[best] ?? 0) - 1;
      best = bin;
    }
  }
}

function accumulate(histograms: Histograms): void {
  for (const byMax of histograms) {
    for (let n = 1; n <= N_MAX; n++) {
      const before = byMax[n - 1];
      byMax[n]?.forEach((count, bin, counts) => {
        counts[bin] = count + (before?.[bin] ?? 0);
      });
    }
  }
}

function simulate(paths: number, seed: number): Histograms {
  const normal = seededNormal(seed);
  const grids = Array.from({ length: N_MAX + 1 }, (_, n) => (n < 2 ? new Float64Array(0) : minusLogPGrid(n)));
  const histograms = emptyHistograms();
  const bins = new Int32Array(N_MAX + 1);
  for (let path = 0; path < paths; path++) {
    drawPath(normal, grids, bins);
    addPath(bins, histograms);
  }
  accumulate(histograms);
  return histograms;
}

/** The p that the minimum stays below with probability `level`, linear in -ln p inside a bin. */
function quantile(counts: Int32Array, paths: number, level: number): number {
  let left = level * paths;
  for (let bin = BINS - 1; bin >= 0; bin--) {
    const count = counts[bin] ?? 0;
    if (count > 0 && count >= left) return Math.exp(-(bin + 1 - left / count) / BINS_PER_UNIT);
    left -= count;
  }
  return 1;
}

function table(histograms: Histograms, paths: number): string[] {
  const rows: string[] = [];
  for (let nMin = FIRST_N_MIN; nMin <= LAST_N_MIN; nMin++) {
    for (let nMax = nMin + 1; nMax <= N_MAX; nMax++) {
      const counts = histograms[nMin]?.[nMax] ?? new Int32Array(0);
      const values = LEVELS.map((level) => Number(quantile(counts, paths, level).toPrecision(5)));
      rows.push(`  "${nMin}..${nMax}": [${values.join(", ")}],`);
    }
  }
  return rows;
}

function printTable(paths: number, seed: number): void {
  console.log(`/**
 * Generated by \`node scripts/calibrate-boundary.ts --paths ${paths} --seed ${seed}\`; do not edit.
 * Quantiles of the smallest two-sided t-test p over looks nMin ... nMax, if nothing differs.
 */

/** Probabilities at which each row of BOUNDARY_TABLE gives the quantile, ascending. */
export const BOUNDARY_LEVELS = [${LEVELS.join(", ")}] as const;
/** First looks that have rows. */
export const TABLED_N_MIN = { first: ${FIRST_N_MIN}, last: ${LAST_N_MIN} } as const;
/** The last look that has a row. */
export const TABLED_N_MAX = ${N_MAX};

/** By \`<nMin>..<nMax>\`, nMin < nMax. A row ascends, one quantile for each of BOUNDARY_LEVELS. */
export const BOUNDARY_TABLE: Readonly<Record<string, readonly number[]>> = {
${table(simulate(paths, seed), paths).join("\n")}
};`);
}

/** How often the minimum is at or below the shipped level, on paths of its own. Bins at the edge count by their share. */
function hitShare(counts: Int32Array, paths: number, p: number): number {
  const edge = -Math.log(p) * BINS_PER_UNIT;
  const bin = Math.floor(edge);
  const above = counts.subarray(bin + 1).reduce((sum, count) => sum + count, 0);
  return (above + (counts[bin] ?? 0) * (bin + 1 - edge)) / paths;
}

function printCheck(paths: number, seed: number): void {
  const histograms = simulate(paths, seed);
  for (const [nMin, nMax] of [
    [2, 8],
    [3, 5],
    [3, 12],
    [3, 16],
    [4, 20],
    [6, 30],
  ] as const)
    for (const alpha of [0.01, 0.05, 0.1]) {
      const level = perLookLevel(alpha, { nMin, nMax });
      const share = hitShare(histograms[nMin]?.[nMax] ?? new Int32Array(0), paths, level);
      const error = Math.sqrt((alpha * (1 - alpha)) / paths);
      console.log(
        `looks ${nMin}..${nMax} alpha ${alpha}: a' ${level.toPrecision(4)}, seen ${share.toFixed(5)}, ` +
          `${((share - alpha) / error).toFixed(1)} standard errors off`,
      );
    }
}

const { values } = parseArgs({
  options: {
    paths: { type: "string", default: "25000000" },
    seed: { type: "string", default: "20261130" },
    check: { type: "boolean", default: false },
  },
});
if (values.check) printCheck(Math.min(Number(values.paths), 4_000_000), Number(values.seed) + 1);
else printTable(Number(values.paths), Number(values.seed));
