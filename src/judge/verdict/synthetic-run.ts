/** Plans and measurements made of numbers, for tests of the verdict. */
import type { CounterValues } from "../../model/counters.ts";
import type { LatencySummary, LoadResult, Measurement, ProbeSample } from "../../model/measurement.ts";
import type { Cell, Plan, Variant } from "../../model/plan.ts";
import type { Method } from "../../model/spec.ts";

export const SYNTHETIC_METHOD: Method = {
  margin: 0.05,
  alpha: 0.05,
  measure: 10,
  measureWrites: 60,
  settle: 2,
  rounds: { min: 3, max: 12 },
  budget: null,
  driver: "native",
  warmUp: 30,
};

/** Cells `oltp.point-query.8` and the like; variants by name, the first is the baseline. */
export function syntheticPlan(
  cells: readonly Pick<Cell, "id" | "effect">[],
  variants: readonly string[] = ["A", "B"],
  method: Partial<Method> = {},
): Plan {
  return {
    experiment: "synthetic",
    seed: 1,
    host: {
      hostname: "host",
      kernel: "6.1",
      cpuModel: "cpu",
      cpus: [0, 1],
      cores: 2,
      memory: { totalBytes: 8e9, availableBytes: 6e9 },
      fileSystem: "ext4",
      cgroup: { version: null, freezer: null, cpuacct: null },
      isRoot: false,
      userNamespaces: true,
    },
    variants: variants.map(syntheticVariant),
    baseline: variants[0] ?? "A",
    factor: [],
    workloads: [],
    cells: cells.map((cell) => syntheticCell(cell)),
    cpus: null,
    listen: "socket",
    method: { ...SYNTHETIC_METHOD, ...method },
    probes: { os: 1, status: 1 },
    imposed: [],
    estimate: { setUpSeconds: 10, roundSeconds: 100, longestRoundSeconds: 100, residentBytes: 1e9, roundsInBudget: 12 },
    warnings: [],
  };
}

function syntheticVariant(name: string): Variant {
  const build = {
    reference: { kind: "basedir", path: "/opt/mysql" },
    family: "mysql",
    version: "5.6.24",
    versionLine: "mysqld Ver 5.6.24",
    basedir: "/opt/mysql",
    binary: "/opt/mysql/bin/mysqld",
    libraryPath: null,
    digest: "00",
    origin: "basedir",
    resolvedAt: "2026-11-30T00:00:00Z",
  } as const;
  return { name, build, config: {} };
}

function syntheticCell({ id, effect }: Pick<Cell, "id" | "effect">): Cell {
  const [workload = "oltp", step = "point-query", clients = "1"] = id.split(".");
  return { id, workload, step, clients: Number(clients), effect, operations: null, warnings: [] };
}

export interface SyntheticMeasurement {
  readonly cell: string;
  readonly variant: string;
  readonly round: number;
  readonly index: number;
  /** Operations a second over 10 seconds. */
  readonly throughput: number;
  readonly load?: Partial<LoadResult>;
  /** Growth of counters over the sampled window, which is 10.5 seconds: longer than the load's. */
  readonly counters?: CounterValues;
  readonly warnings?: Measurement["warnings"];
}

export const LOAD_SECONDS = 10;
export const SAMPLED_SECONDS = 10.5;

export function syntheticMeasurement(parts: SyntheticMeasurement): Measurement {
  const { cell, variant, round, index, throughput } = parts;
  const load: LoadResult = {
    startedAt: 100,
    seconds: LOAD_SECONDS,
    operations: throughput * LOAD_SECONDS,
    statements: throughput * LOAD_SECONDS,
    rows: throughput * LOAD_SECONDS,
    errors: {},
    reconnects: 0,
    clientCpuSeconds: 1,
    loopCpuShare: 0.3,
    runQueueShare: 0.01,
    bytesSent: 0,
    bytesReceived: 0,
    perSecond: [],
    latency: "",
    latencySummary: syntheticLatency(0.001),
    statementLatencies: [],
    openLoop: null,
    ...parts.load,
  };
  return {
    id: `${cell}/${variant}/r${round}.m${index}`,
    cell,
    variant,
    round,
    index,
    startedAt: "2026-11-30T00:00:00Z",
    load,
    samples: syntheticSamples(parts.counters ?? {}),
    warnings: parts.warnings ?? [],
  };
}

/** Percentiles 1, 2, 3 and 4 times `p50Seconds`, the longest 5 times. */
export function syntheticLatency(p50Seconds: number): LatencySummary {
  return {
    meanSeconds: p50Seconds,
    p50Seconds,
    p95Seconds: 2 * p50Seconds,
    p99Seconds: 3 * p50Seconds,
    p999Seconds: 4 * p50Seconds,
    maxSeconds: 5 * p50Seconds,
  };
}

function syntheticSamples(growth: CounterValues): readonly ProbeSample[] {
  const scaled = (share: number) =>
    Object.fromEntries(Object.entries(growth).map(([name, value]) => [name, 1000 + share * value]));
  return [
    { at: 99.75, values: scaled(0) },
    { at: 105, values: scaled(0.5) },
    { at: 99.75 + SAMPLED_SECONDS, values: scaled(1) },
  ];
}

/** An ABBA set a round: A at `baseline` operations a second, B at that times exp(difference of the round). */
export function syntheticRounds(
  pair: { readonly cell: string; readonly baseline?: string; readonly variant?: string },
  logRatios: readonly number[],
  extra: Partial<Pick<SyntheticMeasurement, "load" | "counters" | "warnings">> = {},
): readonly Measurement[] {
  return logRatios.flatMap((logRatio, i) =>
    [1, 2].flatMap((index) =>
      [
        { variant: pair.baseline ?? "A", throughput: 1000 },
        { variant: pair.variant ?? "B", throughput: 1000 * Math.exp(logRatio) },
      ].map((side) => syntheticMeasurement({ cell: pair.cell, round: i + 1, index, ...side, ...extra })),
    ),
  );
}
