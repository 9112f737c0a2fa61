import { describe, expect, it } from "vitest";
import { createRandom } from "../../../../workloads/random.ts";
import { gapsOf } from "./arrivals.ts";

const COUNT = 100_000;

function gaps(spacing: "even" | "poisson", rate = 500) {
  const next = gapsOf({ kind: "open", rate, spacing }, { index: 0, count: 1 }, createRandom(3));
  return Array.from({ length: COUNT }, next);
}

describe("arrivals", () => {
  it("are even when asked to be", () => {
    expect(new Set(gaps("even"))).toEqual(new Set([2]));
  });

  it("of several loops take turns", () => {
    const dueAt = (index: number) => {
      const next = gapsOf({ kind: "open", rate: 500, spacing: "even" }, { index, count: 2 }, createRandom(3));
      return [next(), next(), next()].map(
        (
          (sum) => (gap: number) =>
            (sum += gap)
        )(0),
      );
    };
    expect([...dueAt(0), ...dueAt(1)].sort((a, b) => a - b)).toEqual([2, 4, 6, 8, 10, 12]);
  });

  it("by Poisson have exponential gaps: mean and standard deviation 1/rate, never negative", () => {
    const drawn = gaps("poisson");
    const mean = drawn.reduce((sum, gap) => sum + gap, 0) / COUNT;
    const variance = drawn.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / COUNT;
    expect(mean).toBeCloseTo(2, 1);
    expect(Math.sqrt(variance)).toBeCloseTo(2, 1);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    // e^-1 of the gaps are longer than the mean.
    expect(drawn.filter((gap) => gap > 2).length / COUNT).toBeCloseTo(Math.exp(-1), 2);
  });

  it("are the same for the same seed", () => {
    expect(gaps("poisson")).toEqual(gaps("poisson"));
  });
});
