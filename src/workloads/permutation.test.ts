import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPermutation } from "./permutation.ts";

describe("createPermutation", () => {
  it("meets each row exactly once, whatever the number of rows and the seed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer(), (rows, seed) => {
        const keyAt = createPermutation(rows, seed);
        const keys = new Set(Array.from({ length: rows }, (_, index) => keyAt(index)));
        expect(keys.size).toBe(rows);
        expect(Math.min(...keys)).toBe(1);
        expect(Math.max(...keys)).toBe(rows);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it("gives the same order for the same seed and another for another", () => {
    const order = (seed: number): readonly number[] => {
      const keyAt = createPermutation(1000, seed);
      return Array.from({ length: 1000 }, (_, index) => keyAt(index));
    };
    expect(order(5)).toEqual(order(5));
    const same = order(5).filter((key, index) => key === order(6)[index]).length;
    // Two random orders of 1000 agree in one place on average.
    expect(same).toBeLessThan(8);
  });

  it("leaves no trace of the rows' order: the first half of the keys comes evenly from the table", () => {
    const keyAt = createPermutation(100_000, 9);
    let low = 0;
    let neighbours = 0;
    for (let index = 0; index < 50_000; index++) {
      if (keyAt(index) <= 50_000) low++;
      if (Math.abs(keyAt(index) - keyAt(index + 1)) < 10) neighbours++;
    }
    expect(low / 50_000).toBeCloseTo(0.5, 1);
    expect(neighbours).toBeLessThan(50);
  });

  it.each([2 ** 31, 1e12, 2 ** 52])("works in tables of %d rows", (rows) => {
    const keyAt = createPermutation(rows, 1);
    const keys = Array.from({ length: 1000 }, (_, index) => keyAt(rows - 1 - index));
    expect(new Set(keys).size).toBe(1000);
    expect(keys.every((key) => Number.isInteger(key) && key >= 1 && key <= rows)).toBe(true);
    // Not in one corner: a thousand keys reach both outer tenths.
    expect([Math.min(...keys) < rows / 10, Math.max(...keys) > 0.9 * rows]).toEqual([true, true]);
  });
});
