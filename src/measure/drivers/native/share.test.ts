import { describe, expect, it } from "vitest";
import { clientNumbers, partOf } from "./share.ts";

describe("the share of a load loop", () => {
  it("deals the clients out one by one, each to one loop", () => {
    expect([0, 1, 2].map((index) => clientNumbers(7, { index, count: 3 }))).toEqual([
      [1, 4, 7],
      [2, 5],
      [3, 6],
    ]);
  });

  it("adds up to the whole, also where there are more loops than things", () => {
    for (const whole of [1, 3, 8, 1000]) {
      const parts = [0, 1, 2].map((index) => partOf(whole, { index, count: 3 }));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(whole);
    }
    expect(clientNumbers(1, { index: 1, count: 2 })).toEqual([]);
  });
});
