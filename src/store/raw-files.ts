/**
 * The files of one measurement, for eyes, grep and awk. Pure: it makes texts, the lab writes them.
 *
 * - `client.log`, `vmstat`: seconds of the load and readings of the probes, rounded; the store has them exactly
 * - `counters.before`, `counters.after`: the neutral counters at the edges of the measured stretch; the store has them too
 * - `status.before`, `status.after`: all that the server counts under its own names, in no other place. Read before the
 *   load connects and after it has left, so that reading costs the measured stretch nothing: their differences have the
 *   load's settling, its first and its last operations in them
 */
import { COUNTERS, type Counter } from "../model/counters.ts";
import type { LoadSecond, Measurement, ProbeSample } from "../model/measurement.ts";

export interface RawFile {
  readonly name: "client.log" | "vmstat" | `${"counters" | "status"}.${"before" | "after"}`;
  /** Tab-separated lines, the last one ended too. */
  readonly text: string;
}

/** A server's own counters around a load: its names, values as text. */
export interface ServerStatus {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

const CLIENT_COLUMNS = [
  "second",
  "length",
  "operations",
  "qps",
  "errors",
  "mean_ms",
  "p50_ms",
  "p95_ms",
  "p99_ms",
  "max_ms",
  "p999_ms",
] as const;

/** In a table: not read at this moment. */
const ABSENT = "-";

/** The raw files of `measurement`. Without the status files where `status` is null: not at hand. */
export function rawFiles(measurement: Measurement, status: ServerStatus | null = null): readonly RawFile[] {
  const { load, samples } = measurement;
  return [
    { name: "client.log", text: clientLog(load.startedAt, load.perSecond) },
    { name: "vmstat", text: vmstat(load.startedAt, samples) },
    { name: "counters.before", text: countersText(samples) },
    { name: "counters.after", text: countersText([...samples].reverse()) },
    ...(status === null ? [] : statusFiles(status)),
  ];
}

function statusFiles({ before, after }: ServerStatus): readonly RawFile[] {
  return [
    { name: "status.before", text: statusText(before) },
    { name: "status.after", text: statusText(after) },
  ];
}

/** `name<TAB>value`, in the order of `status`. A line break within a value would break the line. */
function statusText(status: Readonly<Record<string, string>>): string {
  return lines(Object.entries(status).map(([name, value]) => [name, value.replace(/\s+/g, " ")]));
}

/** One line a second of the load; `second` counts from the start of the measured stretch. */
function clientLog(startedAt: number, seconds: readonly LoadSecond[]): string {
  return lines([CLIENT_COLUMNS, ...seconds.map((second) => clientLine(startedAt, second))]);
}

function clientLine(startedAt: number, second: LoadSecond): readonly string[] {
  return [
    decimal(second.at - startedAt, 3),
    decimal(second.seconds, 3),
    String(second.operations),
    second.seconds > 0 ? decimal(second.operations / second.seconds, 1) : ABSENT,
    String(second.errors),
    ...latenciesOf(second).map((seconds) => (seconds === null ? ABSENT : decimal(seconds * 1000, 3))),
  ];
}

/** Mean, p50, p95, p99, maximum and p99.9. */
function latenciesOf({ latency }: LoadSecond): readonly (number | null)[] {
  if (latency === null) return [null, null, null, null, null, null];
  const { meanSeconds, p50Seconds, p95Seconds, p99Seconds, maxSeconds, p999Seconds } = latency;
  return [meanSeconds, p50Seconds, p95Seconds, p99Seconds, maxSeconds, p999Seconds];
}

/**
 * One line a sample, as vmstat does: what only grows as growth a second since it was last read (`/s` in the column's
 * name), what goes both ways as it is. The first reading has no growth, hence no line of its own when it is alone.
 */
function vmstat(startedAt: number, samples: readonly ProbeSample[]): string {
  const counters = countersOf(samples);
  const last = new Map<Counter, { readonly at: number; readonly value: number }>();
  const rows: (readonly string[])[] = [["second", ...counters.map(columnName)]];
  for (const sample of samples) {
    const cells = counters.map((counter) => vmstatCell(counter, sample, last.get(counter)));
    if (cells.some((cell) => cell !== ABSENT)) rows.push([decimal(sample.at - startedAt, 3), ...cells]);
    for (const counter of counters) {
      const value = sample.values[counter];
      if (value !== undefined) last.set(counter, { at: sample.at, value });
    }
  }
  return lines(rows);
}

function vmstatCell(
  counter: Counter,
  sample: ProbeSample,
  before: { readonly at: number; readonly value: number } | undefined,
): string {
  const value = sample.values[counter];
  if (value === undefined) return ABSENT;
  if (COUNTERS[counter].kind === "gauge") return decimal(value, 3);
  if (before === undefined || sample.at <= before.at) return ABSENT;
  return decimal((value - before.value) / (sample.at - before.at), 3);
}

function columnName(counter: Counter): string {
  return COUNTERS[counter].kind === "total" ? `${counter}/s` : counter;
}

/** `name<TAB>value` for the first value of each counter in `samples`. */
function countersText(samples: readonly ProbeSample[]): string {
  return lines(
    countersOf(samples).map((counter) => {
      const holder = samples.find((sample) => sample.values[counter] !== undefined);
      return [counter, String(holder?.values[counter])];
    }),
  );
}

/** Counters that were read at all, in the order of the vocabulary. */
function countersOf(samples: readonly ProbeSample[]): readonly Counter[] {
  return Object.keys(COUNTERS)
    .filter(isCounter)
    .filter((counter) => samples.some((sample) => sample.values[counter] !== undefined));
}

function isCounter(name: string): name is Counter {
  return Object.hasOwn(COUNTERS, name);
}

/** At most `digits` decimals, without zeros at the end. */
function decimal(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}

function lines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join("\t")}\n`).join("");
}
