/** Tables and indexes in MySQL's dialect, as sysbench 1.0 makes them (src/lua/oltp_common.lua). Pure. */
import type { Column, TableDefinition } from "../../../model/workload.ts";
import { indexStatements, tableName, tableStatement } from "../schema.ts";

/** `storageEngine` null: the server's own default. Throws `plan-impossible` for a text that is no name. */
export function createTable(table: TableDefinition, number: number, storageEngine: string | null): string {
  const statement = tableStatement(table, number, columnType);
  return storageEngine === null ? statement : `${statement} ENGINE=${tableName(storageEngine)}`;
}

export function createIndexes(table: TableDefinition, number: number): readonly string[] {
  return indexStatements(table, number);
}

function columnType({ type }: Column): string {
  switch (type.kind) {
    case "serial":
      return "INTEGER NOT NULL AUTO_INCREMENT";
    case "integer":
      return "INTEGER DEFAULT 0 NOT NULL";
    case "char":
      return `CHAR(${type.length}) DEFAULT '' NOT NULL`;
  }
}
