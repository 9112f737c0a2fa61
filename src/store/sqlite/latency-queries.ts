/** Tables statement_latency and open_loop. */
import type { DatabaseSync } from "node:sqlite";
import type { OpenLoopResult, StatementLatency } from "../../model/measurement.ts";
import { insert } from "./insert.ts";
import { type Columns, latencyColumns, toLatency } from "./latency-columns.ts";
import { count, countOrNull, finite, number, numberOrNull, text, unexpected } from "./values.ts";

export function insertStatementLatencies(
  db: DatabaseSync,
  measurement: number,
  statements: readonly StatementLatency[],
): void {
  const rows = statements.map((each, position) => statementColumns(measurement, position, each));
  if (rows[0] === undefined) return;
  const statement = insert(db, "statement_latency", Object.keys(rows[0]));
  for (const row of rows) statement.run(row);
}

function statementColumns(measurement: number, position: number, each: StatementLatency): Columns {
  return {
    measurement,
    number: position,
    statement: each.statement,
    executions: count(`executions of ${each.statement}`, each.executions),
    rows_returned: countOrNull(`rows of ${each.statement}`, each.rows),
    ...latencyColumns(each.summary),
    latency_histogram: each.latency,
  };
}

export function selectStatementLatencies(db: DatabaseSync, measurement: number): readonly StatementLatency[] {
  const rows = db.prepare("SELECT * FROM statement_latency WHERE measurement = ? ORDER BY number").all(measurement);
  return rows.map((row) => ({
    statement: text(row, "statement"),
    executions: number(row, "executions"),
    rows: numberOrNull(row, "rows_returned"),
    summary: toLatency(row),
    latency: text(row, "latency_histogram"),
  }));
}

/** Nothing for a closed loop. */
export function insertOpenLoop(db: DatabaseSync, measurement: number, openLoop: OpenLoopResult | null): void {
  if (openLoop === null) return;
  const columns: Columns = {
    measurement,
    rate: finite("rate of arrivals", openLoop.rate),
    spacing: openLoop.spacing,
    unfinished: count("unfinished operations", openLoop.unfinished),
    ...latencyColumns(openLoop.sendLateness),
  };
  insert(db, "open_loop", Object.keys(columns)).run(columns);
}

export function selectOpenLoop(db: DatabaseSync, measurement: number): OpenLoopResult | null {
  const row = db.prepare("SELECT * FROM open_loop WHERE measurement = ?").get(measurement);
  if (row === undefined) return null;
  const spacing = row.spacing;
  if (spacing !== "even" && spacing !== "poisson") throw unexpected("spacing", spacing);
  const unfinished = number(row, "unfinished");
  return { rate: number(row, "rate"), spacing, sendLateness: toLatency(row), unfinished };
}
