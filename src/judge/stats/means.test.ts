import { describe, expect, it } from "vitest";
import { geometricMean } from "./geometric-mean.ts";
import { roundLogRatio } from "./log-ratio.ts";
import { median } from "./median.ts";

describe("the difference of a round", () => {
  it("is ln B - ln A for one measurement each", () => {
    expect(roundLogRatio([1000], [500])).toBeCloseTo(Math.log(0.5), 12);
  });

  it("cancels a drift that is linear in time on the log scale over a mirrored set A B B A", () => {
    const drift = (position: number) => 1000 * Math.exp(-0.03 * position);
    const difference = roundLogRatio([drift(0), drift(3)], [0.9 * drift(1), 0.9 * drift(2)]);
    expect(difference).toBeCloseTo(Math.log(0.9), 12);
  });

  it("changes its sign when the sides are exchanged", () => {
    expect(roundLogRatio([3, 5], [7, 2])).toBeCloseTo(-roundLogRatio([7, 2], [3, 5]), 12);
  });
});

describe("means", () => {
  it("are geometric: of 1, 10 and 100 it is 10", () => {
    expect(geometricMean([1, 10, 100])).toBeCloseTo(10, 12);
    expect(geometricMean([])).toBeNull();
  });

  it("have a median of the middle one or two", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNull();
  });
});
