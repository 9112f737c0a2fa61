/** A workload's statements as SQL text of one family. */
import type { Family } from "../model/build.ts";
import type { Statement } from "../model/workload.ts";

/** A quoted literal, in which a question mark is only a question mark, or a parameter. */
const LITERAL_OR_PARAMETER = /'(?:[^']|'')*'|\?/g;

/** The statement for `table` with the family's placeholders: `?`, or `$1 $2 ...` for PostgreSQL. */
export function renderStatement(statement: Statement, family: Family, table: string): string {
  const sql = tableSql(statement, family, table);
  if (family !== "postgres") return sql;
  let parameters = 0;
  return sql.replace(LITERAL_OR_PARAMETER, (found) => (found === "?" ? `$${++parameters}` : found));
}

/**
 * The text around the parameters, for the text protocol: one piece more than there are parameters.
 * `SELECT c FROM t WHERE id=?` gives `["SELECT c FROM t WHERE id=", ""]`.
 */
export function splitAtParameters(statement: Statement, family: Family, table: string): readonly string[] {
  const sql = tableSql(statement, family, table);
  const pieces: string[] = [];
  let from = 0;
  for (const found of sql.matchAll(LITERAL_OR_PARAMETER)) {
    if (found[0] !== "?") continue;
    pieces.push(sql.slice(from, found.index));
    from = found.index + 1;
  }
  return [...pieces, sql.slice(from)];
}

function tableSql(statement: Statement, family: Family, table: string): string {
  return (statement.sqlFor?.[family] ?? statement.sql).replaceAll("{table}", table);
}
