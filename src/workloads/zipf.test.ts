import { describe, expect, it } from "vitest";
import { createRandom } from "./random.ts";
import { zipfRanks } from "./zipf.ts";

const DRAWS = 200_000;

/** How often each rank came, by rank - 1. */
function frequencies(count: number, exponent: number): readonly number[] {
  const drawRank = zipfRanks(count, exponent);
  const random = createRandom(7);
  const seen = new Array<number>(count).fill(0);
  for (let draw = 0; draw < DRAWS; draw++) {
    const rank = drawRank(random);
    seen[rank - 1] = (seen[rank - 1] ?? 0) + 1;
  }
  return seen;
}

function law(count: number, exponent: number): readonly number[] {
  const weights = Array.from({ length: count }, (_, index) => (index + 1) ** -exponent);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

describe("zipfRanks", () => {
  it.each([0, 0.5, 0.8, 1, 1.3, 2.5])("follows the law of exponent %f rank by rank (chi-square)", (exponent) => {
    const count = 40;
    const seen = frequencies(count, exponent);
    const chiSquare = law(count, exponent)
      .map((share, index) => ((seen[index] ?? 0) - share * DRAWS) ** 2 / (share * DRAWS))
      .reduce((sum, term) => sum + term, 0);
    // 39 degrees of freedom: 72.1 is passed once in a thousand.
    expect(chiSquare).toBeLessThan(72.1);
  });

  it("keeps the law's share of the first ranks in a range of ten million", () => {
    const count = 10_000_000;
    const drawRank = zipfRanks(count, 0.8);
    const random = createRandom(3);
    let first = 0;
    for (let draw = 0; draw < DRAWS; draw++) if (drawRank(random) <= 1000) first++;
    // Sums of k^-0.8 by Euler and Maclaurin: 5 (n^0.2 - 1) + 1/2 + n^-0.8 / 2 + 0.8/12 and smaller terms.
    const sumTo = (n: number): number => 5 * (n ** 0.2 - 1) + 0.5 + n ** -0.8 / 2 + 0.8 / 12;
    expect(first / DRAWS).toBeCloseTo(sumTo(1000) / sumTo(count), 2);
  });

  it("has one answer where there is one rank", () => {
    const drawRank = zipfRanks(1, 0.8);
    const random = createRandom(1);
    for (let draw = 0; draw < 1000; draw++) expect(drawRank(random)).toBe(1);
  });
});
