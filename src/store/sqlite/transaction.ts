import type { DatabaseSync } from "node:sqlite";

/**
 * Runs `work` in one write transaction. BEGIN IMMEDIATE takes the write lock first, where the busy timeout waits;
 * a read that becomes a write later would fail at once instead. Whatever `work` throws is thrown after a rollback.
 */
export function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (error) {
    // SQLite has rolled back by itself after some errors (a full disk); a second ROLLBACK would hide the cause.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
