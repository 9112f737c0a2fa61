import { describe, expect, it } from "vitest";
import { boundaryFor, lookAt } from "../stats/repeated-interval.ts";
import { type AdviceQuestion, adviceFor } from "./advice.ts";
import { decideFamily } from "./decide.ts";

const LOOKS = { nMin: 3, nMax: 12 };
const RULE = { alpha: 0.05, boundary: boundaryFor(0.05, LOOKS), earlier: [] };

function question(logRatios: readonly number[], parts: Partial<AdviceQuestion> = {}): AdviceQuestion {
  const { criticals } = boundaryFor(0.05, LOOKS);
  const look = lookAt(logRatios, criticals[logRatios.length - 3] ?? Number.NaN);
  return { look, looks: LOOKS, alpha: 0.05, logMargin: Math.log1p(0.05), holmRank: 1, roundSeconds: 90, ...parts };
}

/** Mean 0 and the same variance at any even length. */
function alternating(n: number, size: number): number[] {
  return Array.from({ length: n }, (_, i) => (i % 2 === 0 ? size : -size));
}

describe("the advice of an undecided cell", () => {
  it("names the margin at which the cell is equivalent now", () => {
    const data = [0.03, -0.05, 0.02, 0.01];
    const rounds = data.map((logRatio, i) => ({ round: i + 1, logRatio }));
    const kindAt = (margin: number) => decideFamily([{ rounds }], { ...RULE, logMargin: Math.log1p(margin) })[0]?.kind;
    const { decidableMargin } = adviceFor(question(data));
    expect(kindAt(decidableMargin * 1.001)).toBe("equivalent");
    expect(kindAt(decidableMargin * 0.999)).toBe("undecided");
  });

  it("names the effect that would have been seen: the half-width, wider for a larger Holm family", () => {
    const data = alternating(6, 0.04);
    const one = question(data);
    const half = one.look.high - one.look.mean;
    expect(adviceFor(one).detectableEffect).toBeCloseTo(Math.expm1(half), 9);
    expect(adviceFor({ ...one, holmRank: 8 }).detectableEffect).toBeGreaterThan(Math.expm1(half));
  });

  it("asks for as many rounds as bring the interval inside the margin, and no fewer", () => {
    const { roundsNeeded, secondsNeeded } = adviceFor(question(alternating(4, 0.04)));
    const total = 4 + (roundsNeeded ?? 0);
    const variance = lookAt(alternating(4, 0.04), 1).variance;
    const half = (n: number) =>
      (boundaryFor(0.05, { nMin: 3, nMax: Math.max(12, n) }).criticals[n - 3] ?? 0) * Math.sqrt(variance / n);
    expect(half(total)).toBeLessThan(Math.log1p(0.05));
    expect(half(total - 1)).toBeGreaterThanOrEqual(Math.log1p(0.05));
    expect(secondsNeeded).toBe((roundsNeeded ?? 0) * 90);
  });

  it("takes the cheaper way out: at the margin itself only a difference, which costs more in a larger family", () => {
    const atMargin = [-0.08, -0.02, -0.05, -0.06, -0.034];
    const alone = adviceFor(question(atMargin)).roundsNeeded;
    const amongForty = adviceFor(question(atMargin, { holmRank: 40 })).roundsNeeded;
    expect(alone).toBeGreaterThan(0);
    expect(amongForty).toBeGreaterThan(alone ?? Number.NaN);
  });

  it("says nothing of rounds or seconds that cannot be had", () => {
    expect(adviceFor(question(alternating(4, 3)))).toMatchObject({ roundsNeeded: null, secondsNeeded: null });
    const unknownLength = adviceFor(question(alternating(4, 0.04), { roundSeconds: null }));
    expect(unknownLength.roundsNeeded).toBeGreaterThan(0);
    expect(unknownLength.secondsNeeded).toBeNull();
  });
});
