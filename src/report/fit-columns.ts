/**
 * Which columns a table of a given width has. Room is made in this order: columns that nobody promised go, gaps become
 * one space, variants' names are shortened, and only then columns go that a report promises (cpu/o, cs/o, wKB/o; in open
 * loop p50, p99, p99.9). QPS, rQPS (in open loop the rate kept, mean and rmean) and the verdict never go.
 */
import { ERRORS_TITLE, PROMISED_RANK, type ReportColumn, VARIANT_COLUMN } from "./columns.ts";
import type { ReportedRow } from "./document.ts";
import { NO_NUMBER } from "./format-number.ts";
import type { ReportTable } from "./tables.ts";

/** Spaces between two columns: usually, and where room is scarce. */
const GAPS = { wide: 2, narrow: 1 } as const;

/** A name is not shortened below this. */
const SHORTEST_NAME = 8;

export interface FitOptions {
  readonly width: number;
  /** What stands for the part of a name that was cut out: one character, or ASCII. */
  readonly ellipsis: "\u2026" | "..";
}

export interface FittedColumns {
  readonly columns: readonly ReportColumn[];
  /** Spaces between two columns. */
  readonly gap: number;
  /** Titles of columns that have values but no room. */
  readonly dropped: readonly string[];
}

/** The columns that have a value in some row and fit into `width` characters. */
export function fitColumns(table: ReportTable, { width, ellipsis }: FitOptions): FittedColumns {
  const rows = table.cells.flatMap((cell) => cell.rows);
  const wanted = filledColumns(table.columns, rows);
  const result = (columns: readonly ReportColumn[], gap: number): FittedColumns => {
    const shown = columns.map(({ title }) => title);
    return { columns, gap, dropped: wanted.map(({ title }) => title).filter((title) => !shown.includes(title)) };
  };
  const promised = dropWhileTooWide(wanted, { rows, width, gap: GAPS.wide, below: PROMISED_RANK });
  if (tableWidth(promised, rows, GAPS.wide) <= width) return result(promised, GAPS.wide);
  const missing = tableWidth(promised, rows, GAPS.narrow) - width;
  const shortened = missing > 0 ? shortenNames(promised, rows, { missing, ellipsis }) : promised;
  const limits = { rows, width, gap: GAPS.narrow, below: Number.POSITIVE_INFINITY };
  return result(dropWhileTooWide(shortened, limits), GAPS.narrow);
}

/** Characters of the column's widest text, its title among them. */
export function columnWidth(column: ReportColumn, rows: readonly ReportedRow[]): number {
  return Math.max(column.title.length, ...rows.map((row) => [...column.text(row)].length));
}

/** Characters of a line of the table. */
export function tableWidth(columns: readonly ReportColumn[], rows: readonly ReportedRow[], gap: number): number {
  const widths = columns.map((column) => columnWidth(column, rows));
  return widths.reduce((sum, width) => sum + width, 0) + gap * (columns.length - 1);
}

function filledColumns(columns: readonly ReportColumn[], rows: readonly ReportedRow[]): readonly ReportColumn[] {
  return columns.filter((column) => {
    const texts = rows.map((row) => column.text(row));
    if (column.title === ERRORS_TITLE) return texts.some((text) => text !== "0" && text !== NO_NUMBER);
    return column.dropRank === null || texts.some((text) => text !== NO_NUMBER);
  });
}

interface Limits {
  readonly rows: readonly ReportedRow[];
  readonly width: number;
  readonly gap: number;
  /** Only columns of a lower rank may go. */
  readonly below: number;
}

function dropWhileTooWide(columns: readonly ReportColumn[], limits: Limits): readonly ReportColumn[] {
  const { rows, width, gap, below } = limits;
  if (tableWidth(columns, rows, gap) <= width) return columns;
  const ranks = columns.flatMap(({ dropRank }) => (dropRank === null || dropRank >= below ? [] : [dropRank]));
  if (ranks.length === 0) return columns;
  const lowest = Math.min(...ranks);
  return dropWhileTooWide(
    columns.filter((column) => column.dropRank !== lowest),
    limits,
  );
}

/** Names cut by `missing` characters at most, and never so that two variants look alike. */
function shortenNames(
  columns: readonly ReportColumn[],
  rows: readonly ReportedRow[],
  { missing, ellipsis }: { readonly missing: number; readonly ellipsis: string },
): readonly ReportColumn[] {
  const names = [...new Set(rows.map((row) => row.variant))];
  const longest = Math.max(0, ...names.map((name) => name.length));
  const shortest = Math.min(longest, Math.max(SHORTEST_NAME, longest - missing));
  const lengths = Array.from({ length: longest - shortest }, (_, i) => shortest + i);
  const cut = lengths.flatMap((length) => clearCut(names, length, ellipsis) ?? [])[0];
  if (cut === undefined) return columns;
  const text = (row: ReportedRow): string => shorten(row.variant, cut);
  return columns.map((column) => (column === VARIANT_COLUMN ? { ...column, text } : column));
}

/** How a name is shortened: `head` characters, the ellipsis, `tail` characters. */
interface Cut {
  readonly head: number;
  readonly tail: number;
  readonly ellipsis: string;
}

/** The cut to `length` nearest to the middle that leaves all names different; null where none does. */
function clearCut(names: readonly string[], length: number, ellipsis: string): Cut | null {
  const kept = length - ellipsis.length;
  const cuts = Array.from({ length: kept + 1 }, (_, tail) => ({ head: kept - tail, tail, ellipsis }));
  const offCentre = ({ head, tail }: Cut): number => Math.abs(head - tail);
  const isClear = (cut: Cut): boolean => new Set(names.map((name) => shorten(name, cut))).size === names.length;
  return cuts.toSorted((a, b) => offCentre(a) - offCentre(b)).find(isClear) ?? null;
}

function shorten(name: string, { head, tail, ellipsis }: Cut): string {
  if (name.length <= head + ellipsis.length + tail) return name;
  return `${name.slice(0, head)}${ellipsis}${name.slice(name.length - tail)}`;
}
