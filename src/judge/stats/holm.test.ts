import { describe, expect, it } from "vitest";
import { holmAdjusted } from "./holm.ts";

describe("Holm's adjustment", () => {
  it("multiplies the k-th smallest of m by m - k + 1 and never falls: 0.01, 0.04, 0.03, 0.005", () => {
    // Worked by hand: 0.005 * 4, 0.01 * 3, 0.03 * 2, then 0.04 * 1 raised to 0.06. R's p.adjust gives the same.
    const adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005]);
    for (const [i, expected] of [0.03, 0.06, 0.06, 0.02].entries()) expect(adjusted[i]).toBeCloseTo(expected, 12);
  });

  it("leaves a single p alone and stops at one", () => {
    expect(holmAdjusted([0.2])).toEqual([0.2]);
    expect(holmAdjusted([0.6, 0.9, 1])).toEqual([1, 1, 1]);
    expect(holmAdjusted([])).toEqual([]);
  });

  it("does not depend on the order of its family", () => {
    const forward = holmAdjusted([0.001, 0.02, 0.02, 0.3]);
    expect(holmAdjusted([0.3, 0.02, 0.02, 0.001]).toReversed()).toEqual(forward);
  });
});
