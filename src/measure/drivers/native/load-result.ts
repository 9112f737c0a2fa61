/** From what the load process counted to a LoadResult: here histograms become HDR, outside the measured process. */
import type { LoadResult, LoadSecond, OpenLoopResult, StatementLatency } from "../../../model/measurement.ts";
import type { Arrivals } from "../driver.ts";
import { encodeHdr } from "../latency-histogram.ts";
import { filledBuckets, type Latencies, summariseLatencies } from "./latency-buckets.ts";
import type { LoadOutcome, OpenLoopOutcome, StatementOutcome } from "./messages.ts";
import type { TallySecond } from "./tally.ts";

export function toLoadResult(outcome: LoadOutcome, arrivals: Arrivals): LoadResult {
  const { latencies, perSecond, statementOutcomes, openLoop, ...rest } = outcome;
  return {
    ...rest,
    perSecond: perSecond.map(toLoadSecond),
    latency: histogramOf(latencies),
    latencySummary: summariseLatencies(latencies),
    // Of one statement alone the latency is the operation's.
    statementLatencies: statementOutcomes.length > 1 ? statementOutcomes.map(toStatementLatency) : [],
    openLoop: openLoop === null ? null : toOpenLoopResult(openLoop, arrivals),
  };
}

function toLoadSecond({ at, seconds, errors, latencies }: TallySecond): LoadSecond {
  const latency = summariseLatencies(latencies);
  return { at, seconds, errors, operations: latencies.total, latency, histogram: histogramOf(latencies) };
}

function toStatementLatency({ statement, rows, latencies }: StatementOutcome): StatementLatency {
  return {
    statement,
    executions: latencies.total,
    rows,
    summary: summariseLatencies(latencies),
    latency: histogramOf(latencies),
  };
}

function toOpenLoopResult({ lateness, unfinished }: OpenLoopOutcome, arrivals: Arrivals): OpenLoopResult | null {
  if (arrivals.kind === "closed") return null;
  const { rate, spacing } = arrivals;
  return { rate, spacing, sendLateness: summariseLatencies(lateness), unfinished };
}

function histogramOf({ counts }: Latencies): string {
  return encodeHdr(filledBuckets(counts));
}
