/** Whether a server is warm: a simple rule that ends warm-ups, the same for every variant. */
import type { Fraction, Seconds } from "../../model/units.ts";

/** A stretch of load; stretches of a series follow each other without gaps. */
export interface Stretch {
  readonly seconds: Seconds;
  readonly operations: number;
}

export interface WarmRule {
  /** Length of each of the two windows compared; at least 1 s, shorter ones mostly show noise. */
  readonly windowSeconds: Seconds;
  readonly tolerance: Fraction;
}

/**
 * True when the throughput of the last window is within `tolerance` of the window before it. False while the series
 * is shorter than two windows, and when nothing succeeded in either. Shortest and longest warm-up are the caller's.
 *
 * Limits: two windows see neither a slow drift (the tolerance a window passes for ever) nor a step still to come (a buffer pool
 * that fills later, a first checkpoint), and noise above the tolerance delays the end. A bias that both variants share
 * cancels in the ratio; what does not is spread between rounds, where the interval sees it.
 */
export function isWarm(series: readonly Stretch[], rule: WarmRule): boolean {
  const width = Math.max(1, rule.windowSeconds);
  const last = windowEndingAt(series, series.length, width);
  const before = last && windowEndingAt(series, last.start, width);
  if (!last || !before || last.rate === 0 || before.rate === 0) return false;
  return Math.abs(Math.log(last.rate / before.rate)) <= Math.log1p(rule.tolerance);
}

/** The shortest run of stretches before index `end` that lasts at least `width`. */
function windowEndingAt(series: readonly Stretch[], end: number, width: Seconds) {
  let seconds = 0;
  let operations = 0;
  for (let start = end - 1; start >= 0; start--) {
    seconds += series[start]?.seconds ?? 0;
    operations += series[start]?.operations ?? 0;
    // Timers are late by parts of a millisecond either way; sums of tenths are not exact.
    if (seconds >= width - 1e-3) return { start, rate: operations / seconds };
  }
  return null;
}
