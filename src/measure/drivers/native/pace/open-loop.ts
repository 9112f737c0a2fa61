/**
 * Operations begin when a schedule says so, whether the ones before have ended or not. An operation that is due while all
 * clients are busy waits for one, and its latency counts from when it was due: what a server makes its users wait is in the
 * latencies however long it stalls (no coordinated omission, as Gil Tene named it).
 */

import type { Client } from "../client.ts";
import { createLatencies, type Latencies, recordLatency } from "../latency-buckets.ts";
import type { NextGap } from "./arrivals.ts";
import type { Pace } from "./pace.ts";

/** Orders one wake-up; see `Pacer`. */
export type WakeAt = (at: number) => void;

export class OpenLoop implements Pace {
  private readonly nextGap: NextGap;
  private readonly wakeAt: WakeAt;
  /** Those that wait for an operation, the longest waiting first: a ring, as all of them take their turn. */
  private idle: Client[] = [];
  /** When the first operation that was not sent is due. */
  private due = 0;
  private until = Number.POSITIVE_INFINITY;
  private late: Latencies = createLatencies();

  constructor(nextGap: NextGap, wakeAt: WakeAt) {
    this.nextGap = nextGap;
    this.wakeAt = wakeAt;
  }

  start(clients: readonly Client[], now: number): void {
    this.idle = [...clients];
    this.due = now + this.nextGap();
    this.wakeAt(this.due);
  }

  free(client: Client, now: number): void {
    if (this.due < Math.min(now, this.until)) {
      // Others were free before: the loop is late, not the server.
      if (this.idle.length > 0) recordLatency(this.late, now - this.due);
      client.begin(this.take(), now);
      return;
    }
    if (this.due >= this.until) client.rest();
    else this.wait(client);
  }

  lost(client: Client): void {
    this.idle = this.idle.filter((each) => each !== client);
  }

  failed(): void {
    // The schedule goes on: a failed operation is not done again.
  }

  /** To be called at the time that was ordered, or a little later. */
  woken(now: number): void {
    const limit = Math.min(now, this.until);
    while (this.due < limit) {
      const client = this.idle.shift();
      // All are busy: who becomes free will look.
      if (client === undefined) return;
      const intended = this.take();
      recordLatency(this.late, now - intended);
      client.begin(intended, now);
    }
    if (this.idle.length > 0 && this.due < this.until) this.wakeAt(this.due);
  }

  stop(now: number): void {
    this.until = Math.min(this.until, now);
    this.woken(now);
    if (this.due < now) return;
    for (const client of this.idle.splice(0)) client.rest();
  }

  /** When the operations were due that were not sent before the stop. */
  takeUnsent(): readonly number[] {
    const due: number[] = [];
    while (this.due < this.until) due.push(this.take());
    return due;
  }

  /** How late operations were sent for which a client was free. Starts again. */
  takeLateness(): Latencies {
    const { late } = this;
    this.late = createLatencies();
    return late;
  }

  private take(): number {
    const { due } = this;
    this.due += this.nextGap();
    return due;
  }

  private wait(client: Client): void {
    this.idle.push(client);
    if (this.idle.length === 1) this.wakeAt(this.due);
  }
}
