/** What a cell compares, and which way of it is better. Inside, more is faster; outside, differences are of the metric. */
import type { Measurement } from "../../model/measurement.ts";
import type { Cell } from "../../model/plan.ts";
import type { Difference, Metric } from "../../model/verdict.ts";
import type { Look } from "../stats/repeated-interval.ts";

/** In open loop the schedule gives the throughput: what is left to compare is how long an operation took. */
export function metricOf({ openLoop }: Pick<Cell, "openLoop">): Metric {
  return openLoop === undefined ? "throughput" : "response time";
}

/** Operations a second of the measured stretch. */
export function throughputOf({ load }: Measurement): number {
  return load.operations / load.seconds;
}

/** Of which more is faster: throughput, or one over the mean response time. 0 where no operation succeeded. */
export function speedOf(metric: Metric, measurement: Measurement): number {
  if (metric === "throughput") return throughputOf(measurement);
  const { operations, latencySummary } = measurement.load;
  return operations > 0 && latencySummary.meanSeconds > 0 ? 1 / latencySummary.meanSeconds : 0;
}

/** From the log scale of speeds: of response times it is turned over, so that more than 1 is slower. */
export function differenceOf(metric: Metric, { mean, low, high }: Pick<Look, "mean" | "low" | "high">): Difference {
  if (metric === "throughput") return { ratio: Math.exp(mean), low: Math.exp(low), high: Math.exp(high) };
  return { ratio: Math.exp(-mean), low: Math.exp(-high), high: Math.exp(-low) };
}
