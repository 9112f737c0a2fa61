/**
 * MySQL's counters in the neutral vocabulary. Meanings: MySQL 5.6 Reference Manual, "Server Status Variables".
 * MySQL keeps them in memory and gives them at once, running statements included.
 */
import type { StatusCounter } from "./status-counter.ts";

const MILLISECONDS = 1e-3;

export const MYSQL_COUNTERS: readonly StatusCounter[] = [
  {
    neutral: "rows_read",
    native: ["first", "key", "last", "next", "prev", "rnd", "rnd_next"].map((kind) => `Handler_read_${kind}`),
    reason:
      "of every storage engine, where Innodb_rows_read is zero for MyISAM. Requests, not rows: one more for each range " +
      "or scan that meets its end, and rows read back from temporary tables (DISTINCT, ORDER BY) are in it",
  },
  {
    neutral: "rows_inserted",
    native: ["Innodb_rows_inserted"],
    reason: "InnoDB only: Handler_write also counts rows put into temporary tables, which a plan may have or not",
  },
  { neutral: "rows_updated", native: ["Innodb_rows_updated"], reason: "InnoDB only, as rows_inserted" },
  { neutral: "rows_deleted", native: ["Innodb_rows_deleted"], reason: "InnoDB only, as rows_inserted" },
  {
    neutral: "commits",
    native: ["Com_commit"],
    reason: "COMMIT statements; a statement in autocommit is none, and Handler_commit counts each statement and engine",
  },
  { neutral: "rollbacks", native: ["Com_rollback"], reason: "ROLLBACK statements, as commits" },
  {
    neutral: "statements",
    native: ["Questions"],
    reason:
      "statements that clients sent, executions of prepared ones included, preparing them not; this probe sends one a reading",
  },
  {
    neutral: "log_written_bytes",
    native: ["Innodb_os_log_written"],
    reason:
      "redo log as written to its files, in whole blocks of 512: a block filled by several commits counts each time",
  },
  { neutral: "pages_read", native: ["Innodb_pages_read"], reason: "InnoDB pages" },
  {
    neutral: "pages_written",
    native: ["Innodb_pages_written"],
    reason: "InnoDB pages; the doublewrite buffer is not in it",
  },
  { neutral: "buffer_reads", native: ["Innodb_buffer_pool_read_requests"], reason: "found in the pool or not" },
  { neutral: "dirty_pages", native: ["Innodb_buffer_pool_pages_dirty"], reason: "InnoDB pages" },
  {
    neutral: "lock_waits",
    native: ["Innodb_row_lock_waits"],
    reason: "waits of transactions for row locks; of latches inside the server it says nothing",
  },
  {
    neutral: "lock_wait_seconds",
    native: ["Innodb_row_lock_time"],
    unit: MILLISECONDS,
    reason: "milliseconds; waits that have not ended are not in it",
  },
  {
    neutral: "deadlocks",
    native: ["Innodb_deadlocks"],
    reason:
      "Percona Server and MariaDB have it. MySQL has it in INNODB_METRICS only, whose 200 and more rows would be made for " +
      "each reading; there the load's own count of error 1213 tells",
  },
  { neutral: "connections", native: ["Threads_connected"], reason: "this probe's own connection is one of them" },
];

/**
 * Asks for these counters alone: SHOW puts what it gives into a temporary table and reads it back, and these rows show up in
 * Handler_read_rnd_next. Whole, that is 342 a reading in 5.6.24; so it is the counters asked for plus one.
 */
export const MYSQL_COUNTERS_QUERY = `SHOW GLOBAL STATUS WHERE Variable_name IN (${MYSQL_COUNTERS.flatMap(
  ({ native }) => native,
)
  .map((name) => `'${name}'`)
  .join(", ")})`;

/** Everything that the server counts. */
export const MYSQL_STATUS_QUERY = "SHOW GLOBAL STATUS";
