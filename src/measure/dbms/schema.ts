/** What CREATE TABLE and CREATE INDEX have in common in all dialects. Pure. */
import { LabError } from "../../model/errors.ts";
import type { Column, TableDefinition } from "../../model/workload.ts";

/** `<prefix><number>` as `CREATE TABLE`, with `columnType` giving what stands behind a column's name. */
export function tableStatement(table: TableDefinition, number: number, columnType: (column: Column) => string): string {
  const columns = table.columns.map((column) => `${tableName(column.name)} ${columnType(column)}`);
  const parts = [...columns, `PRIMARY KEY (${tableName(table.primaryKey)})`];
  return `CREATE TABLE ${tableName(`${table.prefix}${number}`)} (${parts.join(", ")})`;
}

/** One `CREATE INDEX` for each; `{n}` in a name becomes the table's number. */
export function indexStatements(table: TableDefinition, number: number): readonly string[] {
  return table.indexes.map(({ name, columns }) => {
    const index = tableName(name.replaceAll("{n}", `${number}`));
    return `CREATE INDEX ${index} ON ${tableName(`${table.prefix}${number}`)} (${columns.map(tableName).join(", ")})`;
  });
}

/** `name` unchanged. Throws `plan-impossible` for what would need quotes: names go into SQL as they are. */
export function tableName(name: string): string {
  if (/^[a-z_][a-z0-9_]*$/i.test(name)) return name;
  throw new LabError({
    code: "plan-impossible",
    message: `${JSON.stringify(name)} cannot be the name of a table, column, index or storage engine`,
    hint: "use letters, digits and _",
  });
}
