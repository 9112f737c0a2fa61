/** The machine's clocks. */
import { LabError } from "../model/errors.ts";
import type { Seconds } from "../model/units.ts";
import type { Clock } from "./os.ts";

const NANOSECONDS = 1e9;
const MILLISECONDS = 1e3;

/** hrtime is CLOCK_MONOTONIC in libuv on Linux, so its value is comparable between processes of one boot. */
export function createClock(): Clock {
  return {
    // 2^53 ns are 104 days of uptime: beyond, the conversion rounds to 2 ns, which nothing here resolves.
    monotonic: () => Number(process.hrtime.bigint()) / NANOSECONDS,
    wall: () => new Date(),
    sleep,
  };
}

function sleep(seconds: Seconds, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(interrupted(signal));
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      if (signal !== undefined) reject(interrupted(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, seconds * MILLISECONDS);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** What a wait ends with when its `signal` fires. */
export function interrupted(signal: AbortSignal): LabError {
  return new LabError({
    code: "interrupted",
    message: "interrupted",
    hint: "run the same command again",
    cause: signal.reason,
  });
}
