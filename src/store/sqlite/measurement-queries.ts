/** Tables measurement, load_second, error_count and warning. */
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { LatencySummary, LoadResult, LoadSecond, Measurement } from "../../model/measurement.ts";
import type { Warning, WarningCode } from "../../model/warning.ts";
import { count, countOrNull, finite, number, numberOrNull, type Row, text } from "./values.ts";

type Columns = Readonly<Record<string, SQLInputValue>>;

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
    run_queue_share: load.runQueueShare === null ? null : finite("run queue share", load.runQueueShare),
    bytes_sent: countOrNull("bytes sent", load.bytesSent),
    bytes_received: countOrNull("bytes received", load.bytesReceived),
    ...latencyColumns(load.latencySummary),
    latency_histogram: load.latency,
  };
}

function latencyColumns(latency: LatencySummary): Columns {
  return {
    latency_mean_seconds: finite("mean latency", latency.meanSeconds),
    latency_p50_seconds: finite("p50 latency", latency.p50Seconds),
    latency_p95_seconds: finite("p95 latency", latency.p95Seconds),
    latency_p99_seconds: finite("p99 latency", latency.p99Seconds),
    latency_max_seconds: finite("maximum latency", latency.maxSeconds),
  };
}

const NO_LATENCY: Columns = {
  latency_mean_seconds: null,
  latency_p50_seconds: null,
  latency_p95_seconds: null,
  latency_p99_seconds: null,
  latency_max_seconds: null,
};

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

/** Prepared by column names of ours alone: no text of a user is in the statement. */
function insert(db: DatabaseSync, table: string, columns: readonly string[]) {
  const values = columns.map((column) => `:${column}`).join(", ");
  return db.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values})`);
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
  };
}

function toLatency(row: Row): LatencySummary {
  return {
    meanSeconds: number(row, "latency_mean_seconds"),
    p50Seconds: number(row, "latency_p50_seconds"),
    p95Seconds: number(row, "latency_p95_seconds"),
    p99Seconds: number(row, "latency_p99_seconds"),
    maxSeconds: number(row, "latency_max_seconds"),
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
