/** A SQL connection to a RunningServer: set-up, loading, counters. The load's hot path is not here. */
import type { RunningServer } from "../../model/server.ts";
import type { Seconds } from "../../model/units.ts";

export type SqlValue = string | number | null;

export interface SqlConnection {
  /**
   * One statement, its parameters as the family writes them (`?`, `$1`). 64-bit integers are numbers where a number holds
   * them exactly, else text; decimals, times and booleans are the server's own text.
   * Rows as objects by column name; an empty array for statements without rows. Throws the library's error with its `code`.
   */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly Readonly<Record<string, SqlValue>>[]>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Default: the server's own database. */
  readonly database?: string;
  /** Until the connection is made and logged in; default 10. */
  readonly timeoutSeconds?: Seconds;
}

/** Throws `server-died` with the address and the reason when no connection comes about; `cause` is the library's error. */
export type Connect = (server: RunningServer, options?: ConnectOptions) => Promise<SqlConnection>;
