/** Tables measurement, load_second, error_count and warning. */
import type { DatabaseSync } from "node:sqlite";
import type { LoadResult, LoadSecond, Measurement } from "../../model/measurement.ts";
import type { Warning, WarningCode } from "../../model/warning.ts";
import { insert } from "./insert.ts";
import { type Columns, latencyColumns, NO_LATENCY, toLatency } from "./latency-columns.ts";
import {
  insertOpenLoop,
  insertStatementLatencies,
  selectOpenLoop,
  selectStatementLatencies,
} from "./latency-queries.ts";
import {
  count,
  countOrNull,
  finite,
  finiteOrNull,
  number,
  numberOrNull,
  type Row,
  text,
  textOrNull,
} from "./values.ts";

/** Everything of `measurement` but its samples. Gives its number. To be called in a transaction. */
export function insertMeasurement(db: DatabaseSync, runNumber: number, measurement: Measurement): number {
  const columns: Columns = {
    run: runNumber,
    id: measurement.id,
    cell: measurement.cell,
    variant: measurement.variant,
    round: count("round", measurement.round),
    idx: count("index", measurement.index),
    started_at: measurement.startedAt,
    ...loadColumns(measurement.load),
  };
  const inserted = Number(insert(db, "measurement", Object.keys(columns)).run(columns).lastInsertRowid);
  insertLoadSeconds(db, inserted, measurement.load.perSecond);
  insertStatementLatencies(db, inserted, measurement.load.statementLatencies);
  insertOpenLoop(db, inserted, measurement.load.openLoop);
  insertErrorCounts(db, inserted, measurement.load.errors);
  insertWarnings(db, inserted, measurement.warnings);
  return inserted;
}

function loadColumns(load: LoadResult): Columns {
  return {
    load_started_at: finite("load start", load.startedAt),
    seconds: finite("seconds", load.seconds),
    operations: count("operations", load.operations),
    statements: count("statements", load.statements),
    rows_returned: countOrNull("rows", load.rows),
    reconnects: count("reconnects", load.reconnects),
    client_cpu_seconds: finite("client CPU seconds", load.clientCpuSeconds),
    loop_cpu_share: finite("CPU share of a load loop", load.loopCpuShare),
    run_queue_share: finiteOrNull("run queue share", load.runQueueShare),
    bytes_sent: countOrNull("bytes sent", load.bytesSent),
    bytes_received: countOrNull("bytes received", load.bytesReceived),
    ...latencyColumns(load.latencySummary),
    latency_histogram: load.latency,
  };
}

function insertLoadSeconds(db: DatabaseSync, measurement: number, seconds: readonly LoadSecond[]): void {
  const rows = seconds.map((second, position) => secondColumns(measurement, position, second));
  if (rows[0] === undefined) return;
  const statement = insert(db, "load_second", Object.keys(rows[0]));
  for (const row of rows) statement.run(row);
}

function secondColumns(measurement: number, position: number, second: LoadSecond): Columns {
  return {
    measurement,
    number: position,
    at: finite("time of a second", second.at),
    seconds: finite("length of a second", second.seconds),
    operations: count("operations of a second", second.operations),
    errors: count("errors of a second", second.errors),
    ...(second.latency === null ? NO_LATENCY : latencyColumns(second.latency)),
    latency_histogram: second.histogram,
  };
}

function insertErrorCounts(db: DatabaseSync, measurement: number, errors: LoadResult["errors"]): void {
  const statement = insert(db, "error_count", ["measurement", "code", "count"]);
  for (const [code, times] of Object.entries(errors)) {
    statement.run({ measurement, code, count: count(`count of error ${code}`, times) });
  }
}

function insertWarnings(db: DatabaseSync, measurement: number, warnings: readonly Warning[]): void {
  const statement = insert(db, "warning", ["measurement", "number", "code", "message", "advice"]);
  for (const [position, { code, message, advice }] of warnings.entries()) {
    statement.run({ measurement, number: position, code, message, advice });
  }
}

/** The run's measurements in the order in which they were saved; samples come from `readSamples(number)`. */
export function selectMeasurements(
  db: DatabaseSync,
  runNumber: number,
  readSamples: (measurement: number) => Measurement["samples"],
): readonly Measurement[] {
  const rows = db.prepare("SELECT * FROM measurement WHERE run = ? ORDER BY number").all(runNumber);
  return rows.map((row) => ({
    id: text(row, "id"),
    cell: text(row, "cell"),
    variant: text(row, "variant"),
    round: number(row, "round"),
    index: number(row, "idx"),
    startedAt: text(row, "started_at"),
    load: toLoad(db, row),
    samples: readSamples(number(row, "number")),
    warnings: selectWarnings(db, number(row, "number")),
  }));
}

function toLoad(db: DatabaseSync, row: Row): LoadResult {
  const measurement = number(row, "number");
  return {
    startedAt: number(row, "load_started_at"),
    seconds: number(row, "seconds"),
    operations: number(row, "operations"),
    statements: number(row, "statements"),
    rows: numberOrNull(row, "rows_returned"),
    errors: selectErrorCounts(db, measurement),
    reconnects: number(row, "reconnects"),
    clientCpuSeconds: number(row, "client_cpu_seconds"),
    loopCpuShare: number(row, "loop_cpu_share"),
    runQueueShare: numberOrNull(row, "run_queue_share"),
    bytesSent: numberOrNull(row, "bytes_sent"),
    bytesReceived: numberOrNull(row, "bytes_received"),
    perSecond: selectLoadSeconds(db, measurement),
    latency: text(row, "latency_histogram"),
    latencySummary: toLatency(row),
    statementLatencies: selectStatementLatencies(db, measurement),
    openLoop: selectOpenLoop(db, measurement),
  };
}

function selectLoadSeconds(db: DatabaseSync, measurement: number): readonly LoadSecond[] {
  const rows = db.prepare("SELECT * FROM load_second WHERE measurement = ? ORDER BY number").all(measurement);
  return rows.map((row) => ({
    at: number(row, "at"),
    seconds: number(row, "seconds"),
    operations: number(row, "operations"),
    errors: number(row, "errors"),
    latency: row.latency_mean_seconds === null ? null : toLatency(row),
    histogram: textOrNull(row, "latency_histogram"),
  }));
}

function selectErrorCounts(db: DatabaseSync, measurement: number): LoadResult["errors"] {
  const rows = db.prepare("SELECT code, count FROM error_count WHERE measurement = ? ORDER BY code").all(measurement);
  return Object.fromEntries(rows.map((row) => [text(row, "code"), number(row, "count")]));
}

function selectWarnings(db: DatabaseSync, measurement: number): readonly Warning[] {
  const rows = db.prepare("SELECT * FROM warning WHERE measurement = ? ORDER BY number").all(measurement);
  return rows.map((row) => ({
    // Not checked: a code that a later dbdyno no longer knows must not make an old run unreadable.
    code: text(row, "code") as WarningCode,
    message: text(row, "message"),
    advice: text(row, "advice"),
  }));
}
