/** What reports by the second say of a stretch. Pure. */
import type { Seconds } from "../../../model/units.ts";

export interface ReportedInterval {
  /** When it ended, since the load began. It began when the one before ended. */
  readonly second: Seconds;
}

export interface IntervalPart<T> {
  readonly interval: T;
  /** How much of it lies within the stretch. */
  readonly seconds: Seconds;
}

/**
 * The parts of intervals within `from` ... `to`, ascending; an interval's rates hold for each of its parts. A load generator
 * whose reporting thread gets no CPU leaves a line out, and the next one covers both seconds.
 */
export function partsWithin<T extends ReportedInterval>(
  intervals: readonly T[],
  from: Seconds,
  to: Seconds,
): readonly IntervalPart<T>[] {
  return intervals
    .map((interval, index) => {
      const begin = intervals[index - 1]?.second ?? 0;
      return { interval, seconds: Math.min(to, interval.second) - Math.max(from, begin) };
    })
    .filter(({ seconds }) => seconds > TOUCH);
}

/** Ends are told in tenths: what is shorter only touches the stretch. */
const TOUCH: Seconds = 0.11;

/** All that is covered. */
export function secondsOf(parts: readonly { readonly seconds: Seconds }[]): Seconds {
  return parts.reduce((sum, { seconds }) => sum + seconds, 0);
}
