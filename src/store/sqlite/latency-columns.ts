/** A LatencySummary as columns of a row, in every table that has one. */
import type { SQLInputValue } from "node:sqlite";
import type { LatencySummary } from "../../model/measurement.ts";
import { finite, finiteOrNull, number, numberOrNull, type Row } from "./values.ts";

export type Columns = Readonly<Record<string, SQLInputValue>>;

export function latencyColumns(latency: LatencySummary): Columns {
  return {
    latency_mean_seconds: finite("mean latency", latency.meanSeconds),
    latency_p50_seconds: finite("p50 latency", latency.p50Seconds),
    latency_p95_seconds: finite("p95 latency", latency.p95Seconds),
    latency_p99_seconds: finite("p99 latency", latency.p99Seconds),
    latency_p999_seconds: finiteOrNull("p99.9 latency", latency.p999Seconds),
    latency_max_seconds: finite("maximum latency", latency.maxSeconds),
  };
}

/** Where the driver tells none. */
export const NO_LATENCY: Columns = {
  latency_mean_seconds: null,
  latency_p50_seconds: null,
  latency_p95_seconds: null,
  latency_p99_seconds: null,
  latency_p999_seconds: null,
  latency_max_seconds: null,
};

export function toLatency(row: Row): LatencySummary {
  return {
    meanSeconds: number(row, "latency_mean_seconds"),
    p50Seconds: number(row, "latency_p50_seconds"),
    p95Seconds: number(row, "latency_p95_seconds"),
    p99Seconds: number(row, "latency_p99_seconds"),
    p999Seconds: numberOrNull(row, "latency_p999_seconds"),
    maxSeconds: number(row, "latency_max_seconds"),
  };
}
