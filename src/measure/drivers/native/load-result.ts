/** From what the load process counted to a LoadResult: here the histogram becomes HDR, outside the measured process. */
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import type { LoadResult } from "../../../model/measurement.ts";
import { filledBuckets } from "./latency-buckets.ts";
import type { LoadOutcome } from "./messages.ts";

/** An hour. */
const LONGEST_MICROSECONDS = 3_600_000_000;

export function toLoadResult(outcome: LoadOutcome): LoadResult {
  const { latencyCounts, ...rest } = outcome;
  return { ...rest, latency: encodeLatencies(latencyCounts) };
}

/** HdrHistogram V2, compressed, base64; whole microseconds, 3 significant digits. */
export function encodeLatencies(counts: Uint32Array): string {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_MICROSECONDS,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 32,
  });
  for (const [microseconds, count] of filledBuckets(counts)) {
    histogram.recordValueWithCount(Math.round(microseconds), count);
  }
  return encodeIntoCompressedBase64(histogram);
}
