import { describe, expect, it } from "vitest";
import { isWarm } from "./steady.ts";

const RULE = { windowSeconds: 2, tolerance: 0.05 };

function seconds(...operations: readonly number[]) {
  return operations.map((count) => ({ seconds: 1, operations: count }));
}

describe("a server is warm", () => {
  it("when the last window is within 5 % of the one before, either way", () => {
    expect(isWarm(seconds(500, 1000, 1000, 1040, 1040), RULE)).toBe(true);
    expect(isWarm(seconds(1000, 1000, 960, 960), RULE)).toBe(true);
    expect(isWarm(seconds(1000, 1000, 1060, 1060), RULE)).toBe(false);
    expect(isWarm(seconds(1000, 1000, 940, 940), RULE)).toBe(false);
  });

  it("not before two windows are whole, and not when nothing succeeds", () => {
    expect(isWarm(seconds(1000, 1000, 1000), RULE)).toBe(false);
    expect(isWarm([], RULE)).toBe(false);
    expect(isWarm(seconds(0, 0, 0, 0), RULE)).toBe(false);
  });

  it("by windows of at least a second, made of shorter stretches", () => {
    const tenths = Array.from({ length: 20 }, (_, i) => ({ seconds: 0.1, operations: i % 2 === 0 ? 50 : 150 }));
    expect(isWarm(tenths, { windowSeconds: 0.1, tolerance: 0.05 })).toBe(true);
    expect(isWarm(tenths.slice(1), { windowSeconds: 0.1, tolerance: 0.05 })).toBe(false);
  });

  it("although it drifts slowly: the rule's known limit", () => {
    expect(
      isWarm(
        Array.from({ length: 60 }, (_, i) => ({ seconds: 1, operations: 1000 * 1.02 ** i })),
        RULE,
      ),
    ).toBe(true);
  });
});
