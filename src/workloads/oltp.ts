/**
 * sysbench's OLTP benchmarks as data: tables, statements, counts and defaults of version 1.0.20
 * (src/lua/oltp_common.lua and the oltp_*.lua beside it), so that results compare. The differences:
 * - `delete` takes each key once. sysbench draws keys at random, and more and more of its deletes find no row.
 * - `insert` is prepared like the other steps; sysbench always sends its text (`prepared: false` does that).
 */
import type { Statement, StatementGroup, Step, TableDefinition, ValueSource, Workload } from "../model/workload.ts";

/** sysbench's --range-size. */
const RANGE_ROWS = 100;

const KEY: ValueSource = { kind: "key" };
/** 119 and 59 characters. */
const C_VALUE: ValueSource = { kind: "digits", groups: 10 };
const PAD_VALUE: ValueSource = { kind: "digits", groups: 5 };
const RANGE: readonly ValueSource[] = [KEY, { kind: "key-offset", parameter: 0, plus: RANGE_ROWS - 1 }];

const SBTEST: TableDefinition = {
  prefix: "sbtest",
  columns: [
    { name: "id", type: { kind: "serial" }, value: { kind: "row-number" } },
    { name: "k", type: { kind: "integer" }, value: KEY },
    { name: "c", type: { kind: "char", length: 120 }, value: C_VALUE },
    { name: "pad", type: { kind: "char", length: 60 }, value: PAD_VALUE },
  ],
  primaryKey: "id",
  indexes: [{ name: "k_{n}", columns: ["k"] }],
};

const POINT_SELECT: Statement = {
  name: "point-select",
  effect: "read",
  sql: "SELECT c FROM {table} WHERE id=?",
  parameters: [KEY],
};
const SIMPLE_RANGE: Statement = {
  name: "simple-range",
  effect: "read",
  sql: "SELECT c FROM {table} WHERE id BETWEEN ? AND ?",
  parameters: RANGE,
};
const SUM_RANGE: Statement = {
  name: "sum-range",
  effect: "read",
  sql: "SELECT SUM(k) FROM {table} WHERE id BETWEEN ? AND ?",
  parameters: RANGE,
};
const ORDER_RANGE: Statement = {
  name: "order-range",
  effect: "read",
  sql: "SELECT c FROM {table} WHERE id BETWEEN ? AND ? ORDER BY c",
  parameters: RANGE,
};
const DISTINCT_RANGE: Statement = {
  name: "distinct-range",
  effect: "read",
  sql: "SELECT DISTINCT c FROM {table} WHERE id BETWEEN ? AND ? ORDER BY c",
  parameters: RANGE,
};
const UPDATE_INDEX: Statement = {
  name: "update-index",
  effect: "write",
  sql: "UPDATE {table} SET k=k+1 WHERE id=?",
  parameters: [KEY],
};
const UPDATE_NON_INDEX: Statement = {
  name: "update-nonindex",
  effect: "write",
  sql: "UPDATE {table} SET c=? WHERE id=?",
  parameters: [C_VALUE, KEY],
};
const DELETE_SQL = "DELETE FROM {table} WHERE id=?";
const DELETE_ANY: Statement = { name: "delete", effect: "write", sql: DELETE_SQL, parameters: [KEY] };
const DELETE_NEXT: Statement = {
  name: "delete",
  effect: "write",
  sql: DELETE_SQL,
  parameters: [{ kind: "next-key" }],
};
const INSERT_DELETED: Statement = {
  name: "insert",
  effect: "write",
  sql: "INSERT INTO {table} (id, k, c, pad) VALUES (?, ?, ?, ?)",
  parameters: [{ kind: "previous-key" }, KEY, C_VALUE, PAD_VALUE],
};
const INSERT_NEW: Statement = {
  name: "insert",
  effect: "write",
  sql: "INSERT INTO {table} (k, c, pad) VALUES (?, ?, ?)",
  // The zero asks for the next number, as in oltp_insert.lua.
  sqlFor: { mysql: "INSERT INTO {table} (id, k, c, pad) VALUES (0, ?, ?, ?)" },
  parameters: [KEY, C_VALUE, PAD_VALUE],
};

/** `times` executions of the statement on one table that is drawn anew. */
function on(statement: Statement, times = 1): StatementGroup {
  return { statement, times, ownTable: true };
}

const READS: readonly StatementGroup[] = [
  on(POINT_SELECT, 10),
  on(SIMPLE_RANGE),
  on(SUM_RANGE),
  on(ORDER_RANGE),
  on(DISTINCT_RANGE),
];
const WRITES: readonly StatementGroup[] = [
  on(UPDATE_INDEX),
  on(UPDATE_NON_INDEX),
  on(DELETE_ANY),
  { statement: INSERT_DELETED, times: 1, ownTable: false },
];

/** A step of one statement, each in a transaction of its own by autocommit. */
function single(name: string, summary: string, statement: Statement, state: Step["state"] = "kept"): Step {
  return { name, summary, effect: statement.effect, transaction: false, groups: [on(statement)], state };
}

const STEPS: readonly Step[] = [
  single("point-query", "one row by primary key (oltp_point_select)", POINT_SELECT),
  {
    name: "read-only",
    summary: "transaction of 10 point queries and 4 ranges of 100 rows (oltp_read_only)",
    effect: "read",
    transaction: true,
    groups: READS,
    state: "kept",
  },
  {
    name: "read-write",
    summary: "read-only's statements, 2 updates, 1 delete and the insert of the same row (oltp_read_write)",
    effect: "write",
    transaction: true,
    groups: [...READS, ...WRITES],
    state: "kept",
  },
  single("update-index", "one row's indexed column (oltp_update_index)", UPDATE_INDEX),
  single("update-nonindex", "one row's column without index (oltp_update_non_index)", UPDATE_NON_INDEX),
  single("insert", "one new row at the end (oltp_insert)", INSERT_NEW, "used-up"),
  single("delete", "one row by primary key, each key once (oltp_delete)", DELETE_NEXT, "used-up"),
];

export const oltp: Workload = {
  name: "oltp",
  summary: "sysbench's OLTP tables and transactions",
  defaults: { tables: 1, rows: 10_000, steps: ["point-query", "read-only", "read-write"] },
  schema: [SBTEST],
  steps: STEPS,
};
