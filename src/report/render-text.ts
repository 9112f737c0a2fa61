import { legend, type ReportColumn } from "./columns.ts";
import type { ReportDocument } from "./document.ts";
import { columnWidth, type FittedColumns, fitColumns } from "./fit-columns.ts";
import { SERVER_LINES_NOTE } from "./repeat-commands.ts";
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
  statementsSection,
  undecidedSection,
  variantTexts,
  warningsSection,
} from "./sections.ts";
import { type ReportTable, tablesOf } from "./tables.ts";
import { HANGING, unbroken, wrapLines } from "./wrap.ts";

/** Undeclared settings that are listed. */
const SETTINGS_SHOWN = 40;

/** Plain ASCII lines of at most `width` characters for mail and trackers without markup. What matters most is first. */
export function renderText(document: ReportDocument, options: { readonly width: number }): string {
  const { width } = options;
  const tables = tablesOf(document).map((table) => ({ table, fitted: fitColumns(table, { width, ellipsis: ".." }) }));
  const columns = tables.flatMap(({ fitted }) => fitted.columns);
  const dropped = new Set(tables.flatMap(({ fitted }) => fitted.dropped));
  const wrapped = (text: string): readonly string[] => wrapLines(text, width, HANGING);
  const blocks: readonly (readonly string[])[] = [
    [document.run.experiment, "=".repeat(Math.min(width, document.run.experiment.length))],
    document.headlines.flatMap(wrapped),
    [runLine(document), document.environment.line, methodLine(document)].flatMap(wrapped),
    variantLines(document).flatMap(wrapped),
    ...tables.map(({ table, fitted }) => tableLines(table, fitted)),
    [legend(document, columns), ...droppedLine([...dropped])].flatMap((text) => wrapLines(text, width)),
    ...sections(document).map((section) => sectionLines(section, width)),
  ];
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.join("\n"));
  return `${lines.join("\n\n")}\n`;
}

function variantLines(document: ReportDocument): readonly string[] {
  const { common, rows } = variantTexts(document);
  return [...(common === "" ? [] : [common]), ...rows.map((row) => row.join(", "))];
}

function tableLines({ cells }: ReportTable, { columns, gap }: FittedColumns): readonly string[] {
  const rows = cells.flatMap((cell) => cell.rows);
  const widths = columns.map((column) => columnWidth(column, rows));
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, at) => aligned(text, widths[at] ?? 0, columns[at]))
      .join(" ".repeat(gap))
      .trimEnd();
  return [
    line(columns.map((column) => column.title)),
    line(widths.map((width) => "-".repeat(width))),
    ...cells.flatMap((cell) => [
      `${cell.id}  (${cellCaption(cell)})`,
      ...shownRows(cell).map((row) => line(columns.map((column) => column.text(row)))),
    ]),
  ];
}

function aligned(text: string, width: number, column: ReportColumn | undefined): string {
  return column?.align === "right" ? text.padStart(width) : text.padEnd(width);
}

function droppedLine(dropped: readonly string[]): readonly string[] {
  return dropped.length > 0 ? [`Not shown for want of room: ${dropped.join(", ")}.`] : [];
}

function sections(document: ReportDocument): readonly Section[] {
  return [
    undecidedSection(document),
    perOperationSection(document),
    statementsSection(document),
    settingsSection(document, SETTINGS_SHOWN),
    imposedSection(document),
    warningsSection(document),
    notMeasuredSection(document),
    { title: "how to repeat", items: repeatItems(document) },
    { title: `next, ${document.next.why}`, items: [unbroken(document.next.command)] },
  ];
}

function repeatItems({ repeat }: ReportDocument): readonly string[] {
  return repeat.flatMap(({ what, command }, at) => [
    ...(at === 1 ? [`${SERVER_LINES_NOTE}:`] : []),
    `${what}: ${unbroken(command)}`,
  ]);
}

function sectionLines({ title, items }: Section, width: number): readonly string[] {
  if (items.length === 0) return [];
  return [
    ...wrapLines(`${title}:`, width, HANGING),
    ...items.flatMap((item) => wrapLines(item, width, { first: 2, rest: 4 })),
  ];
}
