import type { Fraction, Seconds } from "./units.ts";
import type { Warning } from "./warning.ts";
import type { Spacing } from "./workload.ts";

export type VerdictKind =
  | "regressed"
  | "improved"
  | "equivalent"
  | "undecided"
  | "not steady"
  | "not comparable"
  | "client saturated";

/** What is compared in a cell. Of throughput more is better, of mean response time less. */
export type Metric = "throughput" | "response time";

/** A ratio of variant to baseline with its confidence interval; 1 is no change. `low <= ratio <= high`. */
export interface Difference {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/** What the run says about one variant in one cell. */
export interface CellVerdict {
  readonly cell: string;
  readonly variant: string;
  readonly kind: VerdictKind;
  readonly metric: Metric;
  /** Of the metric. Null before two rounds are whole. */
  readonly difference: Difference | null;
  /** Probability of an interval this far from 1, adjusted for the looks taken, if nothing differed. */
  readonly sequentialP: number | null;
  /** The same adjusted for all cells of the run (Holm). */
  readonly adjustedP: number | null;
  readonly rounds: number;
  readonly undecided: UndecidedAdvice | null;
  readonly baseline: CellFigures;
  readonly figures: CellFigures;
  /** Ratios of the per-operation columns with unadjusted intervals: for reading, not for verdicts. */
  readonly perOperationDifferences: Readonly<Partial<Record<PerOperationColumn, Difference>>>;
  readonly warnings: readonly Warning[];
}

/** What would have been decided, and what it takes to decide what was asked. */
export interface UndecidedAdvice {
  /** The smallest margin at which this cell is decided now. */
  readonly decidableMargin: Fraction;
  /** The smallest change of the metric that would have been called a difference with the noise seen. */
  readonly detectableEffect: Fraction;
  /** Beyond those at hand, if mean and variance stay what they are; null when 1000 would not do. */
  readonly roundsNeeded: number | null;
  readonly secondsNeeded: Seconds | null;
}

/** Means over measurements of one variant in one cell; null where it could not be measured. */
export interface CellFigures {
  /** Operations a second: geometric mean over rounds. */
  readonly throughput: number | null;
  readonly perOperation: Readonly<Partial<Record<PerOperationColumn, number>>>;
  /** Service times in closed loop, response times in open loop. */
  readonly latency: LatencyFigures | null;
  readonly errors: Readonly<Record<string, number>>;
  /** Null in closed loop. */
  readonly openLoop: OpenLoopFigures | null;
  /** Where an operation has several statements and the driver tells: each, in the order of the operation. */
  readonly statements: readonly StatementFigures[];
}

/** Medians over measurements; the maximum is of all. */
export interface LatencyFigures {
  readonly meanSeconds: Seconds;
  readonly p50Seconds: Seconds;
  readonly p95Seconds: Seconds;
  readonly p99Seconds: Seconds;
  /** Null in measurements of before it was kept. */
  readonly p999Seconds: Seconds | null;
  readonly maxSeconds: Seconds;
}

export interface OpenLoopFigures {
  /** Operations a second that were asked for. Those that ended are `throughput`. */
  readonly rate: number;
  readonly spacing: Spacing;
  /** Mean response time: geometric mean over rounds. */
  readonly responseSeconds: Seconds | null;
  /** Operations that had not ended when the load had to, over all measurements. */
  readonly unfinished: number;
  /** How late operations were sent for which a client was free: p99, median over measurements. */
  readonly lateP99Seconds: Seconds;
}

/** Service times of one statement of an operation. */
export interface StatementFigures {
  readonly statement: string;
  /** Executions per operation. */
  readonly perOperation: number;
  /** Null where the driver does not tell. */
  readonly rowsPerExecution: number | null;
  readonly meanSeconds: Seconds;
  readonly p50Seconds: Seconds;
  readonly p95Seconds: Seconds;
  readonly p99Seconds: Seconds;
  readonly p999Seconds: Seconds | null;
}

/** Columns under the field's names; the unit is in `summary`. */
export const PER_OPERATION_COLUMNS = {
  "cpu/o": "server CPU, microseconds per operation",
  "cs/o": "context switches of the server per operation",
  "r/o": "storage reads per operation",
  "rKB/o": "KB read from storage per operation",
  "wo/o": "storage writes per operation",
  "wKB/o": "KB written to storage per operation",
  "client cpu/o": "client CPU, microseconds per operation",
  "log bytes/o": "redo or write-ahead log, bytes per operation",
} as const;
export type PerOperationColumn = keyof typeof PER_OPERATION_COLUMNS;
