import { describe, expect, it } from "vitest";
import { KEY_DISTRIBUTIONS, type KeyDistribution } from "../model/workload.ts";
import { createKeys } from "./keys.ts";
import { createRandom } from "./random.ts";

const ROWS = 100_001;
const DRAWS = 100_000;

function draw(name: KeyDistribution, rows = ROWS, count = DRAWS): readonly number[] {
  const keys = createKeys(name, rows);
  const random = createRandom(11);
  return Array.from({ length: count }, () => keys(random));
}

describe("createKeys", () => {
  it("draws only rows that are there, in tables of any size", () => {
    for (const name of KEY_DISTRIBUTIONS) {
      for (const rows of [1, 2, 3, 99, 1000]) {
        const keys = draw(name, rows, 5000);
        expect(Math.min(...keys)).toBeGreaterThanOrEqual(1);
        expect(Math.max(...keys)).toBeLessThanOrEqual(rows);
        expect(keys.every(Number.isInteger)).toBe(true);
      }
    }
  });

  it("draws uniform keys evenly over the table", () => {
    const keys = draw("uniform");
    const lowerTenth = keys.filter((key) => key <= ROWS / 10).length / DRAWS;
    const mean = keys.reduce((sum, key) => sum + key, 0) / DRAWS;
    expect(lowerTenth).toBeCloseTo(0.1, 2);
    expect(mean / ROWS).toBeCloseTo(0.5, 2);
  });

  it("puts three of four special keys on the upper three quarters of the middle hundredth, as sysbench 1.0.20 does", () => {
    // t = 100 000, so the hot range is u * 1001 + 49 500 for u in [1/4, 1): keys 49 751 ... 50 501.
    const keys = draw("special");
    const hot = keys.filter((key) => key >= 49_751 && key <= 50_501);
    // A bell with a standard deviation of t/12 adds 0.25 * 751 / 8333 / sqrt(2 pi) of its own.
    expect(hot.length / DRAWS).toBeCloseTo(0.75 + 0.25 * 0.036, 2);
    const lowerHalf = hot.filter((key) => key <= 50_126).length / hot.length;
    expect(lowerHalf).toBeCloseTo(0.5, 2);
  });

  it("draws the other quarter of special keys from a bell of 12 uniforms: mean t/2, standard deviation t/12", () => {
    const rest = draw("special").filter((key) => key < 49_751 || key > 50_501);
    const mean = rest.reduce((sum, key) => sum + key, 0) / rest.length;
    const variance = rest.reduce((sum, key) => sum + (key - mean) ** 2, 0) / rest.length;
    expect(rest.length / DRAWS).toBeCloseTo(0.25 * (1 - 0.036), 2);
    expect(mean / 100_000).toBeCloseTo(0.5, 2);
    // Without its middle the bell is a little wider: variance (1 - tiny) / (1 - 0.036).
    expect(Math.sqrt(variance) / (100_000 / 12)).toBeCloseTo(1.018, 1);
    expect(rest.some((key) => key < 30_000)).toBe(true);
  });

  it("draws gaussian keys from a bell of 12 uniforms over the whole table: mean 1/2, standard deviation 1/12", () => {
    const places = draw("gaussian").map((key) => key / ROWS);
    const mean = places.reduce((sum, place) => sum + place, 0) / DRAWS;
    const variance = places.reduce((sum, place) => sum + (place - mean) ** 2, 0) / DRAWS;
    expect(mean).toBeCloseTo(0.5, 2);
    expect(Math.sqrt(variance)).toBeCloseTo(1 / 12, 3);
    // Of the sum of twelve uniforms 67.85 % are within one standard deviation.
    expect(places.filter((place) => Math.abs(place - 0.5) < 1 / 12).length / DRAWS).toBeCloseTo(0.6785, 2);
  });

  it("gives four fifths of pareto draws to the first fifth of the rows, and so again within that fifth", () => {
    const keys = draw("pareto");
    const upTo = (share: number): number => keys.filter((key) => key <= share * ROWS).length / DRAWS;
    expect(upTo(0.2)).toBeCloseTo(0.8, 2);
    expect(upTo(0.04)).toBeCloseTo(0.64, 2);
    expect(upTo(0.008)).toBeCloseTo(0.512, 2);
  });

  it("draws zipfian keys with exponent 0.8: key 1 twice as often as key 2 to the power of 0.8", () => {
    const keys = draw("zipfian", 1000);
    const times = (wanted: number): number => keys.filter((key) => key === wanted).length;
    const sum = Array.from({ length: 1000 }, (_, index) => (index + 1) ** -0.8).reduce((total, one) => total + one, 0);
    expect(times(1) / DRAWS).toBeCloseTo(1 / sum, 2);
    expect(times(2) / DRAWS).toBeCloseTo(2 ** -0.8 / sum, 2);
  });

  it("draws the same keys from the same seed", () => {
    for (const name of KEY_DISTRIBUTIONS) expect(draw(name, ROWS, 100)).toEqual(draw(name, ROWS, 100));
  });
});
