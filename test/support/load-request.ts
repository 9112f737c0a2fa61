/** Requests to a driver, for tests: what they leave out is the same in all. */
import type { LoadRequest } from "../../src/measure/drivers/driver.ts";
import type { RunningServer } from "../../src/model/server.ts";
import type { WorkloadEntry } from "../../src/model/workload.ts";
import { findStep, findWorkload } from "../../src/workloads/workloads.ts";

/** Tables of `oltp` with `rows` rows each, prepared statements and uniform keys. */
export function oltpEntry(tables: number, rows: number): WorkloadEntry {
  return {
    name: "oltp",
    workload: "oltp",
    steps: [],
    tables,
    rows,
    storageEngine: null,
    prepared: true,
    keys: "uniform",
  };
}

export interface LoadTarget {
  readonly server: RunningServer;
  readonly entry: WorkloadEntry;
}

/** Four clients that settle for no time, unless `changes` says otherwise. */
export function loadRequest(
  { server, entry }: LoadTarget,
  step: string,
  changes: Pick<LoadRequest, "length"> & Partial<LoadRequest>,
): LoadRequest {
  return {
    server,
    entry,
    step: findStep(findWorkload(entry.workload), step),
    clients: 4,
    seed: 5,
    settle: 0,
    nextKeyFrom: 0,
    ...changes,
  };
}

export function timed(seconds: number): LoadRequest["length"] {
  return { kind: "timed", seconds };
}

export function operations(count: number): LoadRequest["length"] {
  return { kind: "operations", operations: count };
}
