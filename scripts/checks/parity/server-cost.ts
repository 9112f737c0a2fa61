/** Server CPU of one operation: the drivers in turn on one running server, every second round in the other order. */
import type { LoadResult } from "../../../src/model/measurement.ts";
import { timed } from "../../../test/support/load-request.ts";
import { syscallRate } from "./count-syscalls.ts";
import { readServer, type ServerUsage, serverUsage } from "./server-usage.ts";
import { os, type Pair, type Subject, stepRequest } from "./subjects.ts";

export interface CostSettings {
  readonly clients: readonly number[];
  readonly rounds: number;
  /** Seconds, whole: sysbench counts by the second. */
  readonly settle: number;
  readonly measure: number;
}

/** One load: what it cost, and how fast it was. */
export interface CostReading {
  readonly operationsPerSecond: number;
  /** Each of one operation; seconds of CPU, and switches of the server's threads. */
  readonly serverCpu: number;
  readonly clientCpu: number;
  readonly voluntary: number;
  readonly involuntary: number;
}

export interface CostCell {
  readonly server: string;
  readonly step: string;
  readonly clients: number;
  readonly rounds: readonly Pair<CostReading>[];
  /** Of one operation; null where they cannot be counted here. */
  readonly syscalls: Pair<number | null>;
}

export async function measureCosts(
  subject: Subject,
  steps: readonly string[],
  settings: CostSettings,
): Promise<readonly CostCell[]> {
  const cells: CostCell[] = [];
  for (const step of steps) {
    for (const clients of settings.clients) cells.push(await measureCell(subject, { step, clients }, settings));
  }
  return cells;
}

interface CellOrder {
  readonly step: string;
  readonly clients: number;
}

async function measureCell(subject: Subject, order: CellOrder, settings: CostSettings): Promise<CostCell> {
  const rounds: Pair<CostReading>[] = [];
  for (let round = 0; round < settings.rounds; round++) {
    const measure = (driver: keyof Pair<unknown>): Promise<CostReading> =>
      measureLoad({ subject, driver, order, seed: 1 + round }, settings);
    const nativeFirst = round % 2 === 0 ? await measure("native") : null;
    const sysbench = await measure("sysbench");
    rounds.push({ native: nativeFirst ?? (await measure("native")), sysbench });
  }
  const syscalls = (driver: keyof Pair<unknown>): Promise<number | null> =>
    countSyscalls({ subject, driver, order, seed: 1 });
  return {
    server: subject.name,
    ...order,
    rounds,
    syscalls: { native: await syscalls("native"), sysbench: await syscalls("sysbench") },
  };
}

interface CostLoad {
  readonly subject: Subject;
  readonly driver: keyof Pair<unknown>;
  readonly order: CellOrder;
  readonly seed: number;
}

/** The server is read this long before the end: at the end itself, clients leave, and backends take their counts with them. */
const BEFORE_END_SECONDS = 0.25;

async function measureLoad(load: CostLoad, { settle, measure }: CostSettings): Promise<CostReading> {
  let usage: Promise<ServerUsage> | null = null;
  const onEdge = (edge: "begin" | "end"): void => {
    if (edge === "begin") usage = usageDuring(load.subject.loaded.handle.server.pid, measure - BEFORE_END_SECONDS);
  };
  const result = await runFor(load, { settle, seconds: measure, onEdge });
  if (usage === null) throw new Error("a load without a first edge");
  return toReading(result, await usage);
}

async function usageDuring(pid: number, seconds: number): Promise<ServerUsage> {
  const begin = await readServer(pid);
  await os.clock.sleep(seconds);
  return serverUsage(begin, await readServer(pid));
}

/** The server was read over a part of the counted stretch: rates, not sums, are divided. */
function toReading(result: LoadResult, usage: ServerUsage): CostReading {
  const operationsPerSecond = result.operations / result.seconds;
  const perOperation = (count: number): number => count / usage.seconds / operationsPerSecond;
  return {
    operationsPerSecond,
    serverCpu: perOperation(usage.cpuSeconds),
    clientCpu: result.clientCpuSeconds / result.operations,
    voluntary: perOperation(usage.voluntary),
    involuntary: perOperation(usage.involuntary),
  };
}

/** In a load of its own: counting costs the server some CPU at each call. */
async function countSyscalls(load: CostLoad): Promise<number | null> {
  let counting: Promise<number | null> = Promise.resolve(null);
  const onEdge = (edge: "begin" | "end"): void => {
    if (edge === "begin") counting = syscallRate(load.subject.loaded.handle.server.pid);
  };
  const { operations, seconds } = await runFor(load, { settle: 1, seconds: 1, onEdge });
  const rate = await counting;
  return rate === null ? null : rate / (operations / seconds);
}

interface Stretch {
  readonly settle: number;
  readonly seconds: number;
  readonly onEdge: (edge: "begin" | "end") => void;
}

function runFor({ subject, driver, order, seed }: CostLoad, { settle, seconds, onEdge }: Stretch): Promise<LoadResult> {
  const { step, clients } = order;
  return subject.drivers[driver].run(
    stepRequest(subject, step, { clients, seed, settle, length: timed(seconds), onEdge }),
  );
}
