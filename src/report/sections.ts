/** The parts of a report around its table, as plain titles and items: the terminal, text and Markdown share them. */
import type { DriverName } from "../model/spec.ts";
import type { StatementFigures } from "../model/verdict.ts";
import { differingParts } from "./config-diff.ts";
import type { DifferingSetting, ReportDocument, ReportedCell, ReportedRow, ReportedVariant } from "./document.ts";
import { formatDuration, formatNumber, formatPercent, formatRatio, isNarrow, NO_NUMBER } from "./format-number.ts";
import { COLUMN_NAMES } from "./make-cells.ts";
import { unbroken } from "./wrap.ts";

export interface Section {
  readonly title: string;
  /** One paragraph each. Commands in them are `unbroken`. */
  readonly items: readonly string[];
}

/** Digits of a digest that people compare by eye. */
const SHORT_DIGEST = 12;

/** Settings and their values, in full only in Markdown and JSON. */
const LONGEST_VALUE = 60;

/** `run ID: done, 18 min, 48 measurements, seed 7`. */
export function runLine({ run }: ReportDocument): string {
  const spent = formatDuration(run.spentSeconds);
  return `run ${run.id}: ${run.state}, ${spent}, ${run.measurements} measurements, seed ${run.seed}`;
}

/** Margin, error rate, rounds and lengths. */
export function methodLine({ method }: ReportDocument): string {
  const { margin, alpha, rounds, measure, measureWrites, driver, driverOptions = [] } = method;
  const lengths = `${formatDuration(measure)} a read measurement, ${formatDuration(measureWrites)} a write`;
  const rates = `margin ${formatPercent(margin)}, error rate ${formatPercent(alpha)} over all cells`;
  return `${rates}, ${roundsText(rounds)}, ${lengths}, ${driver} driver${driverOptions.length === 0 ? "" : ` (${driverOptions.join(" ")})`}`;
}

function roundsText({ min, max }: { readonly min: number; readonly max: number }): string {
  return min === max ? `${max} rounds` : `${min} to ${max} rounds`;
}

/** The variants in words. */
export interface VariantTexts {
  /** What is the same build for all of them; empty when it is not. */
  readonly common: string;
  /** One a variant, of equal length: its name, its build unless common, its settings. */
  readonly rows: readonly (readonly string[])[];
}

/** The variants with what they have in common said once. */
export function variantTexts(document: ReportDocument): VariantTexts {
  const rows = variantRows(document);
  const builds = new Set(rows.map((row) => row.slice(1, 4).join(", ")));
  const [build = ""] = builds;
  if (rows.length < 2 || builds.size > 1) return { common: "", rows };
  return { common: `all variants: ${build}`, rows: rows.map((row) => [...row.slice(0, 1), ...row.slice(4)]) };
}

/** Name, server, digest, origin and configuration of each variant: rows of five columns. */
export function variantRows(document: ReportDocument): readonly (readonly string[])[] {
  return document.variants.map((variant) => [
    variant.isBaseline ? `${variant.name} (baseline)` : variant.name,
    `${variant.family} ${variant.version}`,
    `sha256 ${variant.digest.slice(0, SHORT_DIGEST)}`,
    variant.origin,
    configText(variant, document.method.driver),
  ]);
}

/** Its settings, and its driver where that is not the method's. */
function configText({ config, driver, driverOptions }: ReportedVariant, usual: DriverName): string {
  const entries = Object.entries(config).map(([name, value]) => `${name}=${value}`);
  const load =
    driver === usual && driverOptions.length === 0 ? [] : [["loaded by", driver, ...driverOptions].join(" ")];
  return [...(entries.length === 0 ? ["no settings of its own"] : entries), ...load].join(" ");
}

/** Advice of each undecided cell, with the command that goes on. */
export function undecidedSection({ cells }: ReportDocument): Section {
  const items = cells.flatMap((cell) =>
    cell.rows.flatMap(({ variant, undecided }) => {
      if (undecided === null) return [];
      const command = undecided.command === null ? "" : `: ${unbroken(undecided.command)}`;
      return [`${cell.id} ${variant}: ${undecided.sentence}${command}`];
    }),
  );
  return { title: "undecided", items };
}

/** Intervals over fewer rounds say nothing; TSV and JSON have them all the same. */
const FEWEST_ROUNDS = 3;

/** Ratios of per-operation columns with unadjusted intervals, those that say something. */
export function perOperationSection({ cells, method }: ReportDocument): Section {
  const items = cells.flatMap((cell) =>
    cell.rows.flatMap(({ variant, rounds, perOperationDifferences }) => {
      const ratios = COLUMN_NAMES.flatMap((name) => {
        const difference = perOperationDifferences[name];
        if (difference === undefined || rounds < FEWEST_ROUNDS || !isNarrow(difference)) return [];
        const interval = `[${formatRatio(difference.low)}, ${formatRatio(difference.high)}]`;
        return [unbroken(`${name} ${formatRatio(difference.ratio)} ${interval}`)];
      });
      return ratios.length === 0 ? [] : [`${cell.id} ${variant}: ${ratios.join(", ")}`];
    }),
  );
  const level = formatPercent(1 - method.alpha);
  return { title: `per operation, variant / baseline with ${level} intervals, unadjusted, no verdicts`, items };
}

