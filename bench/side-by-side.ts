/**
 * Client CPU per operation of several load generators: the same statement on the same server, in turn. Point queries by
 * primary key, prepared, uniform keys; five rounds, every second one in reverse order.
 */
import { join } from "node:path";
import type { Driver, DriverSession } from "../src/measure/drivers/driver.ts";
import type { Family } from "../src/model/build.ts";
import { createOs } from "../src/os/node-os.ts";
import { loadRequest, oltpEntry, timed } from "../test/support/load-request.ts";
import { type LoadedServer, startLoadedServer } from "../test/support/loaded-server.ts";

const ROUNDS = 5;
const SETTLE_SECONDS = 1;
const SECONDS = 2;
const STEP = "point-query";
const ENTRY = oltpEntry(1, 100_000);
const CLIENTS = [1, 8, 64, 512];

/** What all readings have in common, for the JSON object. */
export const CONDITIONS = { step: STEP, rounds: ROUNDS, seconds: SECONDS } as const;

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

export const os = createOs();

/** Load generators by the names that the table has for them. */
export type Contenders = ReadonlyMap<string, Driver>;

interface Reading {
  /** Of client CPU for one operation. */
  readonly microseconds: number;
  /** Operations a second. */
  readonly throughput: number;
}

export interface Row {
  readonly server: string;
  readonly clients: number;
  /** By contender, one for each round. */
  readonly readings: ReadonlyMap<string, readonly Reading[]>;
}

/** One row for each server and number of clients; `onRow` is told each as it comes. */
export async function measureSideBySide(
  contendersFor: (family: Family) => Contenders,
  onRow: (row: Row) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const request of SERVERS) {
    const loaded = await startLoadedServer(os, { ...request, entry: ENTRY });
    const server = { name: `${request.family}@${request.version}`, loaded };
    try {
      rows.push(...(await measureServer(server, contendersFor(request.family), onRow)));
    } finally {
      await loaded.stop();
    }
  }
  return rows;
}

interface NamedServer {
  readonly name: string;
  readonly loaded: LoadedServer;
}

async function measureServer(
  { name, loaded }: NamedServer,
  contenders: Contenders,
  onRow: (row: Row) => void,
): Promise<readonly Row[]> {
  const sessions = new Map<string, DriverSession>();
  try {
    for (const [contender, driver] of contenders) {
      sessions.set(contender, await driver.open({ cpus: null, logFile: join(loaded.folder, `${contender}.log`) }));
    }
    const rows: Row[] = [];
    for (const clients of CLIENTS) {
      const row = { server: name, clients, readings: await measureRounds(loaded, clients, sessions) };
      onRow(row);
      rows.push(row);
    }
    return rows;
  } finally {
    for (const session of sessions.values()) await session.close();
  }
}

async function measureRounds(
  { handle }: LoadedServer,
  clients: number,
  sessions: ReadonlyMap<string, DriverSession>,
): Promise<Row["readings"]> {
  const readings = new Map([...sessions.keys()].map((name) => [name, [] as Reading[]]));
  const target = { server: handle.server, entry: ENTRY };
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? [...sessions] : [...sessions].reverse();
    for (const [name, session] of order) {
      const length = timed(SECONDS);
      const result = await session.run(
        loadRequest(target, STEP, { clients, seed: 1 + round, settle: SETTLE_SECONDS, length }),
      );
      const { clientCpuSeconds, operations, seconds } = result;
      readings.get(name)?.push({
        microseconds: (clientCpuSeconds * 1e6) / operations,
        throughput: operations / seconds,
      });
    }
  }
  return readings;
}

export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Of the costs of `one` over those of `other`, round by round: neighbours in time share the machine's weather. */
export function costRatio({ readings }: Row, one: string, other: string): Ratio {
  const others = readings.get(other) ?? [];
  const ratios = (readings.get(one) ?? []).map(
    ({ microseconds }, round) => microseconds / (others[round]?.microseconds ?? Number.NaN),
  );
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}

/** Median over the rounds, as the table shows it. */
export function shownCost({ readings }: Row, name: string): string {
  return median((readings.get(name) ?? []).map(({ microseconds }) => microseconds)).toFixed(1);
}

export function shownThroughput({ readings }: Row, name: string): string {
  return median((readings.get(name) ?? []).map(({ throughput }) => throughput)).toFixed(0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
