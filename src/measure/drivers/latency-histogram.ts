/** Latencies as counts by value: what every driver ends with, whatever its own buckets are. */
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import type { Seconds } from "../../model/units.ts";

/** Value and how many, ascending by value. */
export type LatencyCounts = Iterable<readonly [microseconds: number, count: number]>;

/** An hour. */
const LONGEST_MICROSECONDS = 3_600_000_000;

/** HdrHistogram V2, compressed, base64; whole microseconds, 3 significant digits. */
export function encodeHdr(counts: LatencyCounts): string {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_MICROSECONDS,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 32,
  });
  for (const [microseconds, count] of counts) histogram.recordValueWithCount(Math.round(microseconds), count);
  return encodeIntoCompressedBase64(histogram);
}

/** For ascending `shares`: the smallest value that at least this share of all `total` does not exceed. Empty without any. */
export function quantilesOf(counts: LatencyCounts, total: number, shares: readonly number[]): readonly Seconds[] {
  const found: Seconds[] = [];
  const ranks = shares.map((share) => Math.ceil(share * total));
  let seen = 0;
  for (const [microseconds, count] of counts) {
    seen += count;
    while (found.length < ranks.length && seen >= (ranks[found.length] ?? Infinity)) found.push(microseconds / 1e6);
  }
  return found;
}
