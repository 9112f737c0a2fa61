/** Throughput by the second over a whole run: what a chart of it needs, and no more. */
import type { LoadSecond, Measurement } from "../model/measurement.ts";
import type { Seconds } from "../model/units.ts";

export interface TimelineMeasurement {
  readonly cell: string;
  readonly variant: string;
  /** Since the first measurement of the run began. */
  readonly startSeconds: Seconds;
  /** Operations a second, one a second; a last one that was shorter is left out where the load was longer. */
  readonly rates: readonly number[];
  /** Others took part of the machine, or the measurement carries a warning. */
  readonly disturbed: boolean;
}

/** A last second shorter than this says little of throughput. */
const SHORTEST_SECOND = 0.5;

/** Ascending in time. */
export function makeTimeline(
  measurements: readonly Measurement[],
  isDisturbed: (measurement: Measurement) => boolean,
): readonly TimelineMeasurement[] {
  const begins = measurements.map(({ startedAt }) => Date.parse(startedAt));
  const first = begins.reduce((least, begin) => Math.min(least, begin), Number.POSITIVE_INFINITY);
  const timeline = measurements.map((measurement, at) => ({
    cell: measurement.cell,
    variant: measurement.variant,
    startSeconds: ((begins[at] ?? first) - first) / 1000,
    rates: ratesOf(measurement.load.perSecond),
    disturbed: isDisturbed(measurement),
  }));
  return timeline.toSorted((a, b) => a.startSeconds - b.startSeconds);
}

function ratesOf(perSecond: readonly LoadSecond[]): readonly number[] {
  const whole = perSecond.filter(({ seconds }) => seconds >= SHORTEST_SECOND);
  const counted = whole.length > 0 ? whole : perSecond.filter(({ seconds }) => seconds > 0);
  return counted.map(({ operations, seconds }) => operations / seconds);
}
