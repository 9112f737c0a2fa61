/** Rates of probe counters over a measurement, and the per-operation columns made of them. */
import type { Counter } from "../../model/counters.ts";
import type { Measurement } from "../../model/measurement.ts";
import type { PerOperationColumn } from "../../model/verdict.ts";
import { throughputOf } from "./metric.ts";

/** First counter of each list that the probes read; the device's stands in where the server's own bytes are not told. */
const COLUMN_SOURCES: Readonly<
  Record<
    Exclude<PerOperationColumn, "client cpu/o">,
    { readonly counters: readonly Counter[]; readonly factor: number }
  >
> = {
  "cpu/o": { counters: ["server_cpu_seconds"], factor: 1e6 },
  "cs/o": { counters: ["server_context_switches"], factor: 1 },
  "r/o": { counters: ["device_reads"], factor: 1 },
  "rKB/o": { counters: ["server_read_bytes", "device_read_bytes"], factor: 1 / 1024 },
  "wo/o": { counters: ["device_writes"], factor: 1 },
  "wKB/o": { counters: ["server_written_bytes", "device_written_bytes"], factor: 1 / 1024 },
  "log bytes/o": { counters: ["log_written_bytes"], factor: 1 },
};

/**
 * Growth of a `total` counter per second, between the first and the last sample that have it. Null where fewer than
 * two samples have it, or where it fell (the server started anew): absent, never zero.
 */
export function counterRate(measurement: Measurement, counter: Counter): number | null {
  const read = measurement.samples.flatMap(({ at, values }) => {
    const value = values[counter];
    return value === undefined ? [] : [{ at, value }];
  });
  const first = read.at(0);
  const last = read.at(-1);
  if (first === undefined || last === undefined || last.at <= first.at || last.value < first.value) return null;
  return (last.value - first.value) / (last.at - first.at);
}

/**
 * One per-operation column of one measurement: rate of the counter over the samples' own window, divided by the
 * throughput over the load's own window, so that the milliseconds between the two do not count. KB is 1024 bytes.
 * Null where it could not be measured or no operation succeeded.
 */
export function perOperation(measurement: Measurement, column: PerOperationColumn): number | null {
  const { operations, clientCpuSeconds } = measurement.load;
  if (operations === 0) return null;
  if (column === "client cpu/o") return (clientCpuSeconds * 1e6) / operations;
  const { counters, factor } = COLUMN_SOURCES[column];
  const rate = counters.map((counter) => counterRate(measurement, counter)).find((value) => value !== null) ?? null;
  return rate === null ? null : (rate * factor) / throughputOf(measurement);
}
