/** What a lab's store holds, read without the code under test. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A measurement and all that belongs to it, one text each, in the order in which they were saved. */
export function measurementsIn(lab: string): readonly string[] {
  return reading(lab, [], (database) =>
    rows(database, "SELECT * FROM measurement ORDER BY number").map((measurement) => {
      const parts = ["load_second", "error_count", "warning", "sample", "point"].map((table) =>
        rows(database, `SELECT * FROM ${table} WHERE measurement = ${Number(measurement.number)}`),
      );
      return JSON.stringify([measurement, ...parts]);
    }),
  );
}

/** `ok`, or SQLite's own words. */
export function integrityOf(lab: string): string {
  return reading(lab, "no store", (database) =>
    rows(database, "PRAGMA integrity_check")
      .map((row) => String(row.integrity_check))
      .join("; "),
  );
}

function reading<T>(lab: string, nothing: T, body: (database: DatabaseSync) => T): T {
  const file = join(lab, "dbdyno.sqlite");
  if (!existsSync(file)) return nothing;
  const database = new DatabaseSync(file);
  try {
    return body(database);
  } finally {
    database.close();
  }
}

function rows(database: DatabaseSync, query: string): readonly Record<string, unknown>[] {
  return database.prepare(query).all();
}
