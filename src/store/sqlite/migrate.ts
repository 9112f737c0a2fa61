import type { DatabaseSync } from "node:sqlite";
import { LabError } from "../../model/errors.ts";
import type { Migration } from "./read-migrations.ts";
import { inTransaction } from "./transaction.ts";
import { number } from "./values.ts";

const MIGRATION_TABLE = `CREATE TABLE IF NOT EXISTS migration (
  number     INTEGER PRIMARY KEY,
  name       TEXT NOT NULL,
  applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT`;

/**
 * Brings the schema of `file` to the last of `migrations` (ascending by number), all in one transaction: two
 * processes that open a new store at once do it once. Throws `store-failed` for a schema newer than ours and for
 * a database that is not a store. Writes nothing when there is nothing to do, so that a reader never waits.
 */
export function migrate(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.number ?? 0;
  if (appliedVersion(db, file) === newest) return;
  inTransaction(db, () => {
    const applied = appliedVersion(db, file);
    if (applied > newest) throw newerSchema({ file, applied, newest });
    db.exec(MIGRATION_TABLE);
    for (const migration of migrations) if (migration.number > applied) apply(db, migration);
  });
}

/** For a file that cannot be upgraded here. Throws `store-failed` where `migrate` would have something to do. */
export function requireNewestSchema(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.number ?? 0;
  const applied = appliedVersion(db, file);
  if (applied > newest) throw newerSchema({ file, applied, newest });
  if (applied < newest) throw olderSchema({ file, applied, newest });
}

function apply(db: DatabaseSync, migration: Migration): void {
  db.exec(migration.sql);
  db.prepare("INSERT INTO migration (number, name) VALUES (?, ?)").run(migration.number, migration.name);
}

/** 0 for an empty database. */
function appliedVersion(db: DatabaseSync, file: string): number {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  if (tables.length === 0) return 0;
  if (!tables.some((table) => table.name === "migration")) throw foreignDatabase(file);
  return number(db.prepare("SELECT coalesce(max(number), 0) AS newest FROM migration").get() ?? {}, "newest");
}

function newerSchema(versions: { file: string; applied: number; newest: number }): LabError {
  const { file, applied, newest } = versions;
  return new LabError({
    code: "store-failed",
    message: `the store ${file} has schema ${applied}, this dbdyno knows up to ${newest}: a newer dbdyno wrote it`,
    hint: "use that newer dbdyno, or another lab: --lab DIR",
    where: file,
  });
}

function olderSchema(versions: { file: string; applied: number; newest: number }): LabError {
  const { file, applied, newest } = versions;
  return new LabError({
    code: "store-failed",
    message: `the store ${file} has schema ${applied}, and cannot be upgraded to ${newest}: this user may only read it`,
    hint: "copy the lab's folder to where this user may write, and name the copy: --lab DIR",
    where: file,
  });
}

function foreignDatabase(file: string): LabError {
  return new LabError({
    code: "store-failed",
    message: `${file} is an SQLite database, but not a store of dbdyno; it is left as it is`,
    hint: "name another lab: --lab DIR",
    where: file,
  });
}
