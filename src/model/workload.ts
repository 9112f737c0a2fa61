import type { Family } from "./build.ts";
import type { Fraction } from "./units.ts";

/**
 * What can be done to a server, as data. A workload file in `src/workloads` is a value of `Workload`;
 * drivers compile it, `measure/lab` loads its tables, and the plan reads what a step does to its state.
 */
export interface Workload {
  readonly name: string;
  readonly summary: string;
  readonly defaults: { readonly tables: number; readonly rows: number; readonly steps: readonly string[] };
  readonly schema: readonly TableDefinition[];
  readonly steps: readonly Step[];
}

/** One table of the schema; made `tables` times as `<prefix>1` ... `<prefix>N`. */
export interface TableDefinition {
  readonly prefix: string;
  readonly columns: readonly Column[];
  readonly primaryKey: string;
  /** Made after the rows are loaded, as sysbench does. `{n}` in a name is the table's number. */
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

export interface Column {
  readonly name: string;
  readonly type:
    | { readonly kind: "serial" }
    | { readonly kind: "integer" }
    | { readonly kind: "char"; readonly length: number };
  /** What a loaded row holds. */
  readonly value: ValueSource;
}

/** Where a value of a row or of a statement's parameter comes from. Everything is drawn from a seed. */
export type ValueSource =
  /** The row's own number, 1 ... rows. Rows only. */
  | { readonly kind: "row-number" }
  /** A key in 1 ... rows by the workload entry's key distribution. */
  | { readonly kind: "key" }
  /** The key drawn by parameter `parameter` of the same statement, plus `plus`: the end of a range. */
  | { readonly kind: "key-offset"; readonly parameter: number; readonly plus: number }
  /** The first key drawn by the group before this one in the same operation: delete a row, then insert the same. */
  | { readonly kind: "previous-key" }
  /**
   * The next row, table and key together, of an order of all rows of all tables that the clients share: each row once.
   * For steps that use up their state; once in each group that draws a table.
   */
  | { readonly kind: "next-key" }
  /** `groups` groups of 11 random digits joined by `-`. */
  | { readonly kind: "digits"; readonly groups: number };

export interface Statement {
  readonly name: string;
  readonly effect: "read" | "write";
  /** `{table}` is the table's name, `?` a parameter. A family that needs other text has its own. */
  readonly sql: string;
  readonly sqlFor?: Partial<Record<Family, string>>;
  readonly parameters: readonly ValueSource[];
}

/** `times` executions of one statement on one randomly chosen table. */
export interface StatementGroup {
  readonly statement: Statement;
  readonly times: number;
  /** False: this group stays on the table of the group before. */
  readonly ownTable: boolean;
}

export interface Step {
  readonly name: string;
  readonly summary: string;
  /** Reads are measured in mirrored order with all variants resident, writes one variant at a time. */
  readonly effect: "read" | "write";
  /** True: each operation is BEGIN ... COMMIT around its groups. */
  readonly transaction: boolean;
  readonly groups: readonly StatementGroup[];
  /**
   * `kept`: may run for any time. `used-up`: runs a fixed number of operations, the same on each variant,
   * at most 5 % of the rows a measurement.
   */
  readonly state: "kept" | "used-up";
}

export const KEY_DISTRIBUTIONS = ["uniform", "special", "gaussian", "pareto", "zipfian"] as const;
/** sysbench's `--rand-type`; its default is `special`. */
export type KeyDistribution = (typeof KEY_DISTRIBUTIONS)[number];

export const SPACINGS = ["poisson", "even"] as const;
/** Of an open loop's operations: as of many users who do not know of each other, or one every 1/rate seconds. */
export type Spacing = (typeof SPACINGS)[number];

/** How often operations begin in an open loop, all clients together. */
export type Rate =
  | { readonly kind: "absolute"; readonly perSecond: number }
  /** Of the throughput that the baseline reaches in closed loop, same step and clients. */
  | { readonly kind: "share"; readonly share: Fraction };

/** Load generators that run scripts: a user's own file, or one that the program brings. */
export const SCRIPT_DRIVERS = ["sysbench", "pgbench"] as const;
export type ScriptDriver = (typeof SCRIPT_DRIVERS)[number];

export interface Script {
  /** As the spec says it: a file (`./my.lua`), or a name that the program knows (`oltp_read_only`). */
  readonly name: string;
  /** Null for one that the program brings, and until the file was looked at. */
  readonly file: ScriptFile | null;
}

export interface ScriptFile {
  /** Absolute. */
  readonly path: string;
  readonly sha256: string;
}

/** What makes the load of an entry that has no statements of ours. */
export interface ScriptLoad {
  readonly driver: ScriptDriver;
  readonly script: Script;
  /** Makes the data, once for each template; null: nothing does. */
  readonly prepare: Script | null;
  /** Words of the program's command line. */
  readonly options: readonly string[];
  readonly effect: "read" | "write";
  /** pgbench's scale factor; null: not given. */
  readonly scale: number | null;
}

/** A workload as one spec entry asks for it: what is loaded, and what is run on it. */
export interface WorkloadEntry {
  /** Unique in a spec: the workload's name, with `-2`, `-3` where it is used again. */
  readonly name: string;
  readonly workload: string;
  readonly steps: readonly string[];
  readonly tables: number;
  readonly rows: number;
  /** Lower case: `innodb`. MySQL only; null is the server's default. */
  readonly storageEngine: string | null;
  /** False: text protocol, statements sent whole each time. */
  readonly prepared: boolean;
  readonly keys: KeyDistribution;
  /** Rates at which each step is measured too; absent: in closed loop alone. */
  readonly openLoop?: { readonly rates: readonly Rate[]; readonly spacing: Spacing };
  /** Where the operations are a script's: tables, rows, protocol and keys are then the script's own affair. */
  readonly load?: ScriptLoad;
}
