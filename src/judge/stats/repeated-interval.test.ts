import { describe, expect, it } from "vitest";
import { type Boundary, boundaryFor, type Look, lookAfter, lookAt, sequentialP } from "./repeated-interval.ts";
import { seededNormal } from "./seeded-normal.ts";
import { criticalT } from "./student-t.ts";

const LOOKS = { nMin: 3, nMax: 12 };

function draws(normal: () => number, count: number, scale = 1): number[] {
  return Array.from({ length: count }, () => scale * normal());
}

function looksOf(differences: readonly number[], boundary: Boundary): readonly Look[] {
  return differences.flatMap((_, i) => lookAfter(differences.slice(0, i + 1), boundary) ?? []);
}

describe("one look", () => {
  it("is the textbook t interval: 4, 5, 6, 7, 8 at 95 % is 6 +- 1.963243", () => {
    const look = lookAt([4, 5, 6, 7, 8], criticalT(0.05, 4));
    expect(look.mean).toBe(6);
    expect(look.variance).toBeCloseTo(2.5, 12);
    expect(look.high).toBeCloseTo(6 + 2.7764451051977987 * Math.sqrt(0.5), 9);
    expect(look.low).toBeCloseTo(6 - 2.7764451051977987 * Math.sqrt(0.5), 9);
  });

  it("has p 1 for differences that are all zero, and 0 for equal ones that are not", () => {
    expect(lookAt([0, 0, 0], 3).p).toBe(1);
    expect(lookAt([0.5, 0.5, 0.5], 3).p).toBe(0);
  });
});

describe("the repeated interval", () => {
  it("uses the t quantile of the calibrated level at each look", () => {
    const boundary = boundaryFor(0.05, LOOKS);
    expect(boundary.criticals).toHaveLength(10);
    expect(boundary.criticals[0]).toBeCloseTo(criticalT(boundary.level, 2), 12);
    expect(boundary.criticals[9]).toBeCloseTo(criticalT(boundary.level, 11), 12);
  });

  it("is the plain t interval where only one look is planned", () => {
    expect(boundaryFor(0.05, { nMin: 8, nMax: 8 }).criticals).toEqual([criticalT(0.05, 7)]);
  });

  it("takes no look before nMin and none after nMax", () => {
    const boundary = boundaryFor(0.05, LOOKS);
    const many = draws(seededNormal(3), 20);
    expect(looksOf(many.slice(0, 2), boundary)).toEqual([]);
    expect(looksOf(many, boundary).map((look) => look.n)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it("scales with the data and is mirrored by their sign", () => {
    const boundary = boundaryFor(0.05, LOOKS);
    const data = draws(seededNormal(5), 9);
    const look = looksOf(data, boundary).at(-1);
    const scaled = looksOf(
      data.map((value) => -3 * value),
      boundary,
    ).at(-1);
    expect(scaled?.low).toBeCloseTo(-3 * (look?.high ?? 0), 12);
    expect(scaled?.high).toBeCloseTo(-3 * (look?.low ?? 0), 12);
    expect(scaled?.p).toBeCloseTo(look?.p ?? 0, 12);
  });

  it("holds the truth at all looks 3 to 12 together in 95 % of runs, within the simulation's error", () => {
    const runs = 4000;
    const boundary = boundaryFor(0.05, LOOKS);
    const normal = seededNormal(20_260_101);
    let covered = 0;
    for (let run = 0; run < runs; run++) {
      const looks = looksOf(draws(normal, 12, 0.04), boundary);
      if (looks.every((look) => look.low <= 0 && look.high >= 0)) covered++;
    }
    expect(Math.abs(covered / runs - 0.95)).toBeLessThan(3 * Math.sqrt((0.95 * 0.05) / runs));
  });
});

describe("the sequential p", () => {
  it("is at most alpha exactly when some interval so far excludes zero", () => {
    const boundary = boundaryFor(0.05, LOOKS);
    const normal = seededNormal(11);
    const outcomes = new Set<boolean>();
    for (let run = 0; run < 300; run++) {
      const looks = looksOf(
        draws(normal, 12).map((value) => value + 0.7),
        boundary,
      );
      const excludes = looks.some((look) => look.low > 0 || look.high < 0);
      expect(sequentialP({ pValues: looks.map((look) => look.p), ...LOOKS }) <= 0.05).toBe(excludes);
      outcomes.add(excludes);
    }
    expect(outcomes.size).toBe(2);
  });

  it("never rises as looks are added, and is never below the smallest p of a look", () => {
    const pValues = [0.4, 0.02, 0.3, 0.004, 0.5];
    const path = pValues.map((_, i) => sequentialP({ pValues: pValues.slice(0, i + 1), ...LOOKS }));
    expect(path).toEqual(path.toSorted((a, b) => b - a));
    expect(path.at(-1)).toBeGreaterThan(0.004);
    expect(sequentialP({ pValues: [], ...LOOKS })).toBe(1);
  });

  it("is the p itself where only one look is planned", () => {
    expect(sequentialP({ pValues: [0.0123], nMin: 6, nMax: 6 })).toBe(0.0123);
  });
});
