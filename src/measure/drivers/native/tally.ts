/** Counts of the measured stretch. It counts always; `begin` starts again from zero and `end` takes what there is. */
import type { MonotonicSeconds, Seconds } from "../../../model/units.ts";
import { addLatencies, createLatencies, type Latencies, recordLatency } from "./latency-buckets.ts";
import { monotonicOf } from "./monotonic.ts";
import type { ServerFailure } from "./protocol/reply-scanner.ts";

const SECOND = 1000;

export interface TallyResult {
  readonly startedAt: MonotonicSeconds;
  readonly seconds: Seconds;
  readonly operations: number;
  readonly statements: number;
  readonly rows: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly reconnects: number;
  readonly perSecond: readonly TallySecond[];
  /** Of the operations that ended in the stretch. */
  readonly latencies: Latencies;
  /** By statement of the program. */
  readonly statementTallies: readonly StatementTally[];
}

export interface TallySecond {
  readonly at: MonotonicSeconds;
  readonly seconds: Seconds;
  readonly errors: number;
  readonly latencies: Latencies;
}

export interface StatementTally {
  rows: number;
  readonly latencies: Latencies;
}

/** One second while it runs and after, in milliseconds of this process. */
interface Second {
  readonly from: number;
  readonly latencies: Latencies;
  errors: number;
}

export class Tally {
  reconnects = 0;
  /** First error ever seen, also before the measured stretch: the likely cause of all others. */
  firstError: ServerFailure | null = null;
  private readonly statementCount: number;
  private statementTallies: StatementTally[];
  private rollbacks = 0;
  private errors = new Map<string, number>();
  private seconds: Second[] = [];
  private second: Second = newSecond(0);
  private secondEnd = Number.POSITIVE_INFINITY;
  private secondsLeft = 0;

  /** `statementCount`: of the program. */
  constructor(statementCount: number) {
    this.statementCount = statementCount;
    this.statementTallies = newStatementTallies(statementCount);
  }

  /** Starts the measured stretch at `now`. It is cut into at most `seconds` parts; the last takes the rest. */
  begin(now: number, seconds: number): void {
    this.statementTallies = newStatementTallies(this.statementCount);
    this.rollbacks = 0;
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

  /** A statement of the program, by its index, ended without error. */
  recordStatement(statement: number, milliseconds: number, rows: number): void {
    const tally = this.statementTallies[statement];
    if (tally === undefined) return;
    tally.rows += rows;
    recordLatency(tally.latencies, milliseconds);
  }

  /** A statement too, though none of the program. */
  recordRollback(): void {
    this.rollbacks++;
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
    const { statementTallies } = this;
    this.statementTallies = [];
    const latencies = createLatencies();
    for (const second of seconds) addLatencies(latencies, second.latencies);
    const statements = statementTallies.reduce((sum, statement) => sum + statement.latencies.total, this.rollbacks);
    return {
      startedAt: monotonicOf(from),
      seconds: (now - from) / SECOND,
      operations: latencies.total,
      statements,
      rows: statementTallies.reduce((sum, statement) => sum + statement.rows, 0),
      errors: Object.fromEntries(this.errors),
      reconnects: this.reconnects,
      perSecond: seconds.map((second, index) => tallySecond(second, seconds[index + 1]?.from ?? now)),
      latencies,
      statementTallies,
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

function newStatementTallies(count: number): StatementTally[] {
  return Array.from({ length: count }, () => ({ rows: 0, latencies: createLatencies() }));
}

function tallySecond({ from, errors, latencies }: Second, to: number): TallySecond {
  return { at: monotonicOf(from), seconds: (to - from) / SECOND, errors, latencies };
}
