/**
 * Client CPU per operation: native driver, sysbench and pgbench, the same statement on the same server, in turn. Point queries by
 * primary key, prepared, uniform keys; five rounds, every second one in reverse order.
 */
import { join } from "node:path";
import { cacheDirectory } from "../src/measure/builds/cache.ts";
import { provideClientTool } from "../src/measure/builds/client-tools.ts";
import type { Driver, DriverSession } from "../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../src/measure/drivers/native/native-driver.ts";
import { createPgbenchDriver } from "../src/measure/drivers/pgbench/pgbench-driver.ts";
import { createSysbenchDriver } from "../src/measure/drivers/sysbench/sysbench-driver.ts";
import type { WorkloadEntry } from "../src/model/workload.ts";
import { createOs } from "../src/os/node-os.ts";
import { findStep, findWorkload } from "../src/workloads/workloads.ts";
import { type LoadedServer, startLoadedServer } from "../test/support/loaded-server.ts";
import type { Bench, BenchResult } from "./bench.ts";

const ROUNDS = 5;
const SETTLE_SECONDS = 1;
const SECONDS = 2;
const STEP = "point-query";
const ENTRY: WorkloadEntry = {
  name: "oltp",
  workload: "oltp",
  steps: [STEP],
  tables: 1,
  rows: 100_000,
  storageEngine: null,
  prepared: true,
  keys: "uniform",
};

const SERVERS = [
  {
    family: "mysql",
    version: "5.6.24",
    config: {
      max_connections: "600",
      back_log: "600",
      innodb_buffer_pool_size: "256M",
      performance_schema: "OFF",
    },
  },
  { family: "postgres", version: "18", config: { max_connections: "600", shared_buffers: "256MB" } },
] as const;

/** Section 8 of the design: client CPU per operation of the native driver over that of a rival, at most; by clients. */
const TARGETS: Readonly<Record<string, ReadonlyMap<number, number>>> = {
  sysbench: new Map([
    [1, 1.5],
    [8, 1.0],
    [64, 0.65],
    [512, 0.35],
  ]),
  pgbench: new Map([
    [1, 1.7],
    [8, 1.3],
    [64, 1.4],
    [512, 1.3],
  ]),
};
const CLIENTS = [1, 8, 64, 512];

interface Reading {
  readonly microseconds: number;
  readonly throughput: number;
}

interface Row {
  readonly server: string;
  readonly clients: number;
  /** By driver, one for each round. */
  readonly readings: ReadonlyMap<string, readonly Reading[]>;
}

const os = createOs();

export const bench: Bench = async (note) => {
  const deps = { os, cacheDirectory: cacheDirectory(process.env) };
  const sysbench = createSysbenchDriver(os, await provideClientTool("sysbench", deps));
  const pgbench = createPgbenchDriver(os, await provideClientTool("pgbench", deps));
  const rivals = { mysql: [sysbench], postgres: [sysbench, pgbench] };
  const rows: Row[] = [];
  for (const request of SERVERS) {
    const loaded = await startLoadedServer(os, { ...request, entry: ENTRY });
    try {
      const drivers = [createNativeDriver(), ...rivals[request.family]];
      rows.push(...(await measureServer(`${request.family}@${request.version}`, loaded, drivers, note)));
    } finally {
      await loaded.stop();
    }
  }
  return resultOf(rows);
};

async function measureServer(
  server: string,
  loaded: LoadedServer,
  drivers: readonly Driver[],
  note: (line: string) => void,
): Promise<readonly Row[]> {
  const sessions = new Map<string, DriverSession>();
  for (const driver of drivers) {
    sessions.set(driver.name, await driver.open({ cpus: null, logFile: join(loaded.folder, `${driver.name}.log`) }));
  }
  try {
    const rows: Row[] = [];
    for (const clients of CLIENTS) {
      const row = { server, clients, readings: await measureRounds(loaded, clients, sessions) };
      for (const comparison of compare(row)) note(tableLine(row, comparison));
      rows.push(row);
    }
    return rows;
  } finally {
    for (const session of sessions.values()) await session.close();
  }
}

async function measureRounds(
  loaded: LoadedServer,
  clients: number,
  sessions: ReadonlyMap<string, DriverSession>,
): Promise<Row["readings"]> {
  const readings = new Map([...sessions.keys()].map((name) => [name, [] as Reading[]]));
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [...sessions] : [...sessions].reverse();
    for (const [name, session] of order) {
      const result = await session.run({
        server: loaded.handle.server,
        entry: ENTRY,
        step: findStep(findWorkload(ENTRY.workload), STEP),
        clients,
        seed: 1 + round,
        settle: SETTLE_SECONDS,
        length: { kind: "timed", seconds: SECONDS },
        nextKeyFrom: 0,
      });
      const { clientCpuSeconds, operations, seconds } = result;
      const reading = { microseconds: (clientCpuSeconds * 1e6) / operations, throughput: operations / seconds };
      readings.get(name)?.push(reading);
    }
  }
  return readings;
}

interface Comparison {
  readonly rival: string;
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  readonly target: number;
}

/** The native driver with each rival, round by round: neighbours in time share the machine's weather. */
function compare({ clients, readings }: Row): readonly Comparison[] {
  const native = readings.get("native") ?? [];
  const rivals = [...readings.keys()].filter((name) => name !== "native");
  return rivals.map((rival) => {
    const others = readings.get(rival) ?? [];
    const ratios = native.map(({ microseconds }, round) => microseconds / (others[round]?.microseconds ?? Number.NaN));
    return {
      rival,
      ratio: median(ratios),
      lowest: Math.min(...ratios),
      highest: Math.max(...ratios),
      target: TARGETS[rival]?.get(clients) ?? Number.NaN,
    };
  });
}

function resultOf(rows: readonly Row[]): BenchResult {
  const compared = rows.map((row) => ({ row, comparisons: compare(row) }));
  const table = [
    "| server | clients | rival | native us/o | rival us/o | native / rival | rounds from ... to | at most | native o/s | rival o/s |",
    "|---|---|---|---|---|---|---|---|---|---|",
    ...compared.flatMap(({ row, comparisons }) => comparisons.map((comparison) => tableLine(row, comparison))),
  ];
  const json = compared.map(({ row: { server, clients, readings }, comparisons }) => ({
    server,
    clients,
    comparisons,
    readings: Object.fromEntries(readings),
  }));
  const all = compared.flatMap(({ comparisons }) => comparisons);
  return { table, json, met: all.every(({ ratio, target }) => ratio <= target) };
}

function tableLine(row: Row, { rival, ratio, lowest, highest, target }: Comparison): string {
  const middle = (driver: string, of: (reading: Reading) => number): number =>
    median((row.readings.get(driver) ?? []).map(of));
  const cost = (driver: string): string => middle(driver, ({ microseconds }) => microseconds).toFixed(1);
  const rate = (driver: string): string => middle(driver, ({ throughput }) => throughput).toFixed(0);
  const costs = [cost("native"), cost(rival), ratio.toFixed(2), `${lowest.toFixed(2)} ... ${highest.toFixed(2)}`];
  const cells = [row.server, row.clients, rival, ...costs, target.toFixed(2), rate("native"), rate(rival)];
  return `| ${cells.join(" | ")} |`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
