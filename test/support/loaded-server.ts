/** A real server with the tables of `oltp`, for tests and benchmarks of what makes load on it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cacheDirectory } from "../../src/measure/builds/cache.ts";
import { resolveBuild } from "../../src/measure/builds/resolve-build.ts";
import type { SqlConnection } from "../../src/measure/connect/connect.ts";
import { openConnection } from "../../src/measure/connect/open-connection.ts";
import type { Dbms, ServerHandle } from "../../src/measure/dbms/dbms.ts";
import { createDbmses } from "../../src/measure/dbms/dbmses.ts";
import { loadTables } from "../../src/measure/lab/load-tables.ts";
import type { Family } from "../../src/model/build.ts";
import type { WorkloadEntry } from "../../src/model/workload.ts";
import type { Os } from "../../src/os/os.ts";
import { findWorkload } from "../../src/workloads/workloads.ts";

export interface LoadedServerRequest {
  readonly family: Family;
  /** Of the catalogue. */
  readonly version: string;
  readonly config: Readonly<Record<string, string>>;
  readonly entry: WorkloadEntry;
  readonly cpus?: readonly number[];
  /** Where the data directory is made; default: in the server's own folder. */
  readonly dataRoot?: string;
  /** Default socket. */
  readonly listen?: "socket" | "tcp";
  /** Changes files of a data directory that was just made. */
  readonly beforeStart?: (dataDirectory: string) => void;
}

export interface LoadedServer {
  readonly dbms: Dbms;
  readonly handle: ServerHandle;
  readonly connection: SqlConnection;
  /** For logs and the like; removed with the data by `stop`. */
  readonly folder: string;
  /** As after a crash: every process of the server gets SIGKILL, and a new one starts on its data, with an address of its own. */
  killAndStart(): Promise<ServerHandle>;
  stop(): Promise<void>;
}

const NO_CGROUPS = { version: null, freezer: null, cpuacct: null } as const;

export async function startLoadedServer(os: Os, request: LoadedServerRequest): Promise<LoadedServer> {
  const { family, version, config, entry, cpus = null, listen = "socket" } = request;
  const folder = mkdtempSync(join(tmpdir(), "dbdyno-loaded-"));
  const deps = { os, cacheDirectory: cacheDirectory(process.env) };
  const build = await resolveBuild({ kind: "catalogue", family, version }, deps);
  const dbms = createDbmses({ os, cgroups: NO_CGROUPS, connect: openConnection })[family];
  const dataDirectory = join(request.dataRoot ?? folder, "data");
  await dbms.initialise(build, dataDirectory);
  request.beforeStart?.(dataDirectory);
  const place = { dataDirectory, errorLog: join(folder, "error.log"), listen, cpus, cgroup: null } as const;
  const start = (): Promise<ServerHandle> => dbms.start({ variant: "A", build, config, ...place });
  const handle = await start();
  const handles = [handle];
  const connection = await openConnection(handle.server);
  const killAndStart = async (): Promise<ServerHandle> => {
    for (const pid of await os.processes.tree(handle.server.pid)) os.processes.signal(pid, "SIGKILL");
    // Waits for their end, and removes the socket.
    await handle.stop();
    const again = await start();
    handles.push(again);
    return again;
  };
  const stop = async (): Promise<void> => {
    // That of a server that was killed cannot be closed in order.
    await connection.close().catch(() => undefined);
    for (const one of handles) await one.stop(20);
    rmSync(folder, { recursive: true, force: true });
  };
  await load(dbms, connection, entry);
  return { dbms, handle, connection, folder, killAndStart, stop };
}

async function load(dbms: Dbms, connection: SqlConnection, entry: WorkloadEntry): Promise<void> {
  const { signal } = new AbortController();
  const workload = findWorkload(entry.workload);
  const tables = await loadTables({ connection, dbms, workload, entry, seed: 1, onRows: () => undefined, signal });
  await dbms.analyse(connection, tables);
  // Else the loaded rows are counted a second later, among those of the first load.
  if (dbms.family === "postgres") await connection.query("SELECT pg_stat_force_next_flush()");
}
