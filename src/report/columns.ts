/** Columns of the tables that people read: what each shows. TSV and JSON have everything under their own names. */
import { type LatencyFigures, PER_OPERATION_COLUMNS, type PerOperationColumn } from "../model/verdict.ts";
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

const RELATIVE_QPS = "rQPS [low, high]";
const KEPT = "kept/s";
const RELATIVE_MEAN = "rmean [low, high]";

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

/** A column that is left out where nothing failed. */
export const ERRORS_TITLE = "errors";

export const VERDICT_TITLE = "verdict";

const LAST: readonly ReportColumn[] = [
  { title: ERRORS_TITLE, align: "right", dropRank: 9, text: errorsText },
  { title: VERDICT_TITLE, align: "left", dropRank: null, text: (row) => row.verdict },
];

/** In the order in which they are shown. */
export const CLOSED_LOOP_COLUMNS: readonly ReportColumn[] = [
  VARIANT_COLUMN,
  { title: "QPS", align: "right", dropRank: null, text: (row) => formatNumber(row.throughput) },
  { title: RELATIVE_QPS, align: "left", dropRank: null, text: relativeText },
  ...PER_OPERATION,
  latency("p50 ms", "p50Seconds", 0),
  latency("p95 ms", "p95Seconds", 7),
  latency("p99 ms", "p99Seconds", 6),
  ...LAST,
];

/** The rate asked for is in the cell's caption. Tails are what an open loop is run for: they go last. */
export const OPEN_LOOP_COLUMNS: readonly ReportColumn[] = [
  VARIANT_COLUMN,
  { title: KEPT, align: "right", dropRank: null, text: (row) => formatNumber(row.throughput) },
  { title: "mean ms", align: "right", dropRank: null, text: meanText },
  { title: RELATIVE_MEAN, align: "left", dropRank: null, text: relativeText },
  latency("p50 ms", "p50Seconds", 13),
  latency("p99 ms", "p99Seconds", 15),
  latency("p99.9 ms", "p999Seconds", 14),
  latency("max ms", "maxSeconds", 6),
  ...PER_OPERATION,
  ...LAST,
];

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

/** Of the same rounds as its ratio. */
function meanText({ openLoop }: ReportedRow): string {
  return formatNumber(milliseconds(openLoop?.responseSeconds));
}

function latency(title: string, figure: keyof LatencyFigures, dropRank: number): ReportColumn {
  const text = (row: ReportedRow) => formatNumber(milliseconds(row.latency?.[figure]));
  return { title, align: "right", dropRank, text };
}

function milliseconds(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : 1000 * seconds;
}

function errorsText(row: ReportedRow): string {
  if (row.throughput === null) return NO_NUMBER;
  return String(Object.values(row.errors).reduce((sum, count) => sum + count, 0));
}

/** What the shown columns mean, in one line. */
export function legend(document: ReportDocument, columns: readonly ReportColumn[]): string {
  const names = columns.map((column) => column.title);
  const level = formatPercent(1 - document.method.alpha);
  const compared = `of the variant / of the baseline (${document.baseline}), with its ${level} confidence interval`;
  const own = [
    { title: RELATIVE_QPS, text: `rQPS: QPS ${compared}` },
    {
      title: KEPT,
      text: `${KEPT}: operations a second that ended, of those that the schedule of an open loop asked for`,
    },
    { title: RELATIVE_MEAN, text: `rmean: mean response time ${compared}; above 1 is slower` },
  ].filter(({ title }) => names.includes(title));
  const meanings = Object.entries(PER_OPERATION_COLUMNS).filter(([name]) => names.includes(name));
  return [
    ...own.map(({ text }) => text),
    ...shareNote(document),
    ...meanings.map(([name, meaning]) => `${name}: ${meaning}`),
  ].join("; ");
}

function shareNote({ cells }: ReportDocument): readonly string[] {
  if (!cells.some(({ openLoop }) => openLoop?.rate.kind === "share")) return [];
  return ["@...pct: percent of the baseline's throughput in the closed loop, round 1"];
}
