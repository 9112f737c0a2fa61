/**
 * PostgreSQL's counters in the neutral vocabulary, for versions 10 to 18. Meanings: PostgreSQL documentation, "The
 * Cumulative Statistics System".
 *
 * Backends hand their counts over when they become idle, at most once in a second (in 500 ms before version 15), so a reading
 * lacks up to the last second of each backend's work. While load runs evenly the same is lacking at both ends and the
 * difference is right; at the end of a short stretch that began from rest it is too small. Nothing that a probe may do
 * hurries other backends. WAL, bgwriter and checkpointer do not depend on it.
 */
import type { Counter } from "../../../model/counters.ts";

/** What a counter's expression is read from; one row each. `$1` is the name of the load's database. */
export const POSTGRES_SOURCES = {
  // Only the load's database: the probe works in another one and so does not count itself.
  database: "FROM pg_stat_database WHERE datname = $1",
  bgwriter: "FROM pg_stat_bgwriter",
  none: "",
} as const;

export interface PostgresCounter {
  readonly neutral: Counter;
  readonly source: keyof typeof POSTGRES_SOURCES;
  /** An expression of the source's own columns: the server's own names. */
  readonly sql: string;
  /** First and last major version that has it. */
  readonly versions: readonly [from: number, to: number];
  /** Why this, and how it differs from what other families mean by the neutral counter. */
  readonly reason: string;
}

const OF_CHECKPOINTER =
  "(SELECT buffers_written FROM pg_stat_checkpointer) + (SELECT buffers_clean FROM pg_stat_bgwriter)";
const OF_BACKENDS =
  "FROM pg_stat_io WHERE object = 'relation' AND backend_type NOT IN ('checkpointer', 'background writer')";

const ALL = [10, Number.POSITIVE_INFINITY] as const;

export const POSTGRES_COUNTERS: readonly PostgresCounter[] = [
  {
    neutral: "rows_read",
    source: "database",
    sql: "sum(tup_returned)",
    versions: ALL,
    reason: "rows of sequential scans and entries of index scans, catalogue look-ups too; tup_fetched is a part of it",
  },
  {
    neutral: "rows_inserted",
    source: "database",
    sql: "sum(tup_inserted)",
    versions: ALL,
    reason: "also of rolled back work",
  },
  {
    neutral: "rows_updated",
    source: "database",
    sql: "sum(tup_updated)",
    versions: ALL,
    reason: "also of rolled back work",
  },
  {
    neutral: "rows_deleted",
    source: "database",
    sql: "sum(tup_deleted)",
    versions: ALL,
    reason: "also of rolled back work",
  },
  {
    neutral: "commits",
    source: "database",
    sql: "sum(xact_commit)",
    versions: ALL,
    reason: "each statement in autocommit is one, reading or writing; MySQL's count has explicit COMMITs only",
  },
  {
    neutral: "rollbacks",
    source: "database",
    sql: "sum(xact_rollback)",
    versions: ALL,
    reason: "failed statements too",
  },
  {
    neutral: "pages_read",
    source: "database",
    sql: "sum(blks_read)",
    versions: ALL,
    reason: "missed shared buffers; the kernel's page cache may have had them",
  },
  {
    neutral: "buffer_reads",
    source: "database",
    sql: "sum(blks_hit + blks_read)",
    versions: ALL,
    reason: "hits and misses",
  },
  {
    neutral: "deadlocks",
    source: "database",
    sql: "sum(deadlocks)",
    versions: ALL,
    reason: "detected after deadlock_timeout",
  },
  {
    neutral: "connections",
    source: "database",
    sql: "sum(numbackends)",
    versions: ALL,
    reason: "of the load's database",
  },
  {
    neutral: "pages_written",
    source: "bgwriter",
    sql: "sum(buffers_checkpoint + buffers_clean + buffers_backend)",
    versions: [10, 16],
    reason: "to the kernel, not to storage; backends' writes include files made longer",
  },
  {
    neutral: "pages_written",
    source: "none",
    sql: `${OF_CHECKPOINTER} + (SELECT coalesce(sum(coalesce(writes, 0) + coalesce(extends, 0)), 0) ${OF_BACKENDS})`,
    versions: [17, 17],
    reason: "version 17 moved the checkpointer's to a view of its own and the backends' to pg_stat_io",
  },
  {
    neutral: "pages_written",
    source: "none",
    sql:
      `${OF_CHECKPOINTER} + (SELECT coalesce(sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)), 0) ${OF_BACKENDS})` +
      " / current_setting('block_size')::int",
    versions: [18, Number.POSITIVE_INFINITY],
    reason: "version 18 counts calls, of several pages each, and the bytes beside them",
  },
  {
    neutral: "log_written_bytes",
    source: "none",
    sql: "pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')",
    versions: ALL,
    reason:
      "position up to which WAL was written, exact at once; the jump to a new segment at a forced switch is in it",
  },
];

/**
 * One query that gives one row, with a column for each neutral counter that `major` has. What PostgreSQL has no counter of
 * (statements without an extension, dirty pages, lock waits) is not in it.
 */
export function postgresCountersQuery(major: number): string {
  const counters = POSTGRES_COUNTERS.filter(({ versions: [from, to] }) => from <= major && major <= to);
  const used = new Set(counters.map(({ source }) => source));
  const parts = [...used].map((source) => {
    const columns = counters.filter((counter) => counter.source === source).map(column);
    return `(SELECT ${columns.join(", ")} ${POSTGRES_SOURCES[source]}) AS of_${source}`;
  });
  return `SELECT * FROM ${parts.join(", ")}`;
}

function column({ sql, neutral }: PostgresCounter): string {
  return `${sql} AS ${neutral}`;
}

/** Views whose every column goes into the raw status files, with what names a row where a view has several. */
export const POSTGRES_STATUS_VIEWS: readonly { readonly view: string; readonly key: string; readonly from: number }[] =
  [
    { view: "pg_stat_database", key: "coalesce(datname, 'shared')", from: 10 },
    { view: "pg_stat_bgwriter", key: "''", from: 10 },
    { view: "pg_stat_archiver", key: "''", from: 10 },
    { view: "pg_stat_slru", key: "name", from: 13 },
    { view: "pg_stat_wal", key: "''", from: 14 },
    { view: "pg_stat_io", key: "concat_ws(' ', backend_type, object, context)", from: 16 },
    { view: "pg_stat_checkpointer", key: "''", from: 17 },
  ];

/** Rows (view, key, columns as one JSON object) of everything that the server counts. */
export function postgresStatusQuery(major: number): string {
  return POSTGRES_STATUS_VIEWS.filter(({ from }) => from <= major)
    .map(
      ({ view, key }) => `SELECT '${view}' AS view, ${key} AS key, row_to_json(t)::text AS columns FROM ${view} AS t`,
    )
    .join(" UNION ALL ");
}
