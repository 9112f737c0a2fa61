/** Measurements of one variant in one cell -> the figures of a table row. */
import type { LatencySummary, Measurement } from "../../model/measurement.ts";
import { type CellFigures, PER_OPERATION_COLUMNS, type PerOperationColumn } from "../../model/verdict.ts";
import { geometricMean } from "../stats/geometric-mean.ts";
import { median } from "../stats/median.ts";
import { perOperation } from "./counter-rates.ts";
import { throughputOf } from "./metric.ts";
import { openLoopFigures } from "./open-loop-figures.ts";
import { statementFigures } from "./statement-figures.ts";

/** The model's columns, in its order. */
export const COLUMNS = Object.keys(PER_OPERATION_COLUMNS).filter(
  (name): name is PerOperationColumn => name in PER_OPERATION_COLUMNS,
);

/**
 * Throughput: geometric mean over rounds of the geometric mean inside the round, of measurements with an operation.
 * Per-operation columns: arithmetic mean over the measurements that have the column. Latency: median over measurements
 * of their means and percentiles, and the longest of all. Errors: summed.
 */
export function figuresOf(measurements: readonly Measurement[]): CellFigures {
  return {
    throughput: throughputOverRounds(measurements),
    perOperation: Object.fromEntries(COLUMNS.flatMap((column) => columnMean(measurements, column))),
    latency: medianLatency(measurements),
    errors: summedErrors(measurements),
    openLoop: openLoopFigures(measurements),
    statements: statementFigures(measurements),
  };
}

/** Errors by code over all measurements. */
export function summedErrors(measurements: readonly Measurement[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { load } of measurements)
    for (const [code, count] of Object.entries(load.errors)) sums.set(code, (sums.get(code) ?? 0) + count);
  return Object.fromEntries(sums);
}

function throughputOverRounds(measurements: readonly Measurement[]): number | null {
  const successful = measurements.filter((measurement) => throughputOf(measurement) > 0);
  const rounds = Map.groupBy(successful, (measurement) => measurement.round);
  return geometricMean([...rounds.values()].flatMap((round) => geometricMean(round.map(throughputOf)) ?? []));
}

function columnMean(measurements: readonly Measurement[], column: PerOperationColumn): readonly [string, number][] {
  const values = measurements.flatMap((measurement) => perOperation(measurement, column) ?? []);
  return values.length === 0 ? [] : [[column, values.reduce((sum, value) => sum + value, 0) / values.length]];
}

function medianLatency(measurements: readonly Measurement[]): CellFigures["latency"] {
  const summaries = measurements
    .filter((measurement) => measurement.load.operations > 0)
    .map((measurement) => measurement.load.latencySummary);
  if (summaries.length === 0) return null;
  const middle = (value: (summary: LatencySummary) => number): number => median(summaries.map(value)) ?? 0;
  return {
    meanSeconds: middle((summary) => summary.meanSeconds),
    p50Seconds: middle((summary) => summary.p50Seconds),
    p95Seconds: middle((summary) => summary.p95Seconds),
    p99Seconds: middle((summary) => summary.p99Seconds),
    p999Seconds: median(summaries.flatMap((summary) => summary.p999Seconds ?? [])),
    maxSeconds: Math.max(...summaries.map((summary) => summary.maxSeconds)),
  };
}
