/** What the check of parity measures: servers, tables, steps; and the two load generators on one running server. */
import { join } from "node:path";
import { cacheDirectory } from "../../../src/measure/builds/cache.ts";
import { provideClientTool } from "../../../src/measure/builds/client-tools.ts";
import type { Driver, DriverSession, LoadRequest } from "../../../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../../../src/measure/drivers/native/native-driver.ts";
import { createSysbenchDriver } from "../../../src/measure/drivers/sysbench/sysbench-driver.ts";
import type { Family } from "../../../src/model/build.ts";
import type { WorkloadEntry } from "../../../src/model/workload.ts";
import { createOs } from "../../../src/os/node-os.ts";
import { loadRequest, oltpEntry } from "../../../test/support/load-request.ts";
import { type LoadedServer, startLoadedServer } from "../../../test/support/loaded-server.ts";

export const os = createOs();

/** One of each: a value of the native driver and of sysbench. */
export interface Pair<T> {
  readonly native: T;
  readonly sysbench: T;
}

/**
 * Commits wait for no disk: how often several of them share a flush depends on when they arrive, and so on the speed of the
 * client, which is not what is compared here. No autovacuum, whose work would be counted with that of whoever runs then.
 */
export const SERVERS = [
  {
    family: "mysql",
    version: "5.6.24",
    config: {
      innodb_buffer_pool_size: "256M",
      innodb_log_file_size: "128M",
      innodb_flush_log_at_trx_commit: "2",
      performance_schema: "OFF",
    },
  },
  {
    family: "postgres",
    version: "18",
    config: {
      shared_buffers: "256MB",
      max_wal_size: "4GB",
      synchronous_commit: "off",
      autovacuum: "off",
      shared_preload_libraries: "pg_stat_statements",
    },
  },
] as const satisfies readonly {
  readonly family: Family;
  readonly version: string;
  readonly config: Readonly<Record<string, string>>;
}[];

/** Every step that sysbench has a script for. `delete` comes last: it leaves fewer rows. */
export const STEPS = [
  "point-query",
  "read-only",
  "read-write",
  "update-index",
  "update-nonindex",
  "insert",
  "delete",
] as const;

export const ROWS = 100_000;

/** Of the loads whose work is counted: many enough that sysbench lives until it is seen, which takes it 80 ms for point queries. */
export const OPERATIONS = { short: 2000, long: 6000 } as const;

/** sysbench sends its inserts as text whatever it is asked for, so the native driver does here too. */
export function entryFor(step: string): WorkloadEntry {
  return { ...oltpEntry(1, ROWS), prepared: step !== "insert" };
}

export interface Subject {
  readonly name: string;
  readonly family: Family;
  readonly loaded: LoadedServer;
  readonly drivers: Pair<DriverSession>;
}

/** The first CPU for the server, the second for client and check. */
export const CPUS = { server: [0], client: [1] } as const;

/** Starts the server, runs `body` with both drivers open, and ends everything. */
export async function withSubject<T>(
  server: (typeof SERVERS)[number],
  body: (subject: Subject) => Promise<T>,
): Promise<T> {
  const tool = await provideClientTool("sysbench", { os, cacheDirectory: cacheDirectory(process.env) });
  const loaded = await startLoadedServer(os, { ...server, entry: entryFor("point-query"), cpus: CPUS.server });
  const open = (driver: Driver): Promise<DriverSession> =>
    driver.open({ cpus: CPUS.client, logFile: join(loaded.folder, `${driver.name}.log`) });
  try {
    const drivers = { native: await open(createNativeDriver()), sysbench: await open(createSysbenchDriver(os, tool)) };
    try {
      return await body({ name: `${server.family}@${server.version}`, family: server.family, loaded, drivers });
    } finally {
      await drivers.native.close();
      await drivers.sysbench.close();
    }
  } finally {
    await loaded.stop();
  }
}

/** Of one of the steps, on the subject's server. */
export function stepRequest(
  { loaded }: Subject,
  step: string,
  changes: Pick<LoadRequest, "length"> & Partial<LoadRequest>,
): LoadRequest {
  return loadRequest({ server: loaded.handle.server, entry: entryFor(step) }, step, changes);
}
