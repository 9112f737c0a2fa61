/**
 * The port of a load generator: runs a step against a RunningServer and says what it did.
 * A session is one child process, so that its CPU is its own and its code stays warm between measurements.
 */
import type { LoadResult } from "../../model/measurement.ts";
import type { RunningServer } from "../../model/server.ts";
import type { Seconds } from "../../model/units.ts";
import type { Step, WorkloadEntry } from "../../model/workload.ts";

export interface LoadRequest {
  readonly server: RunningServer;
  readonly entry: WorkloadEntry;
  readonly step: Step;
  readonly clients: number;
  /** The same seed gives the same key sequence on every variant. */
  readonly seed: number;
  /** Load that runs before the measured stretch and is not in the result. Zero for a fixed number of operations. */
  readonly settle: Seconds;
  readonly length:
    | { readonly kind: "timed"; readonly seconds: Seconds }
    | { readonly kind: "operations"; readonly operations: number };
  /** First of the shared permutation that `next-key` draws from: each measurement goes on where the last stopped. */
  readonly nextKeyFrom: number;
  readonly signal?: AbortSignal;
  /** Called when the measured stretch begins and when it ends, within milliseconds: probes sample there. */
  readonly onEdge?: (edge: "begin" | "end") => void;
}

export interface DriverSession {
  /** Pid of the client process, for its CPU accounting. */
  readonly pid: number;
  /** One at a time. Throws `measurement-failed` with the first error when no operation succeeded, and `interrupted` on abort. */
  run(request: LoadRequest): Promise<LoadResult>;
  close(): Promise<void>;
}

export interface Driver {
  readonly name: "native";
  open(options: { readonly cpus: readonly number[] | null; readonly logFile: string }): Promise<DriverSession>;
}
