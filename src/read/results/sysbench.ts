/**
 * What sysbench 1.0 prints in a `run` with `--report-interval` and `--histogram`. Pure.
 * The form is that of sysbench.c and sb_histogram.c of version 1.0.20, read off its output.
 */

export interface SysbenchOutput {
  /** One for each `[ 3s ] thds: …` line, ascending. */
  readonly intervals: readonly SysbenchInterval[];
  /** The whole run's latencies: the upper end of each bucket that holds any. Empty without `--histogram`. */
  readonly histogram: readonly { readonly milliseconds: number; readonly count: number }[];
  /** Of the whole run; null when it did not come to its end. */
  readonly totals: SysbenchTotals | null;
  /** Lines that begin with FATAL, without that word: the first is the cause of the others. */
  readonly fatal: readonly string[];
}

export interface SysbenchInterval {
  /** Whole seconds since the load began, at the end of the interval. */
  readonly second: number;
  /** A second, as are the next three. */
  readonly transactions: number;
  readonly statements: number;
  /** Errors that sysbench was told to ignore (deadlocks, lock wait timeouts), and so counted. */
  readonly errors: number;
  readonly reconnects: number;
}

export interface SysbenchTotals {
  readonly reads: number;
  readonly writes: number;
  readonly others: number;
  readonly statements: number;
  readonly transactions: number;
  readonly errors: number;
  readonly reconnects: number;
  readonly seconds: number;
  readonly meanMilliseconds: number;
  readonly maxMilliseconds: number;
}

const NUMBER = String.raw`([\d.]+)`;
const INTERVAL = new RegExp(
  String.raw`^\[ ${NUMBER}s \] thds: \d+ tps: ${NUMBER} qps: ${NUMBER} .* err/s:? ${NUMBER} reconn/s:? ${NUMBER}$`,
);
const BUCKET = new RegExp(String.raw`^\s+${NUMBER} \|[* ]*\s${NUMBER}$`);

export function parseSysbench(text: string): SysbenchOutput {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return {
    intervals: lines.flatMap((line) => intervalOf(line) ?? []),
    histogram: lines.flatMap((line) => bucketOf(line) ?? []),
    totals: totalsOf(text),
    fatal: lines.flatMap((line) => (line.startsWith("FATAL: ") ? [line.slice("FATAL: ".length)] : [])),
  };
}

function intervalOf(line: string): SysbenchInterval | null {
  const match = INTERVAL.exec(line);
  if (match === null) return null;
  const [second = 0, transactions = 0, statements = 0, errors = 0, reconnects = 0] = match.slice(1).map(Number);
  return { second, transactions, statements, errors, reconnects };
}

function bucketOf(line: string): SysbenchOutput["histogram"][number] | null {
  const match = BUCKET.exec(line);
  return match === null ? null : { milliseconds: Number(match[1]), count: Number(match[2]) };
}

function totalsOf(text: string): SysbenchTotals | null {
  const read = (name: string): number => {
    const match = new RegExp(`^ +${name}: +${NUMBER}`, "m").exec(text);
    return match === null ? Number.NaN : Number(match[1]);
  };
  const totals = {
    reads: read("read"),
    writes: read("write"),
    others: read("other"),
    statements: read("total"),
    transactions: read("transactions"),
    errors: read("ignored errors"),
    reconnects: read("reconnects"),
    seconds: read("total time"),
    meanMilliseconds: read("avg"),
    maxMilliseconds: read("max"),
  };
  return Object.values(totals).some(Number.isNaN) ? null : totals;
}
