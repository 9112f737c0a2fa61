/** Counts of the measured stretch. It counts always; `begin` starts again from zero and `end` takes what there is. */
import type { LoadSecond } from "../../../model/measurement.ts";
import { addLatencies, createLatencies, type Latencies, recordLatency, summariseLatencies } from "./latency-buckets.ts";
import { monotonicOf } from "./monotonic.ts";
import type { ServerFailure } from "./protocol/reply-scanner.ts";

const SECOND = 1000;

export interface TallyResult {
  readonly startedAt: number;
  readonly seconds: number;
  readonly operations: number;
  readonly statements: number;
  readonly rows: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly reconnects: number;
  readonly perSecond: readonly LoadSecond[];
  readonly latencies: Latencies;
}

/** One second while it runs and after, in milliseconds of this process. */
interface Second {
  readonly from: number;
  readonly latencies: Latencies;
  errors: number;
}

export class Tally {
  statements = 0;
  rows = 0;
  reconnects = 0;
  /** First error ever seen, also before the measured stretch: the likely cause of all others. */
  firstError: ServerFailure | null = null;
  private errors = new Map<string, number>();
  private seconds: Second[] = [];
  private second: Second = newSecond(0);
  private secondEnd = Number.POSITIVE_INFINITY;
  private secondsLeft = 0;

  /** Starts the measured stretch at `now`. It is cut into at most `seconds` parts; the last takes the rest. */
  begin(now: number, seconds: number): void {
    this.statements = 0;
    this.rows = 0;
    this.reconnects = 0;
    this.errors = new Map();
    this.seconds = [];
    this.second = newSecond(now);
    this.secondsLeft = seconds - 1;
    this.secondEnd = this.secondsLeft > 0 ? now + SECOND : Number.POSITIVE_INFINITY;
  }

  /** An operation ended without error. It belongs to the second in which it ended. */
  recordOperation(now: number, milliseconds: number): void {
    if (now >= this.secondEnd) this.turnTo(now);
    recordLatency(this.second.latencies, milliseconds);
  }

  recordError(now: number, failure: ServerFailure): void {
    if (now >= this.secondEnd) this.turnTo(now);
    this.firstError ??= failure;
    this.second.errors++;
    this.errors.set(failure.code, (this.errors.get(failure.code) ?? 0) + 1);
  }

  /** Ends the stretch that began last. Later counts go nowhere. */
  end(now: number): TallyResult {
    if (now >= this.secondEnd) this.turnTo(now);
    this.secondEnd = Number.POSITIVE_INFINITY;
    const seconds = [...this.seconds, this.second];
    const from = seconds[0]?.from ?? now;
    this.second = newSecond(now);
    const latencies = createLatencies();
    for (const second of seconds) addLatencies(latencies, second.latencies);
    return {
      startedAt: monotonicOf(from),
      seconds: (now - from) / SECOND,
      operations: latencies.total,
      statements: this.statements,
      rows: this.rows,
      errors: Object.fromEntries(this.errors),
      reconnects: this.reconnects,
      perSecond: seconds.map((second, index) => loadSecond(second, seconds[index + 1]?.from ?? now)),
      latencies,
    };
  }

  /** Seconds in which nothing ended are there too, empty. */
  private turnTo(now: number): void {
    while (now >= this.secondEnd) {
      this.seconds.push(this.second);
      this.second = newSecond(this.secondEnd);
      this.secondsLeft--;
      this.secondEnd = this.secondsLeft > 0 ? this.secondEnd + SECOND : Number.POSITIVE_INFINITY;
    }
  }
}

function newSecond(from: number): Second {
  return { from, latencies: createLatencies(), errors: 0 };
}

function loadSecond(second: Second, to: number): LoadSecond {
  return {
    at: monotonicOf(second.from),
    seconds: (to - second.from) / SECOND,
    operations: second.latencies.total,
    errors: second.errors,
    latency: summariseLatencies(second.latencies),
    histogram: null,
  };
}
