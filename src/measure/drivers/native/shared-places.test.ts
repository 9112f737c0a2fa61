import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "../../../model/workload.ts";
import { createKeys } from "../../../workloads/keys.ts";
import { createRandom } from "../../../workloads/random.ts";
import { findStep, findWorkload } from "../../../workloads/workloads.ts";
import type { LoadOrder } from "./messages.ts";
import { sharedPlaces } from "./shared-places.ts";
import { ValueStream } from "./value-stream.ts";

const TABLES = 30;
const ROWS = 200;

const ENTRY: WorkloadEntry = {
  name: "oltp",
  workload: "oltp",
  steps: ["delete"],
  tables: TABLES,
  rows: ROWS,
  storageEngine: null,
  prepared: true,
  keys: "uniform",
};

function orderOf(operations: number, nextKeyFrom = 0, share = { index: 0, count: 1 }): LoadOrder {
  return {
    share,
    loop: "gathering",
    server: {
      variant: "A",
      family: "mysql",
      build: {
        reference: { kind: "basedir", path: "/opt/mysql" },
        family: "mysql",
        version: "5.6.24",
        versionLine: "",
        basedir: "/opt/mysql",
        binary: "/opt/mysql/bin/mysqld",
        libraryPath: null,
        digest: "",
        origin: "basedir",
        resolvedAt: "2026-11-30T00:00:00Z",
      },
      pid: 1,
      address: { kind: "socket", path: "/tmp/a.sock" },
      user: "root",
      password: null,
      tls: null,
      database: "dbdyno",
      dataDirectory: "/lab/data",
      errorLog: "/lab/error.log",
      cgroup: null,
      commandLine: [],
    },
    entry: ENTRY,
    step: findStep(findWorkload("oltp"), "delete"),
    clients: 8,
    seed: 5,
    settle: 0,
    length: { kind: "operations", operations },
    nextKeyFrom,
  };
}

describe("the rows that clients share", () => {
  it("are every row of every table once, whichever client takes them", () => {
    const nextPlace = sharedPlaces(orderOf(TABLES * ROWS));
    const clients = Array.from({ length: 8 }, (_, seed) => {
      return new ValueStream({ random: createRandom(seed), drawKey: createKeys("uniform", ROWS), nextPlace });
    });
    const draw = { kind: "next-key", parameter: 0, plus: 0, groups: 0 } as const;
    const rows = Array.from({ length: TABLES * ROWS }, (_, i) => {
      const client = clients[i % clients.length];
      client?.beginGroup();
      const table = client?.table(TABLES) ?? -1;
      return { table, key: client?.integer(draw, 0) ?? 0 };
    });
    expect(new Set(rows.map(({ table, key }) => `${table}/${key}`)).size).toBe(TABLES * ROWS);
    expect(new Set(rows.map(({ table }) => table)).size).toBe(TABLES);
    expect(rows.every(({ table, key }) => table >= 0 && table < TABLES && key >= 1 && key <= ROWS)).toBe(true);
    expect(() => clients[0]?.table(TABLES)).toThrow("uses each key once");
  });

  it("come from all tables from the first operations on", () => {
    const nextPlace = sharedPlaces(orderOf(300));
    const tables = new Set(Array.from({ length: 300 }, () => nextPlace() % TABLES));
    expect(tables.size).toBeGreaterThan(TABLES - 3);
  });

  it("may be as many as there are rows in all tables together, and one more is refused before the load begins", () => {
    expect(() => sharedPlaces(orderOf(TABLES * ROWS))).not.toThrow();
    expect(() => sharedPlaces(orderOf(TABLES * ROWS + 1))).toThrow("uses each key once");
    expect(() => sharedPlaces(orderOf(1, TABLES * ROWS))).toThrow("uses each key once");
  });
});
