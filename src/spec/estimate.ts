/** How long a run takes and how much memory it holds, before it starts. Refined by the loop as it goes. */
import type { Build, Family } from "../model/build.ts";
import type { Cell, Estimate, Variant } from "../model/plan.ts";
import type { Method } from "../model/spec.ts";
import type { Bytes, Seconds } from "../model/units.ts";
import type { WorkloadEntry } from "../model/workload.ts";
import { scriptData } from "../workloads/scripts.ts";

/**
 * Seconds and bytes seen on 2 shared cores and an ext4 disk without reflink, the slower figure where several were taken:
 * MySQL 5.6.24 with 2 x 48 MB of redo log, PostgreSQL 10 ... 18. An estimate: the budget itself is kept by the clock.
 */
export const FAMILY_COSTS: Readonly<Record<Family, FamilyCosts>> = {
  mysql: { initialise: 0.1, firstStart: 2.3, start: 0.7, stop: 2, emptyBytes: 180e6 },
  postgres: { initialise: 1.7, firstStart: 0.2, start: 0.2, stop: 0.2, emptyBytes: 100e6 },
};

interface FamilyCosts {
  readonly initialise: Seconds;
  readonly firstStart: Seconds;
  readonly start: Seconds;
  readonly stop: Seconds;
  /** Data directory without rows, redo or write-ahead log included. */
  readonly emptyBytes: Bytes;
}

export const COSTS = {
  /** A million rows of sysbench's table, with its index: 14 s on a quiet machine, 38 s on a busy one. */
  loadPerRow: 38e-6 as Seconds,
  /** 1579 MB copied in 4.1 s and synced in 3.1 s. */
  cloneBytesPerSecond: 220e6,
  /** Row and index entries of sysbench's table. */
  bytesPerRow: 270 as Bytes,
  /** Connections, effective variables, dirty pages written before the warm-up. */
  prepare: 0.5 as Seconds,
  /** A warm-up ends by a check of steadiness: small tables in memory are steady within this, others need up to `warm-up:`. */
  warmUp: 5 as Seconds,
  /** Freeze, thaw, connect, read the probes, save. */
  switch: 0.3 as Seconds,
  /** Updates a second with synchronous commit at 4 clients are 4600 to 10 000; a slower disk has fewer. */
  usedUpOperationsPerSecond: 2000,
} as const;

export interface EstimateRequest {
  readonly variants: readonly Variant[];
  readonly workloads: readonly WorkloadEntry[];
  readonly cells: readonly Cell[];
  readonly method: Method;
  readonly budget: Seconds | null;
  readonly residentBytesOf: (variant: Variant) => Bytes;
}

/** `roundsInBudget` may be below `rounds.min`, even zero: `makePlan` refuses such a plan. */
export function estimateRun(request: EstimateRequest): Estimate {
  const setUpSeconds = setUp(request);
  const roundSeconds = round(request, COSTS.warmUp);
  const { budget, method } = request;
  const fitting = budget === null ? method.rounds.max : Math.max(0, Math.floor((budget - setUpSeconds) / roundSeconds));
  return {
    setUpSeconds,
    roundSeconds,
    longestRoundSeconds: round(request, Number.POSITIVE_INFINITY),
    residentBytes: residentBytes(request),
    roundsInBudget: Math.min(method.rounds.max, fitting),
  };
}

/** Wall time of one measurement of `cell` without its settling. */
export function measurementSeconds(cell: Cell, method: Method): Seconds {
  if (cell.operations !== null) return cell.operations / COSTS.usedUpOperationsPerSecond;
  return cell.effect === "read" ? method.measure : method.measureWrites;
}

/**
 * Data is loaded once for each template: each on-disk format and each workload, size, engine and key distribution of
 * tables. Entries that differ in steps share it.
 */
function setUp({ variants, workloads }: EstimateRequest): Seconds {
  const formats = new Map(variants.map(({ build }) => [`${build.family} ${onDiskFormat(build)}`, build.family]));
  const data = new Map(
    workloads.map((entry) => [
      `${entry.workload} ${entry.tables} ${entry.rows} ${entry.storageEngine} ${entry.keys} ${JSON.stringify(entry.load && scriptData(entry.load))}`,
      entry,
    ]),
  );
  return sum([...formats.values()], (family) => {
    const costs = FAMILY_COSTS[family];
    const fixed = costs.initialise + costs.firstStart + COSTS.prepare + costs.stop;
    return sum([...data.values()], (entry) => fixed + entry.tables * entry.rows * COSTS.loadPerRow);
  });
}

/**
 * Builds of a family with the same value clone one template. Each family's `measure/dbms` says it for the lab; spec may
 * not ask there, and a test holds the two together.
 */
export function onDiskFormat({ family, version }: Pick<Build, "family" | "version">): string {
  const [major = version, minor = ""] = version.split(/[.-]/);
  if (family === "postgres") return major;
  return Number(major) >= 8 ? (version.split("-")[0] ?? version) : `${major}.${minor}`;
}

/** `mostWarmUp`: how long a warm-up takes where `warm-up:` does not end it before. */
function round({ variants, workloads, cells, method }: EstimateRequest, mostWarmUp: Seconds): Seconds {
  const warmUp = Math.min(method.warmUp, mostWarmUp);
  return sum(workloads, (entry) => {
    const stage = (steps: number) =>
      sum(variants, (variant) => stageSeconds({ variant, entry, warmUp: steps * warmUp }));
    const once = (cell: Cell) => variants.length * (COSTS.switch + method.settle + measurementSeconds(cell, method));
    const own = cells.filter((cell) => cell.workload === entry.name);
    const reads = own.filter((cell) => cell.effect === "read");
    const writes = own.filter((cell) => cell.effect === "write");
    const readSteps = new Set(reads.map(({ step }) => step)).size;
    const readStage = reads.length === 0 ? 0 : stage(readSteps) + 2 * sum(reads, once);
    return readStage + sum(writes, (cell) => stage(1) + once(cell));
  });
}

interface StageParts {
  readonly variant: Variant;
  readonly entry: WorkloadEntry;
  /** Of all steps that the stage measures: each is warmed once. */
  readonly warmUp: Seconds;
}

/** Clone, start, warm and stop one server. */
function stageSeconds({ variant, entry, warmUp }: StageParts): Seconds {
  const costs = FAMILY_COSTS[variant.build.family];
  const bytes = costs.emptyBytes + entry.tables * entry.rows * COSTS.bytesPerRow;
  return bytes / COSTS.cloneBytesPerSecond + costs.start + COSTS.prepare + warmUp + costs.stop;
}

/** Reads keep every variant's server up, writes one at a time. */
function residentBytes({ variants, cells, residentBytesOf }: EstimateRequest): Bytes {
  const each = variants.map(residentBytesOf);
  return cells.some((cell) => cell.effect === "read") ? sum(each, (bytes) => bytes) : Math.max(...each);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
