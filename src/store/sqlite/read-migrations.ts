/** Reads our own numbered SQL files. They are part of the program, not of the machine: hence no `Os` here. */
import { readdirSync, readFileSync } from "node:fs";

export interface Migration {
  /** From 1, without gaps. */
  readonly number: number;
  /** `001-runs.sql`. */
  readonly name: string;
  readonly sql: string;
}

/** The files of `migrations/` beside this one, ascending by number. */
export function readMigrations(): readonly Migration[] {
  const folder = new URL("./migrations/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ number: Number(name.slice(0, 3)), name, sql: readFileSync(new URL(name, folder), "utf8") }));
}
