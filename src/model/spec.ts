import type { BuildReference } from "./build.ts";
import type { Fraction, Seconds } from "./units.ts";
import type { WorkloadEntry } from "./workload.ts";

/** A checked spec with every default filled in. Sizes and times are SI numbers here. */
export interface Spec {
  readonly experiment: string;
  readonly variants: readonly VariantSpec[];
  /** Name of one of `variants`. */
  readonly baseline: string;
  /** What is declared to differ: setting names, `version`, `build`, `driver`, `as-shipped`. Empty: not declared. */
  readonly factor: readonly string[];
  readonly workloads: readonly WorkloadEntry[];
  /** Client counts, ascending, distinct. */
  readonly clients: readonly number[];
  readonly cpus: Placement | null;
  readonly listen: "socket" | "tcp";
  readonly method: Method;
  readonly probes: { readonly os: Seconds; readonly status: Seconds };
}

export interface VariantSpec {
  readonly name: string;
  readonly build: BuildReference;
  /** Server settings by the server's own names, values as text. */
  readonly config: Readonly<Record<string, string>>;
  /** What makes the load on this variant; absent: the method's driver. */
  readonly driver?: DriverName;
  /** Words that are passed through to its command line; absent: the method's, where the driver is the method's too. */
  readonly driverOptions?: readonly string[];
}

export const DRIVER_NAMES = ["native", "sysbench", "pgbench"] as const;
/** What makes the load. */
export type DriverName = (typeof DRIVER_NAMES)[number];

/** CPU numbers, as `taskset -c` takes them. */
export interface Placement {
  readonly server: readonly number[];
  readonly client: readonly number[];
}

export interface Method {
  readonly margin: Fraction;
  readonly alpha: Fraction;
  /** Length of one timed measurement of a read step. */
  readonly measure: Seconds;
  /** The same of a write step. */
  readonly measureWrites: Seconds;
  /** Dropped at the head of each measurement, after the switch between variants. */
  readonly settle: Seconds;
  readonly rounds: { readonly min: number; readonly max: number };
  readonly budget: Seconds | null;
  readonly driver: DriverName;
  /** Words that are passed through to the driver's command line; absent: none. */
  readonly driverOptions?: readonly string[];
  /** Longest warm-up of a variant after its start. */
  readonly warmUp: Seconds;
}

/** A place in a spec file. Lines and columns count from 1. */
export interface SpecPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** One thing wrong with a spec; a file's problems are reported all at once. */
export interface SpecProblem {
  readonly position: SpecPosition;
  /** `workloads[0].oltp.steps[2]`, as a person would write it. Empty for the whole file. */
  readonly path: string;
  readonly message: string;
  readonly hint: string;
}
