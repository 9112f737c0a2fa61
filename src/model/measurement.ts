import type { CounterValues } from "./counters.ts";
import type { MonotonicSeconds, Seconds, Timestamp } from "./units.ts";
import type { Warning } from "./warning.ts";
import type { Spacing } from "./workload.ts";

/** One uninterrupted stretch of one cell on one variant: what is saved, and what `judge` reads. */
export interface Measurement {
  /** `<cell>/<variant>/r<round>.m<index>`; unique in a run. */
  readonly id: string;
  readonly cell: string;
  readonly variant: string;
  /** From 1. */
  readonly round: number;
  /** From 1: position among the measurements of this cell and variant in this round. */
  readonly index: number;
  readonly startedAt: Timestamp;
  readonly load: LoadResult;
  /** What the probes read at the start and the end of the measured stretch, and each second between. Ascending in time. */
  readonly samples: readonly ProbeSample[];
  readonly warnings: readonly Warning[];
}

/** What a driver says about the measured stretch; settling is not in it. */
export interface LoadResult {
  readonly startedAt: MonotonicSeconds;
  readonly seconds: Seconds;
  /** Operations that ended without error: transactions where the step has them, else statements. */
  readonly operations: number;
  readonly statements: number;
  /** Rows that came back to the client; null where the driver does not tell. */
  readonly rows: number | null;
  /** Errors by the server's own code (`1213`, `40P01`) or the socket's (`ECONNRESET`); `any` where the driver does not tell. */
  readonly errors: Readonly<Record<string, number>>;
  readonly reconnects: number;
  readonly clientCpuSeconds: Seconds;
  /** Highest share of a core that one load loop used. */
  readonly loopCpuShare: number;
  /** Share of the time in which the load loop was ready but waited for a CPU; null where the kernel does not tell. */
  readonly runQueueShare: number | null;
  /** Null where the driver does not tell; so is the next. */
  readonly bytesSent: number | null;
  readonly bytesReceived: number | null;
  /** One a second of the measured stretch; the last may be shorter. */
  readonly perSecond: readonly LoadSecond[];
  /** HdrHistogram V2, compressed, base64; microseconds, 3 significant digits. Whole stretch. */
  readonly latency: string;
  readonly latencySummary: LatencySummary;
  /** Where an operation has several statements and the driver tells: each of them, in the order of the operation. Else empty. */
  readonly statementLatencies: readonly StatementLatency[];
  /** Null in a closed loop. */
  readonly openLoop: OpenLoopResult | null;
}

/** Service times of one statement of an operation, in open loop too: they count from when it was sent. */
export interface StatementLatency {
  readonly statement: string;
  readonly executions: number;
  /** Rows that came back; null where the driver does not tell. */
  readonly rows: number | null;
  readonly summary: LatencySummary;
  /** As `LoadResult.latency`. */
  readonly latency: string;
}

/** What a load by a schedule says beside its latencies. */
export interface OpenLoopResult {
  /** Operations a second that the schedule asked for. */
  readonly rate: number;
  readonly spacing: Spacing;
  /** How late operations were sent for which a client was free: the load generator's own fault. */
  readonly sendLateness: LatencySummary;
  /** Operations that were due in the stretch and had not ended when the load had to: in the latencies with their age. */
  readonly unfinished: number;
}

export interface LoadSecond {
  readonly at: MonotonicSeconds;
  readonly seconds: Seconds;
  readonly operations: number;
  readonly errors: number;
  /** Null where the driver does not tell it by the second. */
  readonly latency: LatencySummary | null;
  /** As `LoadResult.latency`, of this second; null where the driver does not tell it. */
  readonly histogram: string | null;
}

/** Service times in a closed loop, response times in an open one. All zero where no operation ended. */
export interface LatencySummary {
  readonly meanSeconds: Seconds;
  readonly p50Seconds: Seconds;
  readonly p95Seconds: Seconds;
  readonly p99Seconds: Seconds;
  /** Null in measurements of before it was kept. */
  readonly p999Seconds: Seconds | null;
  readonly maxSeconds: Seconds;
}

export interface ProbeSample {
  readonly at: MonotonicSeconds;
  readonly values: CounterValues;
}
