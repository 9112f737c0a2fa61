/** Tables and indexes in PostgreSQL's dialect, as sysbench 1.0 makes them (src/lua/oltp_common.lua). Pure. */
import { LabError } from "../../../model/errors.ts";
import type { Column, TableDefinition } from "../../../model/workload.ts";
import { indexStatements, tableStatement } from "../schema.ts";

/** Throws `plan-impossible` for a storage engine: tables have none here. */
export function createTable(table: TableDefinition, number: number, storageEngine: string | null): string {
  if (storageEngine === null) return tableStatement(table, number, columnType);
  throw new LabError({
    code: "plan-impossible",
    message: `PostgreSQL has no storage engine ${storageEngine}`,
    hint: "take `storage-engine` out of the workload, or use it with MySQL only",
  });
}

export function createIndexes(table: TableDefinition, number: number): readonly string[] {
  return indexStatements(table, number);
}

function columnType({ type }: Column): string {
  switch (type.kind) {
    case "serial":
      return "SERIAL";
    case "integer":
      return "INTEGER DEFAULT 0 NOT NULL";
    case "char":
      return `CHAR(${type.length}) DEFAULT '' NOT NULL`;
  }
}
