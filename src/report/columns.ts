/** Columns of the tables that people read. TSV and JSON have everything under their own names. */
import { PER_OPERATION_COLUMNS, type PerOperationColumn } from "../model/verdict.ts";
import type { ReportDocument, ReportedRow } from "./document.ts";
import { formatNumber, formatPercent, formatRatio, NO_NUMBER } from "./format-number.ts";

export interface ReportColumn {
  readonly title: string;
  readonly align: "left" | "right";
  /** Columns with a lower rank go first when the table is too wide; null: never. */
  readonly dropRank: number | null;
  text(row: ReportedRow): string;
}

const FIRST: readonly ReportColumn[] = [
  { title: "variant", align: "left", dropRank: null, text: (row) => row.variant },
  { title: "QPS", align: "right", dropRank: null, text: (row) => formatNumber(row.throughput) },
  { title: "rQPS [low, high]", align: "left", dropRank: null, text: relativeText },
];

const PER_OPERATION: readonly ReportColumn[] = [
  perOperation("cpu/o", 12),
  perOperation("cs/o", 11),
  perOperation("r/o", 3),
  perOperation("rKB/o", 4),
  perOperation("wo/o", 2),
  perOperation("wKB/o", 10),
  perOperation("client cpu/o", 1),
  perOperation("log bytes/o", 5),
];

const LATENCY: readonly ReportColumn[] = [
  latency("p50 ms", "p50Seconds", 0),
  latency("p95 ms", "p95Seconds", 7),
  latency("p99 ms", "p99Seconds", 6),
];

const LAST: readonly ReportColumn[] = [
  { title: "errors", align: "right", dropRank: 9, text: errorsText },
  { title: "verdict", align: "left", dropRank: null, text: (row) => row.verdict },
];

const ALL: readonly ReportColumn[] = [...FIRST, ...PER_OPERATION, ...LATENCY, ...LAST];

/** Spaces between two columns. */
export const GAP = 2;

export interface ColumnChoice {
  readonly columns: readonly ReportColumn[];
  /** Titles of columns that have values but no room. */
  readonly dropped: readonly string[];
}

/** The columns that have a value in some row and fit into `width` characters. */
export function chooseColumns(document: ReportDocument, width: number): ColumnChoice {
  const rows = document.cells.flatMap((cell) => cell.rows);
  const filled = ALL.filter((column) => column.dropRank === null || rows.some((row) => column.text(row) !== NO_NUMBER));
  const withErrors = rows.some((row) => errorsText(row) !== "0" && errorsText(row) !== NO_NUMBER);
  let columns = filled.filter((column) => withErrors || column.title !== "errors");
  const wanted = columns;
  while (tableWidth(columns, rows) > width) {
    const next = lowestRank(columns);
    if (next === null) break;
    columns = columns.filter((column) => column !== next);
  }
  return { columns, dropped: wanted.filter((column) => !columns.includes(column)).map(({ title }) => title) };
}

/** Characters of the column's widest text, its title among them. */
export function columnWidth(column: ReportColumn, rows: readonly ReportedRow[]): number {
  return Math.max(column.title.length, ...rows.map((row) => [...column.text(row)].length));
}

/** Characters of a line of the table. */
export function tableWidth(columns: readonly ReportColumn[], rows: readonly ReportedRow[]): number {
  const widths = columns.map((column) => columnWidth(column, rows));
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (columns.length - 1);
}

function lowestRank(columns: readonly ReportColumn[]): ReportColumn | null {
  const droppable = columns.flatMap((column) => (column.dropRank === null ? [] : [{ column, rank: column.dropRank }]));
  return droppable.sort((a, b) => a.rank - b.rank)[0]?.column ?? null;
}

function relativeText(row: ReportedRow): string {
  if (row.verdict === "baseline") return "1";
  if (row.difference === null) return NO_NUMBER;
  const { ratio, low, high } = row.difference;
  return `${formatRatio(ratio)} [${formatRatio(low)}, ${formatRatio(high)}]`;
}

function perOperation(name: PerOperationColumn, dropRank: number): ReportColumn {
  return { title: name, align: "right", dropRank, text: (row) => formatNumber(row.perOperation[name]) };
}

function latency(title: string, quantile: "p50Seconds" | "p95Seconds" | "p99Seconds", dropRank: number): ReportColumn {
  const text = ({ latency }: ReportedRow) => formatNumber(latency === null ? null : latency[quantile] * 1000);
  return { title, align: "right", dropRank, text };
}

function errorsText(row: ReportedRow): string {
  if (row.throughput === null) return NO_NUMBER;
  return String(Object.values(row.errors).reduce((sum, count) => sum + count, 0));
}

/** What the shown columns mean, in one line. */
export function legend(document: ReportDocument, columns: readonly ReportColumn[]): string {
  const names = columns.map((column) => column.title);
  const level = formatPercent(1 - document.method.alpha);
  const meanings = Object.entries(PER_OPERATION_COLUMNS).filter(([name]) => names.includes(name));
  return [
    `rQPS: QPS of the variant / of the baseline ${document.baseline}, with its ${level} confidence interval`,
    ...meanings.map(([name, meaning]) => `${name}: ${meaning}`),
  ].join("; ");
}
