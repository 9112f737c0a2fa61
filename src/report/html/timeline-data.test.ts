import { describe, expect, it } from "vitest";
import type { TimelineMeasurement } from "../timeline.ts";
import { RATE_STEPS } from "./packed-timeline.ts";
import { packTimeline } from "./timeline-data.ts";

function unpacked(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, "base64")).buffer;
}

describe("a packed timeline", () => {
  const timeline: readonly TimelineMeasurement[] = [
    { cell: "a.8", variant: "B", startSeconds: 0, rates: [70_123, 35_000.4], disturbed: false },
    { cell: "b.8", variant: "A", startSeconds: 12.5, rates: [0, 3], disturbed: true },
    { cell: "a.8", variant: "A", startSeconds: 20, rates: [0], disturbed: false },
  ];

  it("keeps who, when and whether disturbed", () => {
    const packed = packTimeline(timeline, ["A", "B"]);
    expect(packed.cells).toEqual(["a.8", "b.8"]);
    expect([...new Uint16Array(unpacked(packed.variant))]).toEqual([1, 0, 0]);
    expect([...new Uint16Array(unpacked(packed.cell))]).toEqual([0, 1, 0]);
    expect([...new Float32Array(unpacked(packed.start))]).toEqual([0, 12.5, 20]);
    expect([...new Uint32Array(unpacked(packed.count))]).toEqual([2, 2, 1]);
    expect([...new Uint8Array(unpacked(packed.disturbed))]).toEqual([0, 1, 0]);
  });

  it("keeps each rate to 0.002 % of the highest of its measurement", () => {
    const packed = packTimeline(timeline, ["A", "B"]);
    const highest = new Float32Array(unpacked(packed.highest));
    const steps = [...new Uint16Array(unpacked(packed.rates))];
    const scales = [0, 0, 1, 1, 2].map((at) => (highest[at] ?? 0) / RATE_STEPS);
    const rates = steps.map((step, at) => step * (scales[at] ?? 0));
    for (const [at, rate] of timeline.flatMap((each) => each.rates).entries()) {
      expect(Math.abs((rates[at] ?? 0) - rate)).toBeLessThan(0.00002 * 70_123);
    }
    expect(rates.slice(2)).toEqual([0, 3, 0]);
  });

  it("of a million seconds is below 5 MB", () => {
    const long = Array.from({ length: 100_000 }, (_, i) => ({
      ...{ cell: `oltp.point-query.${i % 50}`, variant: i % 2 === 0 ? "A" : "B", startSeconds: 11 * i },
      rates: Array.from({ length: 10 }, (_, second) => 50_000 + ((i * 7919 + second * 104_729) % 9000)),
      disturbed: i % 9 === 0,
    }));
    expect(JSON.stringify(packTimeline(long, ["A", "B"])).length).toBeLessThan(5e6);
  });
});
