import { describe, expect, it } from "vitest";
import { KEY_DISTRIBUTIONS } from "../model/workload.ts";
import { createKeys } from "./keys.ts";
import { createRandom } from "./random.ts";

const ROWS = 100_001;
const DRAWS = 100_000;

function draw(name: "uniform" | "special", rows = ROWS, count = DRAWS): readonly number[] {
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
});
