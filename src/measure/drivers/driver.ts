/**
 * The port of a load generator: runs a step against a RunningServer and says what it did.
 * A session is one child process, so that its CPU is its own and its code stays warm between measurements.
 */
import type { LoadResult } from "../../model/measurement.ts";
import type { RunningServer } from "../../model/server.ts";
import type { DriverName } from "../../model/spec.ts";
import type { Seconds } from "../../model/units.ts";
import type { ScriptLoad, Spacing, Step, WorkloadEntry } from "../../model/workload.ts";

/** When operations begin. */
export type Arrivals =
  /** Each client begins one when its last one has ended. */
  | { readonly kind: "closed" }
  /** By a schedule, `rate` operations a second in all; latencies count from when an operation was due. */
  | { readonly kind: "open"; readonly rate: number; readonly spacing: Spacing };

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
  /**
   * First place in the shared order of all rows that `next-key` takes from, from 0. Zero on tables that were just cloned;
   * a load that follows another on the same tables begins behind what that one took.
   */
  readonly nextKeyFrom: number;
  /** Words that are passed through to the command line of a driver that has one. Default none. */
  readonly driverOptions?: readonly string[];
  /** A fixed number of operations only: the load fails when none has ended for so long. Default 120. */
  readonly stallLimit?: Seconds;
  /** Default closed. */
  readonly arrivals?: Arrivals;
  readonly signal?: AbortSignal;
  /** Called when the measured stretch begins and when it ends, within milliseconds: probes sample there. */
  readonly onEdge?: (edge: "begin" | "end") => void;
}

export interface DriverSession {
  /** Of the client processes that there are now: their CPU is the lab's own, not foreign. */
  pids(): readonly number[];
  /**
   * One at a time. Throws `measurement-failed` with the first error when no operation succeeded, or when a fixed number of
   * operations cannot be reached (lost connections, nothing but failures, a server that hangs), and `interrupted` on abort.
   */
  run(request: LoadRequest): Promise<LoadResult>;
  close(): Promise<void>;
}

export interface DriverOptions {
  /** CPUs of the clients; null: any. */
  readonly cpus: readonly number[] | null;
  /** What the client process prints. */
  readonly logFile: string;
}

export interface PrepareRequest {
  readonly server: RunningServer;
  /** What the entry's `prepare` script makes is made. */
  readonly load: ScriptLoad;
  readonly seed: number;
  /** What the program prints. */
  readonly logFile: string;
  readonly signal?: AbortSignal;
}

export interface Driver {
  readonly name: DriverName;
  /** Makes a script's data on an empty server. Throws `load-failed` with the program's own words. */
  readonly prepare?: (request: PrepareRequest) => Promise<void>;
  open(options: DriverOptions): Promise<DriverSession>;
}
