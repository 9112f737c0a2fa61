/** From what the load process counted to a LoadResult: here the histogram becomes HDR, outside the measured process. */
import type { LoadResult } from "../../../model/measurement.ts";
import { encodeHdr } from "../latency-histogram.ts";
import { filledBuckets } from "./latency-buckets.ts";
import type { LoadOutcome } from "./messages.ts";

export function toLoadResult(outcome: LoadOutcome): LoadResult {
  const { latencyCounts, ...rest } = outcome;
  const latency = encodeHdr(filledBuckets(latencyCounts));
  return { ...rest, latency, statementLatencies: [], openLoop: null };
}
