/**
 * SI base units inside, converted only when printing. A number that is none of these carries its unit in its name.
 */
export type Seconds = number;
export type Bytes = number;
/** 0.05 is five percent. */
export type Fraction = number;
/** Seconds on CLOCK_MONOTONIC: one clock for the load, the probes and the loop, in every process of this machine. */
export type MonotonicSeconds = number;
/** ISO 8601, UTC, for people; intervals are never computed from it. */
export type Timestamp = string;
