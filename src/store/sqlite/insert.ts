import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Prepared by column names of ours alone: no text of a user is in the statement. */
export function insert(db: DatabaseSync, table: string, columns: readonly string[]): StatementSync {
  const values = columns.map((column) => `:${column}`).join(", ");
  return db.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values})`);
}
