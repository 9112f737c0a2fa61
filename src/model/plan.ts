import type { Build } from "./build.ts";
import type { HostFacts } from "./host.ts";
import type { Method, Placement, VariantSpec } from "./spec.ts";
import type { Bytes, Seconds } from "./units.ts";
import type { Warning } from "./warning.ts";
import type { Rate, Spacing, WorkloadEntry } from "./workload.ts";

/** What a run will do. Made of a spec, facts and a seed alone: the same three give the same bytes. */
export interface Plan {
  readonly experiment: string;
  readonly seed: number;
  readonly host: HostFacts;
  readonly variants: readonly Variant[];
  readonly baseline: string;
  readonly factor: readonly string[];
  readonly workloads: readonly WorkloadEntry[];
  readonly cells: readonly Cell[];
  readonly cpus: Placement | null;
  readonly listen: "socket" | "tcp";
  readonly method: Method;
  /**
   * What `method.rounds.max` was before `--rounds` raised it, ascending; absent: never raised. Looks at rounds that an
   * earlier plan had keep the boundary of that plan, so that a decision once given stays.
   */
  readonly extendedFrom?: readonly number[];
  readonly probes: { readonly os: Seconds; readonly status: Seconds };
  /** Server settings that the plan sets for every variant alike, and why. */
  readonly imposed: readonly {
    readonly family: string;
    readonly name: string;
    readonly value: string;
    readonly reason: string;
  }[];
  readonly estimate: Estimate;
  readonly warnings: readonly Warning[];
}

/** A build plus a configuration: what is compared. */
export interface Variant extends Omit<VariantSpec, "build"> {
  readonly build: Build;
}

/** Step x clients of one workload entry, in closed loop or at a rate: the unit of comparison. */
export interface Cell {
  /** `<workload entry>.<step>.<clients>`, in open loop `...@1000` or `...@50pct`: also the folder's name. */
  readonly id: string;
  readonly workload: string;
  readonly step: string;
  readonly clients: number;
  readonly effect: "read" | "write";
  /** Null: timed. A number: exactly so many operations a measurement. */
  readonly operations: number | null;
  /** Absent: the loop is closed. */
  readonly openLoop?: CellOpenLoop;
  readonly warnings: readonly Warning[];
}

/** When the operations of a cell in open loop begin. */
export interface CellOpenLoop {
  readonly rate: Rate;
  readonly spacing: Spacing;
  /** Id of the cell of the same step and clients in closed loop: it is measured first in each round. */
  readonly closedCell: string;
}

export interface Estimate {
  readonly setUpSeconds: Seconds;
  /** With warm-ups as long as they usually are. */
  readonly roundSeconds: Seconds;
  /** With every warm-up at its limit: what there must be room for before any round was seen. */
  readonly longestRoundSeconds: Seconds;
  /** Of the most resident servers at once. */
  readonly residentBytes: Bytes;
  /** How many rounds fit the budget; `rounds.max` without one. */
  readonly roundsInBudget: number;
}

/**
 * Servers that are up together: a fresh clone and start of each of `variants`. Reads share one stage per
 * workload entry and round; each write measurement has a stage of its own.
 */
export interface Stage {
  /** `r03.oltp.reads`, `r03.oltp.read-write.8.B`. Equal ids mean the same servers. */
  readonly id: string;
  readonly round: number;
  readonly workload: string;
  readonly variants: readonly string[];
  /** The one cell of a write stage; null: all open read cells of the workload entry. */
  readonly cell: string | null;
}

/** The next thing to do. */
export type NextMeasurement =
  | {
      readonly kind: "measure";
      readonly stage: Stage;
      readonly cell: Cell;
      readonly variant: string;
      readonly round: number;
      readonly index: number;
    }
  | { readonly kind: "end"; readonly reason: "all-closed" | "rounds-spent" };
