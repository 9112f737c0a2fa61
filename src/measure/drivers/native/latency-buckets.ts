/**
 * Latencies in log-linear buckets of one flat array: 1024 buckets for each doubling, as an HDR histogram of three
 * significant digits has (http://hdrhistogram.org), at a tenth of its cost in the hot path.
 * The unit is an eighth of a microsecond, so that service times of tens of microseconds keep three digits too.
 */
import type { LatencySummary } from "../../../model/measurement.ts";
import { quantilesOf } from "../latency-histogram.ts";

/** Buckets for each doubling: a bucket's width is at most 1/1024 of its values. */
const BUCKETS_BITS = 10;
const TICKS_PER_MICROSECOND = 8;
const TICKS_PER_MILLISECOND = TICKS_PER_MICROSECOND * 1000;
/** Nearly nine minutes. Longer ones fall into the last bucket; `maxMilliseconds` is exact all the same. */
const MAX_TICKS = 2 ** 32 - 1;
/** The last bucket's number, and one. */
const BUCKETS = bucketOf(MAX_TICKS) + 1;

export interface Latencies {
  /** Operations in each bucket. */
  readonly counts: Uint32Array;
  total: number;
  sumMilliseconds: number;
  maxMilliseconds: number;
}

export function createLatencies(): Latencies {
  return { counts: new Uint32Array(BUCKETS), total: 0, sumMilliseconds: 0, maxMilliseconds: 0 };
}

/** Adds one latency, in milliseconds as `performance.now()` differs; negative ones count as zero. */
export function recordLatency(latencies: Latencies, milliseconds: number): void {
  const bucket = bucketOf(Math.min(MAX_TICKS, Math.max(0, Math.floor(milliseconds * TICKS_PER_MILLISECOND))));
  latencies.counts[bucket] = (latencies.counts[bucket] ?? 0) + 1;
  latencies.total++;
  latencies.sumMilliseconds += milliseconds;
  if (milliseconds > latencies.maxMilliseconds) latencies.maxMilliseconds = milliseconds;
}

/** Adds all of `more` to `latencies`. */
export function addLatencies(latencies: Latencies, more: Latencies): void {
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const count = more.counts[bucket] ?? 0;
    if (count > 0) latencies.counts[bucket] = (latencies.counts[bucket] ?? 0) + count;
  }
  latencies.total += more.total;
  latencies.sumMilliseconds += more.sumMilliseconds;
  latencies.maxMilliseconds = Math.max(latencies.maxMilliseconds, more.maxMilliseconds);
}

/** Quantiles are a bucket's middle: at most 0.05 % or a sixteenth of a microsecond off. All zero without operations. */
export function summariseLatencies(latencies: Latencies): LatencySummary {
  const counts = filledBuckets(latencies.counts);
  const [p50 = 0, p95 = 0, p99 = 0, p999 = 0] = quantilesOf(counts, latencies.total, [0.5, 0.95, 0.99, 0.999]);
  // A bucket's middle may lie above the longest of all.
  const longest = latencies.maxMilliseconds / 1e3;
  return {
    meanSeconds: latencies.total === 0 ? 0 : latencies.sumMilliseconds / latencies.total / 1e3,
    p50Seconds: Math.min(p50, longest),
    p95Seconds: Math.min(p95, longest),
    p99Seconds: Math.min(p99, longest),
    p999Seconds: Math.min(p999, longest),
    maxSeconds: longest,
  };
}

/** Every bucket that holds something: its middle in microseconds and how many. Ascending. */
export function* filledBuckets(counts: Uint32Array): Generator<readonly [microseconds: number, count: number]> {
  for (let bucket = 0; bucket < counts.length; bucket++) {
    const count = counts[bucket] ?? 0;
    if (count > 0) yield [bucketMiddle(bucket) / TICKS_PER_MICROSECOND, count];
  }
}

function bucketOf(ticks: number): number {
  if (ticks < 2 << BUCKETS_BITS) return ticks;
  const shift = 31 - Math.clz32(ticks) - BUCKETS_BITS;
  return (shift << BUCKETS_BITS) + (ticks >>> shift);
}

function bucketMiddle(bucket: number): number {
  if (bucket < 2 << BUCKETS_BITS) return bucket + 0.5;
  const shift = (bucket >>> BUCKETS_BITS) - 1;
  const lowest = (bucket - (shift << BUCKETS_BITS)) * 2 ** shift;
  return lowest + 2 ** shift / 2;
}
