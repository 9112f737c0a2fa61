/** The data of one workload entry, on an empty server: our own tables, or what a script makes. */
import type { Family } from "../../model/build.ts";
import type { RunningServer } from "../../model/server.ts";
import type { ScriptLoad } from "../../model/workload.ts";
import { workloadOf } from "../../workloads/workloads.ts";
import type { SqlConnection } from "../connect/connect.ts";
import type { LabDeps } from "./lab-deps.ts";
import { driverNamed } from "./load-clients.ts";
import { type LoadTablesRequest, loadTables } from "./load-tables.ts";

export interface LoadEntryRequest extends Omit<LoadTablesRequest, "workload" | "signal"> {
  readonly server: RunningServer;
  /** Of a load generator that makes the data. */
  readonly logFile: string;
}

/** Gives the tables' names. Throws `load-failed`, and `interrupted`. */
export async function loadEntry(request: LoadEntryRequest, deps: LabDeps): Promise<readonly string[]> {
  const { entry, connection, server } = request;
  if (entry.load === undefined) {
    return loadTables({ ...request, workload: workloadOf(entry), signal: deps.signal });
  }
  await prepare(entry.load, request, deps);
  return madeTables(connection, server.family);
}

async function prepare(load: ScriptLoad, request: LoadEntryRequest, deps: LabDeps): Promise<void> {
  if (load.prepare === null) return;
  const { server, seed, logFile } = request;
  await driverNamed(load.driver, deps).prepare?.({ server, load, seed, logFile, signal: deps.signal });
}

const TABLES: Readonly<Record<Family, string>> = {
  mysql: "table_schema = DATABASE()",
  postgres: "table_schema = 'public'",
};

/** Those that need no quotes: only these have their statistics made, and a script that quotes its names may make its own. */
async function madeTables(connection: SqlConnection, family: Family): Promise<readonly string[]> {
  const rows = await connection.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE ${TABLES[family]} AND table_type = 'BASE TABLE'`,
  );
  return rows.map(({ name }) => String(name)).filter((name) => /^[a-z_][a-z0-9_]*$/.test(name));
}
