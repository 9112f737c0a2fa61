/** A SQL connection to a RunningServer: set-up, loading, counters. The load's hot path is not here. */
import type { RunningServer } from "../../model/server.ts";

export type SqlValue = string | number | null;

export interface SqlConnection {
  /** Rows as objects by column name; an empty array for statements without rows. Throws the library's error with its `code`. */
  query(sql: string, values?: readonly SqlValue[]): Promise<readonly Readonly<Record<string, SqlValue>>[]>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Default: the server's own database. */
  readonly database?: string;
  readonly timeoutSeconds?: number;
}

export type Connect = (server: RunningServer, options?: ConnectOptions) => Promise<SqlConnection>;
