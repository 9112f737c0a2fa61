import { describe, expect, it } from "vitest";
import { partsWithin, secondsOf } from "./interval-parts.ts";

const at = (...seconds: readonly number[]) => seconds.map((second) => ({ second }));
const lengths = (seconds: readonly number[], from: number, to: number) =>
  partsWithin(at(...seconds), from, to).map((part) => [part.interval.second, part.seconds]);

describe("intervals within a stretch", () => {
  it("are those that end in it, where none is missing", () => {
    expect(lengths([1, 2, 3, 4], 1, 3)).toEqual([
      [2, 1],
      [3, 1],
    ]);
  });

  it("are covered by the next one where a line is missing, before, within and at the end of the stretch", () => {
    expect(lengths([2, 3], 1, 3)).toEqual([
      [2, 1],
      [3, 1],
    ]);
    expect(lengths([1, 3, 4], 1, 3)).toEqual([[3, 2]]);
    expect(lengths([1, 2, 4], 1, 3)).toEqual([
      [2, 1],
      [4, 1],
    ]);
  });

  it("cover less than the stretch where nothing was said after it", () => {
    expect(secondsOf(partsWithin(at(1, 2), 1, 4))).toBe(1);
    expect(partsWithin([], 0, 2)).toEqual([]);
  });

  it("that only touch the stretch, by the rounding of their times, are not of it", () => {
    expect(lengths([1.1, 2, 3.1], 1, 3).map(([second]) => second)).toEqual([2, 3.1]);
  });
});
