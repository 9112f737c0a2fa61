import { describe, expect, it } from "vitest";
import { BOUNDARY_LEVELS, BOUNDARY_TABLE, TABLED_N_MAX, TABLED_N_MIN } from "./boundary-table.ts";
import { minimumPProbability, perLookLevel } from "./minimum-p-law.ts";

describe("the law of the smallest p over looks", () => {
  it("has a row for each range of looks, quantiles rising in the level and falling in the number of looks", () => {
    for (let nMin: number = TABLED_N_MIN.first; nMin <= TABLED_N_MIN.last; nMin++)
      for (let nMax = nMin + 1; nMax <= TABLED_N_MAX; nMax++) {
        const row = BOUNDARY_TABLE[`${nMin}..${nMax}`] ?? [];
        expect(row).toHaveLength(BOUNDARY_LEVELS.length);
        expect(row).toEqual(row.toSorted((a, b) => a - b));
        const shorter = BOUNDARY_TABLE[`${nMin}..${nMax - 1}`] ?? row;
        expect(row.every((quantile, i) => quantile <= (shorter[i] ?? 0))).toBe(true);
      }
  });

  it("has the per-look levels of an independent calibration with 200 000 paths, within its error", () => {
    // 1.4 % is one standard error of that calibration's level: sqrt(0.95 / 0.05 / 200000) and the slope of the law.
    expect(Math.abs(perLookLevel(0.05, { nMin: 3, nMax: 12 }) / 0.01072 - 1)).toBeLessThan(0.03);
    expect(Math.abs(perLookLevel(0.05, { nMin: 3, nMax: 16 }) / 0.00884 - 1)).toBeLessThan(0.03);
  });

  it("is the uniform law for a single look, so that the level is alpha exactly", () => {
    expect(perLookLevel(0.05, { nMin: 5, nMax: 5 })).toBe(0.05);
    expect(minimumPProbability(0.03, { nMin: 5, nMax: 5 })).toBe(0.03);
  });

  it("has alpha at the level of alpha, for tabled and other alphas and ranges", () => {
    for (const looks of [
      { nMin: 2, nMax: 30 },
      { nMin: 3, nMax: 12 },
      { nMin: 4, nMax: 60 },
      { nMin: 9, nMax: 14 },
      { nMin: 40, nMax: 44 },
    ])
      for (const alpha of [0.001, 0.01, 0.037, 0.05, 0.1, 0.5]) {
        expect(minimumPProbability(perLookLevel(alpha, looks), looks)).toBeCloseTo(alpha, 9);
      }
  });

  it("rises with p and stays between p and p times the number of looks, also below the tabled tail", () => {
    for (const looks of [
      { nMin: 3, nMax: 12 },
      { nMin: 2, nMax: 45 },
      { nMin: 8, nMax: 20 },
    ]) {
      const count = looks.nMax - looks.nMin + 1;
      let before = 0;
      for (let log = -20; log <= 0; log += 0.05) {
        const p = Math.exp(log);
        const probability = minimumPProbability(p, looks);
        expect(probability).toBeGreaterThanOrEqual(Math.max(before, p));
        expect(probability).toBeLessThanOrEqual(Math.min(1, p * count) * (1 + 1e-12));
        before = probability;
      }
      expect(before).toBeGreaterThan(0.9);
    }
  });

  it("charges looks past the table's end in full", () => {
    const inTable = minimumPProbability(0.001, { nMin: 3, nMax: 30 });
    expect(minimumPProbability(0.001, { nMin: 3, nMax: 40 })).toBeCloseTo(inTable + 10 * 0.001, 12);
  });
});
