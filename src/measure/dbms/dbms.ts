/**
 * The port of a server family: how its data directory is made, how it starts, answers and stops.
 * Adapters side by side: `mysql/`, `postgres/`, same file names in each.
 */
import type { Build, Family } from "../../model/build.ts";
import type { RunningServer } from "../../model/server.ts";
import type { Seconds } from "../../model/units.ts";
import type { TableDefinition } from "../../model/workload.ts";
import type { SqlConnection } from "../connect/connect.ts";

export interface StartRequest {
  readonly variant: string;
  readonly build: Build;
  /** Initialised, carries our marker file. */
  readonly dataDirectory: string;
  readonly errorLog: string;
  readonly listen: "socket" | "tcp";
  readonly config: Readonly<Record<string, string>>;
  /** CPUs the server may use; null: all. */
  readonly cpus: readonly number[] | null;
  /**
   * Name of a cgroup for this server alone; null: none. `start` makes it, ending what a killed run left in it; a failed
   * start and `stop` remove it.
   */
  readonly cgroup: string | null;
  readonly signal?: AbortSignal;
}

/** A started server and the way to end it. */
export interface ServerHandle {
  readonly server: RunningServer;
  /** Clean shutdown, then force after `graceSeconds`, frozen or not; the socket folder and the cgroup are removed. */
  stop(graceSeconds?: Seconds): Promise<void>;
  /** Cgroup freezer, else SIGSTOP to the whole process tree. Idle variants are frozen while another is measured. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** The server's exit code, null while it runs. */
  exitCode(): number | null;
}

export interface Dbms {
  readonly family: Family;
  /** Data directories of two builds with the same value may be cloned from one template: `5.6`, `17`. */
  onDiskFormat(build: Build): string;
  /**
   * Makes `dataDirectory`, which must be absent or empty, with our marker file in it. Leaves nothing behind when it fails.
   * Throws `data-directory-foreign` when something is there already.
   */
  initialise(build: Build, dataDirectory: string): Promise<void>;
  /**
   * Resolves when the server answers a query and its database is there. Throws `server-did-not-start` with the last lines
   * of its log and the likely cause; `port-in-use` and `socket-in-use`; `data-directory-foreign` for a folder without our
   * marker; `plan-impossible` for a setting that dbdyno chooses itself; `interrupted` when `signal` fires.
   */
  start(request: StartRequest): Promise<ServerHandle>;
  /** Effective variables as the running server tells them, by name; without those that name the instance (paths, ports, ids). */
  effectiveVariables(connection: SqlConnection): Promise<Readonly<Record<string, string>>>;
  /** Waits until dirty pages are written, at most `limitSeconds`; PostgreSQL: CHECKPOINT. Gives how many pages are still dirty. */
  writeDirtyPages(connection: SqlConnection, limitSeconds: Seconds): Promise<number>;
  /** Statistics after a load: ANALYZE; PostgreSQL: VACUUM too. Throws `load-failed` when the server refuses. */
  analyse(connection: SqlConnection, tables: readonly string[]): Promise<void>;
  /** Statement that makes a table in this dialect. */
  createTable(table: TableDefinition, number: number, storageEngine: string | null): string;
  createIndexes(table: TableDefinition, number: number): readonly string[];
  /** Rough memory that one such server takes with this configuration: buffer pool and a base. */
  residentBytes(config: Readonly<Record<string, string>>): number;
}
