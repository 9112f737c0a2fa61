/**
 * A timeline in few bytes, for the page's own script to unpack: columns of numbers, little-endian and in base64. A run of a
 * week has a million seconds; as JSON they alone would be 6 MB.
 */
import type { TimelineMeasurement } from "../timeline.ts";
import { type PackedTimeline, RATE_STEPS } from "./packed-timeline.ts";

export function packTimeline(timeline: readonly TimelineMeasurement[], variants: readonly string[]): PackedTimeline {
  const cells = [...new Set(timeline.map(({ cell }) => cell))];
  const highest = timeline.map(({ rates }) => rates.reduce((most, rate) => Math.max(most, rate), 0));
  const rates = timeline.flatMap((measurement, at) => {
    const scale = RATE_STEPS / (highest[at] || 1);
    return measurement.rates.map((rate) => Math.round(rate * scale));
  });
  return {
    variants,
    cells,
    variant: base64(Uint16Array.from(timeline, ({ variant }) => variants.indexOf(variant))),
    cell: base64(Uint16Array.from(timeline, ({ cell }) => cells.indexOf(cell))),
    start: base64(Float32Array.from(timeline, ({ startSeconds }) => startSeconds)),
    count: base64(Uint32Array.from(timeline, (measurement) => measurement.rates.length)),
    highest: base64(Float32Array.from(highest)),
    disturbed: base64(Uint8Array.from(timeline, ({ disturbed }) => Number(disturbed))),
    rates: base64(Uint16Array.from(rates)),
  };
}

function base64(numbers: ArrayBufferView): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString("base64");
}
