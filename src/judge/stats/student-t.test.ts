import { describe, expect, it } from "vitest";
import { criticalT, studentTCdf, studentTQuantile, twoSidedP } from "./student-t.ts";

/** Printed tables of the t distribution (e.g. NIST/SEMATECH e-Handbook 1.3.6.7.2), with more digits than they print. */
const PUBLISHED = [
  { p: 0.975, df: 1, t: 12.706204736174698 },
  { p: 0.995, df: 2, t: 9.92484320091807 },
  { p: 0.975, df: 4, t: 2.7764451051977987 },
  { p: 0.95, df: 10, t: 1.8124611228107335 },
  { p: 0.975, df: 30, t: 2.042272456301238 },
] as const;

describe("Student's t", () => {
  it.each(PUBLISHED)("has the published quantile $t at p $p with $df degrees of freedom", ({ p, df, t }) => {
    expect(Math.abs(studentTQuantile(p, df) - t)).toBeLessThan(1e-9);
    expect(studentTCdf(t, df)).toBeCloseTo(p, 11);
  });

  it("agrees with the closed form of two degrees of freedom at the level of looks 3 to 12", () => {
    const p = 0.99464;
    const closed = (2 * p - 1) / Math.sqrt(2 * p * (1 - p));
    expect(Math.abs(studentTQuantile(p, 2) - closed)).toBeLessThan(1e-9);
  });

  it("agrees with Cauchy's closed form far out in the tail", () => {
    for (const p of [1e-3, 1e-6, 1e-9]) expect(criticalT(p, 1) * Math.tan((Math.PI * p) / 2)).toBeCloseTo(1, 9);
  });

  it("is symmetric, and one at an infinite statistic", () => {
    expect(studentTQuantile(0.01, 7)).toBeCloseTo(-studentTQuantile(0.99, 7), 12);
    expect(studentTQuantile(0.5, 7)).toBe(0);
    expect(twoSidedP(-2, 5)).toBe(twoSidedP(2, 5));
    expect(twoSidedP(0, 5)).toBe(1);
    expect(twoSidedP(Number.POSITIVE_INFINITY, 5)).toBe(0);
  });

  it("gives the quantile back from its own distribution function", () => {
    for (const df of [1, 2, 3, 7, 11, 29, 200])
      for (const p of [1e-6, 0.01072, 0.05, 0.5, 0.99]) {
        expect(twoSidedP(criticalT(p, df), df) / p).toBeCloseTo(1, 10);
      }
  });
});
