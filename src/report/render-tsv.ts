import type { Difference, Metric, PerOperationColumn } from "../model/verdict.ts";
import type { ReportDocument, ReportedCell, ReportedRow } from "./document.ts";
import { formatForTsv } from "./format-number.ts";
import { COLUMN_NAMES } from "./make-cells.ts";

/** One field of a line. Names are a contract: new ones go to the end. */
interface TsvField {
  readonly name: string;
  value(place: Place): string | number | null;
}

interface Place {
  readonly document: ReportDocument;
  readonly cell: ReportedCell;
  readonly row: ReportedRow;
}

/** R and pandas read it as missing, and awk still finds a field there. */
const MISSING = "NA";

const FIELDS: readonly TsvField[] = [
  { name: "run", value: ({ document }) => document.run.id },
  { name: "cell", value: ({ cell }) => cell.id },
  { name: "workload", value: ({ cell }) => cell.workload },
  { name: "step", value: ({ cell }) => cell.step },
  { name: "clients", value: ({ cell }) => cell.clients },
  { name: "variant", value: ({ row }) => row.variant },
  { name: "server", value: serverOf },
  { name: "rounds", value: ({ row }) => row.rounds },
  { name: "qps", value: ({ row }) => row.throughput },
  ...ratioFields("rqps", "throughput"),
  { name: "verdict", value: ({ row }) => row.verdict },
  ...COLUMN_NAMES.map(perOperationField),
  { name: "p50_ms", value: ({ row }) => milliseconds(row.latency?.p50Seconds) },
  { name: "p95_ms", value: ({ row }) => milliseconds(row.latency?.p95Seconds) },
  { name: "p99_ms", value: ({ row }) => milliseconds(row.latency?.p99Seconds) },
  { name: "errors", value: ({ row }) => (row.throughput === null ? null : sum(Object.values(row.errors))) },
  { name: "p", value: ({ row }) => row.sequentialP },
  { name: "p_adjusted", value: ({ row }) => row.adjustedP },
  { name: "decidable_margin", value: ({ row }) => row.undecided?.decidableMargin ?? null },
  { name: "detectable_effect", value: ({ row }) => row.undecided?.detectableEffect ?? null },
  { name: "rounds_needed", value: ({ row }) => row.undecided?.roundsNeeded ?? null },
  { name: "seconds_needed", value: ({ row }) => row.undecided?.secondsNeeded ?? null },
  ...COLUMN_NAMES.flatMap(differenceFields),
  { name: "mean_ms", value: ({ row }) => milliseconds(row.openLoop?.responseSeconds ?? row.latency?.meanSeconds) },
  { name: "p999_ms", value: ({ row }) => milliseconds(row.latency?.p999Seconds) },
  { name: "max_ms", value: ({ row }) => milliseconds(row.latency?.maxSeconds) },
  { name: "rate", value: ({ row }) => row.openLoop?.rate ?? null },
  ...ratioFields("rmean", "response time"),
  { name: "unfinished", value: ({ row }) => row.openLoop?.unfinished ?? null },
  { name: "late_p99_ms", value: ({ row }) => milliseconds(row.openLoop?.lateP99Seconds) },
];

/** The difference of cells that compare `metric`. */
function ratioFields(name: string, metric: Metric): readonly TsvField[] {
  const part = (which: keyof Difference) => (place: Place) => {
    if (place.cell.metric !== metric) return null;
    return which === "ratio" && place.row.verdict === "baseline" ? 1 : (place.row.difference?.[which] ?? null);
  };
  return [
    { name, value: part("ratio") },
    { name: `${name}_low`, value: part("low") },
    { name: `${name}_high`, value: part("high") },
  ];
}

/** A header and one line for each cell and variant, tab-separated. */
export function renderTsv(document: ReportDocument): string {
  const places = document.cells.flatMap((cell) => cell.rows.map((row) => ({ document, cell, row })));
  const lines = [
    FIELDS.map((field) => field.name),
    ...places.map((place) => FIELDS.map((field) => fieldText(field.value(place)))),
  ];
  return lines.map((line) => `${line.join("\t")}\n`).join("");
}

function fieldText(value: string | number | null): string {
  if (value === null || value === "") return MISSING;
  if (typeof value === "string") return value.replace(/[\t\r\n]+/g, " ");
  return Number.isFinite(value) ? formatForTsv(value) : MISSING;
}

function perOperationField(name: PerOperationColumn): TsvField {
  return { name: name.replaceAll(" ", "_"), value: ({ row }) => row.perOperation[name] ?? null };
}

/** `cpu/o_ratio`, `cpu/o_low`, `cpu/o_high`: to the baseline, interval not adjusted. */
function differenceFields(name: PerOperationColumn): readonly TsvField[] {
  return (["ratio", "low", "high"] as const).map((part) => ({
    name: `${name.replaceAll(" ", "_")}_${part}`,
    value: ({ row }) => row.perOperationDifferences[name]?.[part] ?? null,
  }));
}

function serverOf({ document, row }: Place): string | null {
  const variant = document.variants.find((each) => each.name === row.variant);
  return variant === undefined ? null : `${variant.family}-${variant.version}`;
}

function milliseconds(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : seconds * 1000;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
