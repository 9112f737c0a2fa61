/** Measurements of one variant in one cell -> the latencies of each statement of its operation. */
import type { Measurement, StatementLatency } from "../../model/measurement.ts";
import type { StatementFigures } from "../../model/verdict.ts";
import { median } from "../stats/median.ts";

/**
 * In the order of the operation; empty where no measurement tells. Executions and rows: over all measurements. Mean: of all
 * executions. Percentiles: medians over measurements.
 */
export function statementFigures(measurements: readonly Measurement[]): readonly StatementFigures[] {
  const telling = measurements.filter(({ load }) => load.statementLatencies.length > 0);
  const operations = sum(telling, ({ load }) => load.operations);
  const byPlace = telling.flatMap(({ load }) => load.statementLatencies.map((each, place) => ({ place, each })));
  const places = [...Map.groupBy(byPlace, ({ place, each }) => `${place} ${each.statement}`).values()];
  return places.flatMap((group) => {
    const own = group.map(({ each }) => each);
    return figuresOfStatement(own, operations);
  });
}

function figuresOfStatement(own: readonly StatementLatency[], operations: number): readonly StatementFigures[] {
  const executions = sum(own, (each) => each.executions);
  const [first] = own;
  if (first === undefined || executions === 0 || operations === 0) return [];
  const isTold = own.every((each) => each.rows !== null);
  return [
    {
      statement: first.statement,
      perOperation: executions / operations,
      rowsPerExecution: isTold ? sum(own, (each) => each.rows ?? 0) / executions : null,
      meanSeconds: sum(own, (each) => each.summary.meanSeconds * each.executions) / executions,
      p50Seconds: median(own.map(({ summary }) => summary.p50Seconds)) ?? 0,
      p95Seconds: median(own.map(({ summary }) => summary.p95Seconds)) ?? 0,
      p99Seconds: median(own.map(({ summary }) => summary.p99Seconds)) ?? 0,
      p999Seconds: median(own.flatMap(({ summary }) => summary.p999Seconds ?? [])),
    },
  ];
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
