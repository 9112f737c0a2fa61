import type { Context } from "./context.ts";

export interface Rows {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What `--json` prints. */
  readonly objects: readonly unknown[];
}

/** A list: aligned columns on a terminal, TSV with a header in a pipe, an array with `--json`. */
export function printRows(list: Rows, context: Context): void {
  if (context.json) context.io.out(`${JSON.stringify(list.objects, null, 2)}\n`);
  else context.io.out(context.io.outIsTerminal ? alignedText(list) : tabText(list));
}

function tabText(list: Rows): string {
  return [list.header, ...list.rows].map((row) => `${row.map(oneLine).join("\t")}\n`).join("");
}

/** A tab or line end inside a value would break the row. */
function oneLine(cell: string): string {
  return cell.replace(/[\t\n]+/g, " ");
}

function alignedText(list: Rows): string {
  const all = [list.header, ...list.rows];
  const widths = list.header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return all.map((row) => `${line(row).trimEnd()}\n`).join("");
}
