/** Virtual time for `createFakeOs`. */
import type { Seconds } from "../model/units.ts";
import { interrupted } from "./clock.ts";
import type { Clock } from "./os.ts";

interface Sleeper {
  readonly until: Seconds;
  readonly wake: () => void;
}

/**
 * A clock that only `sleep` moves. Time jumps to the next end of a sleep when nothing else is left to do, so sleeps
 * side by side end in the right order.
 */
export function createFakeClock(startedAt: Date): Clock {
  let now: Seconds = 0;
  let sleepers: Sleeper[] = [];
  const wakeNext = () => {
    const next = sleepers.reduce<Sleeper | null>(
      (best, each) => (best === null || each.until < best.until ? each : best),
      null,
    );
    if (next === null) return;
    sleepers = sleepers.filter((each) => each !== next);
    now = Math.max(now, next.until);
    next.wake();
  };
  const sleep = (seconds: Seconds, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const stop = () => {
        sleepers = sleepers.filter((each) => each !== sleeper);
        if (signal !== undefined) reject(interrupted(signal));
      };
      const wake = () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const sleeper: Sleeper = { until: now + Math.max(0, seconds), wake };
      if (signal?.aborted) return stop();
      signal?.addEventListener("abort", stop, { once: true });
      sleepers.push(sleeper);
      // One turn of the event loop for each sleeper: promises that are due run first and may sleep too.
      setImmediate(wakeNext);
    });
  return { monotonic: () => now, wall: () => new Date(startedAt.getTime() + now * 1000), sleep };
}