/** Latencies of each statement, the variants beside one another. The terminal has no room for them. */
export function statementsSection({ cells }: ReportDocument): Section {
  const items = cells.flatMap((cell) => {
    const texts = cell.rows.flatMap(({ variant, statements }) =>
      statements.map((each, place) => ({ place, each, text: unbroken(`${variant} ${statementText(each)}`) })),
    );
    const groups = Map.groupBy(texts, ({ place, each }) => `${place} ${each.statement}`).values();
    return [...groups].flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const { statement, perOperation } = first.each;
      const name = `${cell.id} ${statement} (${formatNumber(perOperation)} an operation)`;
      return [`${name}: ${group.map(({ text }) => text).join(", ")}`];
    });
  });
  return { title: "statements: service times in ms, mean / p50 / p99 / p99.9", items };
}

function statementText({ meanSeconds, p50Seconds, p99Seconds, p999Seconds }: StatementFigures): string {
  const times = [meanSeconds, p50Seconds, p99Seconds, p999Seconds];
  return times.map((seconds) => formatNumber(seconds === null ? null : 1000 * seconds)).join(" / ");
}

/**
 * Effective settings that differ, at most `limit` of those that nobody declared, those that follow from a declared
 * version last; the rest is counted.
 */
export function settingsSection({ settings }: ReportDocument, limit: number): Section {
  const declared = settings.differing.filter((setting) => setting.declared);
  const followers = settings.differing.filter(({ followsFrom }) => followsFrom !== null);
  const others = settings.differing.filter((setting) => !setting.declared && setting.followsFrom === null);
  const items = [
    ...declared.map((setting) => settingText(setting)),
    ...limitedItems(others, limit, "(not declared)"),
    ...moreText(others.length - limit, "are not declared"),
    ...limitedItems(followers, limit - others.length, `(follows from ${followers[0]?.followsFrom})`),
    ...moreText(followers.length - Math.max(0, limit - others.length), `follow from ${followers[0]?.followsFrom}`),
    ...partialText(settings.partial.map(({ name }) => name)),
  ];
  return { title: "effective settings that differ", items };
}

function limitedItems(settings: readonly DifferingSetting[], limit: number, label: string): readonly string[] {
  return settings.slice(0, Math.max(0, limit)).map((setting) => `${settingText(setting)} ${label}`);
}

function moreText(count: number, what: string): readonly string[] {
  return count > 0 ? [`${count} more that ${what}: --format json has them`] : [];
}

function settingText({ name, values }: DifferingSetting): string {
  const parts = Object.entries(differingParts(values)).map(([variant, value]) => `${variant} ${shortValue(value)}`);
  return `${name}: ${parts.join(", ")}`;
}

function shortValue(value: string): string {
  if (value === "") return "(empty)";
  const line = value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}...` : line;
}

function partialText(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const few = names.slice(0, 6).join(", ");
  const rest = names.length > 6 ? ` and ${names.length - 6} more` : "";
  return [`not in every variant: ${few}${rest}`];
}

/** What the plan set for every variant alike. */
export function imposedSection({ imposed }: ReportDocument): Section {
  const items = imposed.map(({ family, name, value, reason }) => `${family} ${name}=${value}: ${reason}`);
  return { title: "set for every variant alike", items };
}

/** Each warning with its place and advice. */
export function warningsSection({ warnings }: ReportDocument): Section {
  const items = warnings.map(({ message, advice, where, measurements }) => {
    const count = measurements > 1 ? ` (first of ${measurements} measurements)` : "";
    return `${placesText(where)}: ${message}${count}; ${advice}`;
  });
  return { title: "warnings", items };
}

function placesText(where: readonly string[]): string {
  return where.length > 3 ? `${where.slice(0, 2).join(", ")} and ${where.length - 2} more` : where.join(", ");
}

/** What was not measured, and why. */
export function notMeasuredSection({ notMeasured }: ReportDocument): Section {
  return { title: "not measured", items: notMeasured.map(({ what, why }) => `${what}: ${why}`) };
}

/** Rows worth a line: none of a cell that was not measured at all, which its caption says. */
export function shownRows(cell: ReportedCell): readonly ReportedRow[] {
  return cell.rows.every((row) => row.verdict === "not measured") ? [] : cell.rows;
}

/** `8 clients, 6 rounds` or `8 clients, 6 rounds, 20000 operations a measurement`. */
export function cellCaption(cell: ReportedCell): string {
  const clients = plural(cell.clients, "client");
  if (shownRows(cell).length === 0) return `${clients}: not measured`;
  const rounds = Math.max(0, ...cell.rows.map((row) => row.rounds));
  const operations = cell.operations === null ? "" : `, ${cell.operations} operations a measurement`;
  return `${clients}, ${rounds === 0 ? "no whole round yet" : plural(rounds, "round")}${operations}${scheduleText(cell)}`;
}

/** `, poisson at 8923/s`: short, since the cell's id has its step, its clients and its share. */
function scheduleText({ openLoop, rows }: ReportedCell): string {
  if (openLoop === null) return "";
  const asked = rows.map((row) => row.openLoop?.rate).find((rate) => rate !== undefined) ?? null;
  // 500 and not 500.0: what was asked for is mostly a round number.
  return `, ${openLoop.spacing} at ${asked === null ? NO_NUMBER : Number(formatNumber(asked))}/s`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
