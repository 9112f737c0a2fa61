/** One realistic run with a verdict of each usual kind, for the golden files. Numbers are of the size that a small VM gives. */
import type { LoadResult, Measurement } from "../../src/model/measurement.ts";
import type { CellFigures, CellVerdict } from "../../src/model/verdict.ts";
import type { Warning } from "../../src/model/warning.ts";
import type { ReportInput, RunToReport } from "../../src/report/make-document.ts";
import { BUILD, PLAN } from "./example-plan.ts";

const STEAL: Warning = {
  code: "steal",
  message: "the hypervisor took 6.2 % of the CPU time",
  advice: "measure on a host of its own, or let more rounds average it out",
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
    latency: {
      meanSeconds: p95 * 0.61,
      p50Seconds: p95 * 0.52,
      p95Seconds: p95,
      p99Seconds: p95 * 1.71,
      p999Seconds: p95 * 3.3,
      maxSeconds: p95 * 21,
    },
    errors,
    openLoop: null,
    statements: [],
  };
}

const POINT_1 = figures({ qps: 9412.7, cpu: 71.33, cs: 2.004, wKB: 0, p95: 0.000131 });
const POINT_8 = figures({ qps: 17_846.2, cpu: 54.91, cs: 1.372, wKB: 0, p95: 0.000842 });
const WRITE_8 = figures({ qps: 412.83, cpu: 1893.4, cs: 61.27, wKB: 48.92, p95: 0.0389, errors: { 1213: 3 } });

const UNJUDGED = {
  metric: "throughput",
  undecided: null,
  warnings: [],
  rounds: 6,
  perOperationDifferences: {},
} as const;

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
    perOperationDifferences: {
      "client cpu/o": { ratio: 1.031, low: 0.998, high: 1.065 },
      "cpu/o": { ratio: 1.688, low: 1.641, high: 1.737 },
      "cs/o": { ratio: 5.042, low: 4.711, high: 5.397 },
    },
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
    perOperationDifferences: {
      "cpu/o": { ratio: 1.078, low: 1.055, high: 1.101 },
      "cs/o": { ratio: 1.007, low: 0.981, high: 1.033 },
    },
    sequentialP: 0.048,
    adjustedP: 0.144,
    undecided: { decidableMargin: 0.1622, detectableEffect: 0.084, roundsNeeded: 5, secondsNeeded: 540 },
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
    undecided: { decidableMargin: 0.2983, detectableEffect: 0.182, roundsNeeded: null, secondsNeeded: null },
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
  latencySummary: {
    meanSeconds: 4e-4,
    p50Seconds: 3e-4,
    p95Seconds: 8e-4,
    p99Seconds: 1e-3,
    p999Seconds: 4e-3,
    maxSeconds: 2e-2,
  },
  statementLatencies: [],
  openLoop: null,
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
};
