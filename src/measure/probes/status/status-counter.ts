import type { Counter, CounterValues } from "../../../model/counters.ts";
import type { NativeStatus } from "../probe.ts";

/** How one neutral counter is made of a server's own counters. */
export interface StatusCounter {
  readonly neutral: Counter;
  /** The server's own names; their values are added. */
  readonly native: readonly string[];
  /** What one unit of the server's is in the neutral one; default 1. */
  readonly unit?: number;
  /** Why these, and how they differ from what other families mean by the neutral counter. */
  readonly reason: string;
}

/** Neutral values of `status` by `table`. Left out where a native counter is missing or no number: never zero in its place. */
export function neutralValues(table: readonly StatusCounter[], status: NativeStatus): CounterValues {
  const values: CounterValues = {};
  for (const { neutral, native, unit = 1 } of table) {
    const total = native.reduce((sum, name) => sum + nativeNumber(status[name]), 0);
    if (Number.isFinite(total)) values[neutral] = total * unit;
  }
  return values;
}

function nativeNumber(text: string | undefined): number {
  return text === undefined || text.trim() === "" ? Number.NaN : Number(text);
}
