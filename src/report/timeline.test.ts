import { describe, expect, it } from "vitest";
import type { LoadSecond, Measurement } from "../model/measurement.ts";
import { makeTimeline } from "./timeline.ts";

function second(operations: number, seconds: number): LoadSecond {
  return { at: 0, seconds, operations, errors: 0, latency: null, histogram: null };
}

/** Of a measurement, what a timeline reads. */
function measurement(startedAt: string, perSecond: readonly LoadSecond[]): Measurement {
  const part: Pick<Measurement, "cell" | "variant" | "startedAt"> & {
    readonly load: Pick<Measurement["load"], "perSecond">;
  } = {
    cell: "oltp.point-query.8",
    variant: "A",
    startedAt,
    load: { perSecond },
  };
  return part as Measurement;
}

describe("a timeline", () => {
  it("counts from the first measurement, in the order of time", () => {
    const later = measurement("2026-12-01T10:00:12.500Z", [second(50, 1)]);
    const earlier = measurement("2026-12-01T10:00:00.000Z", [second(100, 1), second(90, 1)]);
    const timeline = makeTimeline([later, earlier], (each) => each === later);
    expect(timeline.map(({ startSeconds, rates, disturbed }) => [startSeconds, rates, disturbed])).toEqual([
      [0, [100, 90], false],
      [12.5, [50], true],
    ]);
  });

  it("leaves a short last second out, but not the only one", () => {
    const rates = (...seconds: readonly LoadSecond[]) =>
      makeTimeline([measurement("2026-12-01T10:00:00Z", seconds)], () => false)[0]?.rates;
    expect(rates(second(100, 1), second(10, 0.2))).toEqual([100]);
    expect(rates(second(10, 0.2))).toEqual([50]);
  });

  it("of nothing is empty", () => {
    expect(makeTimeline([], () => true)).toEqual([]);
  });
});
