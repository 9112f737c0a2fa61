import type { CounterValues } from "./counters.ts";
import type { MonotonicSeconds, Seconds, Timestamp } from "./units.ts";
import type { Warning } from "./warning.ts";

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
}

export interface LoadSecond {
  readonly at: MonotonicSeconds;
  readonly seconds: Seconds;
  readonly operations: number;
  readonly errors: number;
  /** Null where the driver does not tell it by the second. */
  readonly latency: LatencySummary | null;
}

/** Service times of a closed loop. All zero where no operation ended. */
export interface LatencySummary {
  readonly meanSeconds: Seconds;
  readonly p50Seconds: Seconds;
  readonly p95Seconds: Seconds;
  readonly p99Seconds: Seconds;
  readonly maxSeconds: Seconds;
}

export interface ProbeSample {
  readonly at: MonotonicSeconds;
  readonly values: CounterValues;
}
