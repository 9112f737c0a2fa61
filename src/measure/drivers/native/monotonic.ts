import type { MonotonicSeconds } from "../../../model/units.ts";

/** Where `performance.now()` is zero, on CLOCK_MONOTONIC, which `process.hrtime` reads. */
const ZERO_SECONDS = Number(process.hrtime.bigint()) / 1e9 - performance.now() / 1e3;

/** A reading of `performance.now()` (milliseconds, this process) on the clock that all processes share. */
export function monotonicOf(milliseconds: number): MonotonicSeconds {
  return ZERO_SECONDS + milliseconds / 1e3;
}
