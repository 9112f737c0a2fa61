/** Runs and measurements for the tests of stores. */
import type { LatencySummary, LoadResult, Measurement } from "../../src/model/measurement.ts";
import type { Plan } from "../../src/model/plan.ts";
import type { RunRecord } from "../../src/store/store.ts";

/** A run with a small plan; `startedAt` is the same for all unless given. */
export function makeRun(id: string, startedAt = "2026-11-30T10:00:00.000Z"): RunRecord {
  return {
    id,
    startedAt,
    plan: PLAN,
    specText: "variants:\n  off: { build: mysql@5.6.24 }  # größer\n",
    specFile: "specs/schema.yaml",
    command: ["dbdyno", "run", "specs/schema.yaml", "--seed", "7"],
  };
}

const PLAN: Plan = {
  experiment: "what performance_schema costs",
  seed: 7,
  host: {
    hostname: "bench",
    kernel: "6.1.0",
    cpuModel: "a CPU",
    cpus: [0, 1],
    cores: 2,
    memory: { totalBytes: 4_000_000_000, availableBytes: 3_000_000_000 },
    fileSystem: "ext4",
    cgroup: { version: 2, freezer: null, cpuacct: "/sys/fs/cgroup" },
    isRoot: false,
    userNamespaces: true,
  },
  variants: [],
  baseline: "off",
  factor: ["performance_schema"],
  workloads: [],
  cells: [],
  cpus: null,
  listen: "socket",
  method: {
    margin: 0.05,
    alpha: 0.05,
    measure: 10,
    measureWrites: 60,
    settle: 2,
    rounds: { min: 3, max: 12 },
    budget: null,
    driver: "native",
    warmUp: 60,
  },
  probes: { os: 1, status: 1 },
  imposed: [],
  estimate: { setUpSeconds: 20, roundSeconds: 61.5, longestRoundSeconds: 90, residentBytes: 5e8, roundsInBudget: 12 },
  warnings: [],
};

const LATENCY: LatencySummary = {
  meanSeconds: 0.00032,
  p50Seconds: 0.0003,
  p95Seconds: 0.000512,
  p99Seconds: 0.0011,
  p999Seconds: 0.0034,
  maxSeconds: 0.0213,
};

const HISTOGRAM = "HISTFAAAACB42pNpmSzMwMDAxAABzFCaEUoz2X+AsQA9kwIe";

/** Measurement `number` of a run: one of each kind of thing in it. */
export function makeMeasurement(number: number): Measurement {
  const at = 86_400.123456789 + number;
  return {
    id: `oltp.point-query.8/off/r01.m${number}`,
    cell: "oltp.point-query.8",
    variant: "off",
    round: 1,
    index: number,
    startedAt: "2026-11-30T10:00:01.000Z",
    load: makeLoad(at),
    samples: [
      { at, values: { server_cpu_seconds: 1.1, rows_read: 1_000 } },
      { at: at + 1.01, values: { server_cpu_seconds: 1.9, rows_read: 26_000, dirty_pages: 0 } },
      { at: at + 2, values: { steal_seconds: 1e-9 } },
    ],
    warnings: [
      { code: "steal", message: "12 % of the CPU was stolen", advice: "measure on a quieter host" },
      { code: "few-operations", message: "few", advice: "longer" },
    ],
  };
}

function makeLoad(startedAt: number): LoadResult {
  return {
    startedAt,
    seconds: 2.0000001,
    operations: 50_001,
    statements: 50_002,
    rows: 50_003,
    errors: { 1213: 2, ECONNRESET: 1 },
    reconnects: 1,
    clientCpuSeconds: 0.71,
    loopCpuShare: 0.35,
    runQueueShare: null,
    bytesSent: 2_000_000_000_001,
    bytesReceived: Number.MAX_SAFE_INTEGER,
    perSecond: [
      { at: startedAt, seconds: 1, operations: 25_000, errors: 3, latency: LATENCY, histogram: HISTOGRAM },
      { at: startedAt + 1, seconds: 1.0000001, operations: 25_001, errors: 0, latency: LATENCY, histogram: null },
    ],
    latency: HISTOGRAM,
    latencySummary: LATENCY,
    statementLatencies: [
      { statement: "point-query", executions: 500_010, rows: 500_009, summary: LATENCY, latency: HISTOGRAM },
      { statement: "commit", executions: 50_001, rows: null, summary: LATENCY, latency: HISTOGRAM },
    ],
    openLoop: { rate: 25_000.5, spacing: "poisson", sendLateness: LATENCY, unfinished: 3 },
  };
}
