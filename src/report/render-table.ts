import Table from "cli-table3";
import pc from "picocolors";
import { legend, type ReportColumn } from "./columns.ts";
import type { ReportDocument, ReportedRow } from "./document.ts";
import { type FittedColumns, fitColumns, tableWidth } from "./fit-columns.ts";
import {
  cellCaption,
  imposedSection,
  methodLine,
  notMeasuredSection,
  perOperationSection,
  runLine,
  type Section,
  settingsSection,
  shownRows,
  undecidedSection,
  variantTexts,
  warningsSection,
} from "./sections.ts";
import { type ReportTable, tablesOf } from "./tables.ts";
import { HANGING, wrapLines } from "./wrap.ts";

export interface TableOptions {
  /** Characters of the terminal; columns that do not fit are dropped and named. */
  readonly width: number;
  readonly color: boolean;
}

type Colors = ReturnType<typeof pc.createColors>;

/** Undeclared settings that are listed; between two major versions there are hundreds. */
const SETTINGS_SHOWN = 8;

/** No frame, so that it can be pasted anywhere: gaps between columns, and two lines that are drawn below. */
const BORDERS = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  right: "",
  "right-mid": "",
  mid: "",
  "mid-mid": "",
};

/** The report for a terminal. What matters most is last, where the eye is when the command ends. */
export function renderTable(document: ReportDocument, options: TableOptions): string {
  const colors = pc.createColors(options.color);
  const fit = { width: options.width, ellipsis: "\u2026" } as const;
  const tables = tablesOf(document).map((table) => ({ table, fitted: fitColumns(table, fit) }));
  const blocks: readonly (readonly string[])[] = [
    heading(document, options.width, colors),
    variantLines(document, options.width),
    ...context(document).map((section) => sectionLines(section, options.width, colors)),
    ...tables.map(({ table, fitted }) => tableLines(table, fitted, colors)),
    captions(
      document,
      tables.map(({ fitted }) => fitted),
    ).flatMap((text) => wrapLines(text, options.width).map(colors.dim)),
    ...notes(document).map((section) => sectionLines(section, options.width, colors)),
    document.headlines.flatMap((text) => wrapLines(text, options.width, HANGING).map(colors.bold)),
    [...wrapLines(`next, ${document.next.why}:`, options.width, HANGING), `  ${colors.cyan(document.next.command)}`],
  ];
  const lines = blocks
    .filter((block) => block.length > 0)
    .map((block) => block.map((line) => line.trimEnd()).join("\n"));
  return `${lines.join("\n\n")}\n`;
}

function heading(document: ReportDocument, width: number, colors: Colors): readonly string[] {
  const lines = [runLine(document), document.environment.line, methodLine(document)];
  return [colors.bold(document.run.experiment), ...lines.flatMap((line) => wrapLines(line, width, HANGING))];
}

/** Aligned where there is room, else one paragraph a variant. */
function variantLines(document: ReportDocument, width: number): readonly string[] {
  const { common, rows } = variantTexts(document);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const aligned = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const fits = aligned.every((line) => line.length <= width);
  const lines = fits ? aligned : rows.flatMap((row) => wrapLines(row.join(", "), width, HANGING));
  return common === "" ? lines : [...wrapLines(common, width, HANGING), ...lines];
}

function tableLines({ cells }: ReportTable, { columns, gap }: FittedColumns, colors: Colors): readonly string[] {
  const table = new Table({
    head: columns.map((column) => column.title),
    colAligns: columns.map((column) => column.align),
    chars: { ...BORDERS, middle: " ".repeat(gap) },
    style: { head: [], border: [], compact: true, "padding-left": 0, "padding-right": 0 },
  });
  for (const cell of cells) {
    table.push([{ colSpan: columns.length, content: `${colors.bold(cell.id)}  ${colors.dim(cellCaption(cell))}` }]);
    for (const row of shownRows(cell)) table.push(columns.map((column) => painted(column, row, colors)));
  }
  const [head = "", ...rows] = table.toString().split("\n");
  const allRows = cells.flatMap((cell) => cell.rows);
  const line = colors.dim("─".repeat(tableWidth(columns, allRows, gap)));
  return [head, line, ...rows, line];
}

function painted(column: ReportColumn, row: ReportedRow, colors: Colors): string {
  const text = column.text(row);
  return column.title === "verdict" ? verdictColor(row.verdict, colors)(text) : text;
}

function verdictColor(verdict: ReportedRow["verdict"], colors: Colors): (text: string) => string {
  if (verdict === "regressed") return colors.red;
  if (verdict === "improved" || verdict === "equivalent") return colors.green;
  if (verdict === "baseline") return colors.dim;
  return colors.yellow;
}

function captions(document: ReportDocument, fitted: readonly FittedColumns[]): readonly string[] {
  const columns = fitted.flatMap((one) => one.columns);
  const dropped = [...new Set(fitted.flatMap((one) => one.dropped))];
  const missing = `no room for ${dropped.join(", ")}: a wider terminal, or --format tsv`;
  return [legend(document, columns), ...(dropped.length > 0 ? [missing] : [])];
}

/** What was compared. */
function context(document: ReportDocument): readonly Section[] {
  return [settingsSection(document, SETTINGS_SHOWN), imposedSection(document)];
}

/** What is to be known about the table. */
function notes(document: ReportDocument): readonly Section[] {
  return [
    perOperationSection(document),
    notMeasuredSection(document),
    warningsSection(document),
    undecidedSection(document),
  ];
}

function sectionLines({ title, items }: Section, width: number, colors: Colors): readonly string[] {
  if (items.length === 0) return [];
  return [colors.bold(title), ...items.flatMap((item) => wrapLines(item, width, { first: 2, rest: 4 }))];
}
