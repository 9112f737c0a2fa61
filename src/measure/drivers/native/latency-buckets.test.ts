import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addLatencies, createLatencies, filledBuckets, recordLatency, summariseLatencies } from "./latency-buckets.ts";

const SIXTEENTH_MICROSECOND = 1 / 16;

function latenciesOf(milliseconds: readonly number[]) {
  const latencies = createLatencies();
  for (const value of milliseconds) recordLatency(latencies, value);
  return latencies;
}

describe("latency buckets", () => {
  it("keep every latency to 0.05 % or a sixteenth of a microsecond, up to eight minutes", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 480_000, noNaN: true }), (milliseconds) => {
        const [[middle, count] = [Number.NaN, 0], ...rest] = [...filledBuckets(latenciesOf([milliseconds]).counts)];
        expect([count, rest.length]).toEqual([1, 0]);
        const exact = milliseconds * 1000;
        expect(Math.abs(middle - exact)).toBeLessThanOrEqual(Math.max(SIXTEENTH_MICROSECOND, exact / 2048) * 1.0001);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it("are in the order of the latencies they hold", () => {
    const values = [0, 0.0002, 0.255, 0.256, 0.257, 1, 1.001, 65, 66, 4000, 500_000];
    const middles = [...filledBuckets(latenciesOf(values).counts)].map(([middle]) => middle);
    expect(middles).toEqual([...middles].sort((a, b) => a - b));
    expect(middles).toHaveLength(values.length);
  });

  it("give the quantiles of a sorted list, the exact mean and the exact maximum", () => {
    const values = Array.from({ length: 1000 }, (_, index) => (index + 1) * 0.37);
    const summary = summariseLatencies(latenciesOf(values));
    expect(summary.p50Seconds * 1000).toBeCloseTo(500 * 0.37, 0);
    expect(Math.abs(summary.p95Seconds * 1000 - 950 * 0.37)).toBeLessThan(0.2);
    expect(Math.abs(summary.p99Seconds * 1000 - 990 * 0.37)).toBeLessThan(0.2);
    expect(summary.maxSeconds).toBeCloseTo(0.37, 12);
    expect(summary.meanSeconds).toBeCloseTo((0.37 * 1001) / 2 / 1000, 12);
  });

  it("never give a quantile above the maximum", () => {
    const summary = summariseLatencies(latenciesOf([400.0001]));
    expect(summary.p50Seconds).toBeLessThanOrEqual(summary.maxSeconds);
  });

  it("are all zero, and never NaN, where nothing ended", () => {
    expect(Object.values(summariseLatencies(createLatencies()))).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("keep the longest latency exactly although it is past the last bucket", () => {
    const summary = summariseLatencies(latenciesOf([1, 700_000]));
    expect(summary.maxSeconds).toBe(700);
    expect(summary.p99Seconds).toBeGreaterThan(500);
  });

  it("add up to the buckets of all latencies together", () => {
    const sum = latenciesOf([0.25, 5]);
    addLatencies(sum, latenciesOf([0.25, 70]));
    expect(sum).toEqual(latenciesOf([0.25, 5, 0.25, 70]));
  });
});
