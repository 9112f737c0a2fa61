import { describe, expect, it } from "vitest";
import { boundaryFor } from "../stats/repeated-interval.ts";
import { seededNormal } from "../stats/seeded-normal.ts";
import { type DifferenceSeries, decideFamily, type StopRule } from "./decide.ts";

const RULE: StopRule = {
  alpha: 0.05,
  logMargin: Math.log1p(0.05),
  boundary: boundaryFor(0.05, { nMin: 3, nMax: 12 }),
  earlier: [],
};

function series(logRatios: readonly number[]): DifferenceSeries {
  return { rounds: logRatios.map((logRatio, i) => ({ round: i + 1, logRatio })) };
}

describe("the stop rule", () => {
  it("gives no decision before the first look", () => {
    const [decision] = decideFamily([series([-0.5, -0.5001])], RULE);
    expect(decision).toEqual({ kind: "undecided", decidedAt: null, look: null, sequentialP: null, adjustedP: null });
  });

  it.each([
    ["regressed", [-0.5, -0.51, -0.49]],
    ["improved", [0.5, 0.51, 0.49]],
    ["equivalent", [0.001, -0.001, 0.0005]],
    ["undecided", [0.3, -0.2, 0.1]],
  ] as const)("says %s of %j", (kind, logRatios) => {
    expect(decideFamily([series(logRatios)], RULE)[0]?.kind).toBe(kind);
  });

  it("prefers equivalent to a difference that lies inside the margin", () => {
    expect(decideFamily([series([-0.02, -0.0201, -0.0199])], RULE)[0]?.kind).toBe("equivalent");
  });

  it("keeps a decision of an earlier look when later rounds speak against it, and shows the newest interval", () => {
    const [decision] = decideFamily([series([-0.5, -0.51, -0.49, 0.6, 0.7])], RULE);
    expect(decision?.kind).toBe("regressed");
    expect(decision?.decidedAt?.n).toBe(3);
    expect(decision?.look?.n).toBe(5);
    expect(decision?.look?.high).toBeGreaterThan(0);
  });

  it("counts every pair of the family for Holm, also those without a look", () => {
    const difference = series([-0.1, -0.11, -0.1, -0.1]);
    const alone = decideFamily([difference], RULE)[0];
    const among = decideFamily([difference, ...Array.from({ length: 49 }, () => series([]))], RULE)[0];
    expect(alone?.kind).toBe("regressed");
    expect(among?.adjustedP).toBeCloseTo(50 * (alone?.sequentialP ?? 0), 9);
  });

  it("closes a pair when the rejection of another leaves it a milder level", () => {
    const weak = [-0.2, -0.26, -0.21];
    const alone = decideFamily([series(weak)], RULE)[0];
    const p = alone?.sequentialP ?? 1;
    expect(p).toBeLessThan(0.05);
    expect(p).toBeGreaterThan(0.025);
    const other = (last: number) => series([-0.3, last, -0.3]);
    expect(decideFamily([series(weak), other(0.9)], RULE)[0]?.kind).toBe("undecided");
    expect(decideFamily([series(weak), other(-0.301)], RULE)[0]?.kind).toBe("regressed");
  });

  it("decides the same when the family is given in another order", () => {
    const normal = seededNormal(8);
    const family = Array.from({ length: 6 }, (_, i) =>
      series(Array.from({ length: 8 }, () => 0.03 * normal() - 0.02 * i)),
    );
    const reversed = decideFamily(family.toReversed(), RULE).toReversed();
    expect(reversed).toEqual(decideFamily(family, RULE));
  });

  it("keeps every decision and interval of a run that was then given more rounds", () => {
    const short: StopRule = { ...RULE, boundary: boundaryFor(0.05, { nMin: 3, nMax: 4 }) };
    const longer: StopRule = { ...RULE, earlier: [short.boundary] };
    const normal = seededNormal(10);
    let keptAgainstTheWiderBoundary = 0;
    for (let run = 0; run < 200; run++) {
      const family = Array.from({ length: 3 }, () => series(Array.from({ length: 4 }, () => 0.04 * normal() - 0.12)));
      const before = decideFamily(family, short);
      const after = decideFamily(family, longer);
      expect(after).toEqual(before);
      const anew = decideFamily(family, RULE);
      keptAgainstTheWiderBoundary += before.filter(({ kind }, i) => kind !== anew[i]?.kind).length;
    }
    // Judged all anew by the longer run's boundary, some of these decisions would have been taken back.
    expect(keptAgainstTheWiderBoundary).toBeGreaterThan(10);
  });

  it("looks at the rounds that were added by the wider boundary of the longer run", () => {
    const rule: StopRule = { ...RULE, earlier: [boundaryFor(0.05, { nMin: 3, nMax: 4 })] };
    const open = [series([0.3, -0.2, 0.1, 0.2, 0.15])];
    const [extended] = decideFamily(open, rule);
    const [planned] = decideFamily(open, RULE);
    expect(extended?.look).toEqual(planned?.look);
  });

  it("never takes a decision back as rounds come in", () => {
    const normal = seededNormal(9);
    for (let run = 0; run < 40; run++) {
      const data = Array.from({ length: 4 }, (_, i) => Array.from({ length: 12 }, () => 0.04 * normal() - 0.03 * i));
      let before = decideFamily(
        data.map(() => series([])),
        RULE,
      );
      for (let n = 3; n <= 12; n++) {
        const now = decideFamily(
          data.map((values) => series(values.slice(0, n))),
          RULE,
        );
        now.forEach((decision, i) => {
          if (before[i]?.kind !== "undecided") expect(decision.kind).toBe(before[i]?.kind);
        });
        before = now;
      }
    }
  });

  it("has a difference in at most alpha of families of 8 cells without any, within the simulation's error", () => {
    const runs = 1500;
    const normal = seededNormal(424_242);
    let falseAlarms = 0;
    for (let run = 0; run < runs; run++) {
      // A start shared by all cells of a round, as in a real run: half of the variance.
      const shared = Array.from({ length: 12 }, () => 0.06 * normal());
      const family = Array.from({ length: 8 }, () => series(shared.map((start) => start + 0.06 * normal())));
      const kinds = decideFamily(family, RULE).map((decision) => decision.kind);
      if (kinds.includes("regressed") || kinds.includes("improved")) falseAlarms++;
    }
    expect(falseAlarms / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
    expect(falseAlarms).toBeGreaterThan(0);
  });
});
