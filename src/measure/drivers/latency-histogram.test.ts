import hdr from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { encodeHdr, quantilesOf } from "./latency-histogram.ts";

describe("encodeHdr", () => {
  it("makes an HDR histogram that other tools read, in microseconds to three digits", () => {
    const values = Array.from({ length: 2000 }, (_, index) => 50 + index * 11);
    const histogram = hdr.decodeFromCompressedBase64(encodeHdr(values.map((value) => [value, 1] as const)));
    expect(histogram.totalCount).toBe(2000);
    for (const percent of [10, 50, 95, 99]) {
      const exact = values[Math.ceil((percent / 100) * 2000) - 1] ?? 0;
      expect(Math.abs(histogram.getValueAtPercentile(percent) - exact)).toBeLessThan(1 + exact / 500);
    }
  });
});

describe("quantilesOf", () => {
  const counts: readonly (readonly [number, number])[] = [
    [100, 90],
    [2000, 9],
    [50_000, 1],
  ];

  it("gives the smallest value that the share does not exceed, in seconds", () => {
    expect(quantilesOf(counts, 100, [0.5, 0.9, 0.91, 0.99, 1])).toEqual([0.0001, 0.0001, 0.002, 0.002, 0.05]);
  });

  it("is empty where nothing was counted", () => {
    expect(quantilesOf([], 0, [0.5])).toEqual([]);
  });
});
