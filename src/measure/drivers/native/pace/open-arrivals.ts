/** The open loop of one load: its schedule, and what is said of it in the end. */
import type { Client } from "../client.ts";
import { addLatencies, createLatencies, type Latencies, recordLatency } from "../latency-buckets.ts";
import type { OpenLoopOutcome } from "../messages.ts";
import type { NextGap } from "./arrivals.ts";
import { OpenLoop, type WakeAt } from "./open-loop.ts";

export class OpenArrivals {
  readonly loop: OpenLoop;
  /** Of operations that were due in the stretch and ended after it. */
  private readonly afterwards: Latencies = createLatencies();

  constructor(nextGap: NextGap, wakeAt: WakeAt) {
    this.loop = new OpenLoop(nextGap, wakeAt);
  }

  /** The measured stretch begins: what was late before is not in it. */
  begin(): void {
    this.loop.takeLateness();
  }

  endedAfterwards(milliseconds: number): void {
    recordLatency(this.afterwards, milliseconds);
  }

  /**
   * Adds to `latencies` what ended after the stretch, and what has not ended by `now` with its age so far: it took at least
   * that long.
   */
  end(latencies: Latencies, clients: readonly Client[], now: number): OpenLoopOutcome {
    addLatencies(latencies, this.afterwards);
    const pending = clients.flatMap((client) => client.pendingSince() ?? []);
    const unsent = this.loop.takeUnsent();
    for (const due of [...pending, ...unsent]) recordLatency(latencies, now - due);
    return { lateness: this.loop.takeLateness(), unfinished: pending.length + unsent.length };
  }
}
