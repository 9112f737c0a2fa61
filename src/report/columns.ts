/** Columns of the tables that people read: what each shows. TSV and JSON have everything under their own names. */
import { PER_OPERATION_COLUMNS, type PerOperationColumn } from "../model/verdict.ts";
import type { ReportDocument, ReportedRow } from "./document.ts";
import { formatNumber, formatPercent, formatRatio, isNarrow, NO_NUMBER } from "./format-number.ts";

export interface ReportColumn {
  readonly title: string;
  readonly align: "left" | "right";
  /** Columns with a lower rank go first when the table is too wide; null: never. See `fit-columns.ts`. */
  readonly dropRank: number | null;
  text(row: ReportedRow): string;
}

/** Its texts are the only ones that may be shortened. */
export const VARIANT_COLUMN: ReportColumn = {
  title: "variant",
  align: "left",
  dropRank: null,
  text: (row) => row.variant,
};

const FIRST: readonly ReportColumn[] = [
  VARIANT_COLUMN,
  { title: "QPS", align: "right", dropRank: null, text: (row) => formatNumber(row.throughput) },
  { title: "rQPS [low, high]", align: "left", dropRank: null, text: relativeText },
];

/** Ranks from here on are of columns that a report promises: they go after everything else, and after room is made. */
export const PROMISED_RANK = 10;

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

/** A column that is left out where nothing failed. */
export const ERRORS_TITLE = "errors";

const LAST: readonly ReportColumn[] = [
  { title: ERRORS_TITLE, align: "right", dropRank: 9, text: errorsText },
  { title: "verdict", align: "left", dropRank: null, text: (row) => row.verdict },
];

/** All there are, in the order in which they are shown. */
export const ALL_COLUMNS: readonly ReportColumn[] = [...FIRST, ...PER_OPERATION, ...LATENCY, ...LAST];

function relativeText(row: ReportedRow): string {
  if (row.verdict === "baseline") return "1";
  if (row.difference === null) return NO_NUMBER;
  const { ratio, low, high } = row.difference;
  if (!isNarrow(row.difference)) return `${formatRatio(ratio)} [${NO_NUMBER}, ${NO_NUMBER}]`;
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
    `rQPS: QPS of the variant / of the baseline (${document.baseline}), with its ${level} confidence interval`,
    ...meanings.map(([name, meaning]) => `${name}: ${meaning}`),
  ].join("; ");
}
