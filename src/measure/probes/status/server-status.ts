/** Reads a server's own counters over a connection. */
import type { Family } from "../../../model/build.ts";
import type { CounterValues } from "../../../model/counters.ts";
import type { SqlConnection, SqlValue } from "../../connect/connect.ts";
import type { NativeStatus } from "../probe.ts";
import { probeFault } from "../probe-fault.ts";
import { MYSQL_COUNTERS, MYSQL_COUNTERS_QUERY, MYSQL_STATUS_QUERY } from "./mysql-counters.ts";
import { POSTGRES_COUNTERS, postgresCountersQuery, postgresStatusQuery } from "./postgres-counters.ts";
import { neutralValues } from "./status-counter.ts";

type Row = Readonly<Record<string, SqlValue>>;

/** Gives the neutral counters of a server. */
export type ReadCounters = (connection: SqlConnection) => Promise<CounterValues>;

/**
 * How counters of this family are read; `database` is the load's. PostgreSQL is asked for its version once, on the first
 * connection.
 */
export function countersReader(family: Family, database: string): ReadCounters {
  return family === "mysql" ? readMysqlCounters : postgresReader(database);
}

/**
 * Every counter that the server has, under its own name, as text: MySQL's status variables; PostgreSQL's statistics views as
 * `view.column`, or `view[row].column` where a view has several rows. Sorted by name. For the raw files.
 */
export async function readServerStatus(family: Family, connection: SqlConnection): Promise<NativeStatus> {
  const status =
    family === "mysql"
      ? mysqlStatus(await connection.query(MYSQL_STATUS_QUERY))
      : postgresStatus(await connection.query(postgresStatusQuery(await postgresMajor(connection))));
  return Object.fromEntries(Object.entries(status).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function readMysqlCounters(connection: SqlConnection): Promise<CounterValues> {
  return neutralValues(MYSQL_COUNTERS, mysqlStatus(await connection.query(MYSQL_COUNTERS_QUERY)));
}

/** Rows of SHOW GLOBAL STATUS as name to text. */
export function mysqlStatus(rows: readonly Row[]): NativeStatus {
  return Object.fromEntries(rows.map((row) => [String(row.Variable_name), String(row.Value)]));
}

function postgresReader(database: string): ReadCounters {
  let query: string | null = null;
  return async (connection) => {
    query ??= postgresCountersQuery(await postgresMajor(connection));
    return postgresCounters(await connection.query(query, [database]));
  };
}

/** The one row of the counters' query as numbers. A null (no such database, nothing counted yet) is left out. */
export function postgresCounters(rows: readonly Row[]): CounterValues {
  const values: CounterValues = {};
  for (const { neutral } of POSTGRES_COUNTERS) {
    const value = rows[0]?.[neutral] ?? null;
    if (value !== null && Number.isFinite(Number(value))) values[neutral] = Number(value);
  }
  return values;
}

/** Rows (view, key, columns as JSON) as `view[key].column` to text. */
export function postgresStatus(rows: readonly Row[]): NativeStatus {
  return Object.fromEntries(
    rows.flatMap(({ view, key, columns }) => {
      const name = key === "" ? `${view}` : `${view}[${key}]`;
      const values: Readonly<Record<string, unknown>> = JSON.parse(String(columns));
      return Object.entries(values).map(([column, value]) => [
        `${name}.${column}`,
        value === null ? "" : String(value),
      ]);
    }),
  );
}

async function postgresMajor(connection: SqlConnection): Promise<number> {
  const [row] = await connection.query("SHOW server_version_num");
  const major = Math.floor(Number(row?.server_version_num) / 10_000);
  if (major >= 10) return major;
  throw probeFault(
    "measurement-failed",
    `server_version_num is ${row?.server_version_num}: PostgreSQL 10 or newer expected`,
  );
}
