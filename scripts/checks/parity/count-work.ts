/**
 * The work of one operation by the server's own counters: a short and a long load of exactly so many operations; what the
 * counters differ by, over what the operations differ by. Connecting, preparing and reading the counters fall out.
 */
import type { RunningServer } from "../../../src/model/server.ts";
import { startBreakingProxy } from "../../../test/support/breaking-proxy.ts";
import { operations } from "../../../test/support/load-request.ts";
import { type Pair, type Subject, stepRequest } from "./subjects.ts";
import { type Counts, openWorkCounters, type WorkCounters } from "./work-counters.ts";

export interface CountSettings {
  readonly clients: number;
  /** Operations. */
  readonly short: number;
  readonly long: number;
}

/** Counts of one operation, by counter. */
export interface CountedStep {
  readonly server: string;
  readonly family: Subject["family"];
  readonly step: string;
  readonly perOperation: Pair<Counts>;
}

export async function countSteps(
  subject: Subject,
  steps: readonly string[],
  settings: CountSettings,
): Promise<readonly CountedStep[]> {
  const counters = await openWorkCounters(subject);
  try {
    const counted: CountedStep[] = [];
    for (const step of steps) {
      const count = (driver: keyof Pair<unknown>): Promise<Counts> =>
        countStep({ subject, counters, step, driver }, settings);
      const perOperation = { native: await count("native"), sysbench: await count("sysbench") };
      counted.push({ server: subject.name, family: subject.family, step, perOperation });
    }
    return counted;
  } finally {
    await counters.close();
  }
}

interface CountRequest {
  readonly subject: Subject;
  readonly counters: WorkCounters;
  readonly step: string;
  readonly driver: keyof Pair<unknown>;
}

async function countStep(request: CountRequest, { clients, short, long }: CountSettings): Promise<Counts> {
  const few = await countLoad(request, { clients, operations: short, nextKeyFrom: 0 });
  const many = await countLoad(request, { clients, operations: long, nextKeyFrom: short });
  const names = Object.keys(many);
  return Object.fromEntries(names.map((name) => [name, ((many[name] ?? 0) - (few[name] ?? 0)) / (long - short)]));
}

interface CountedLoad {
  readonly clients: number;
  readonly operations: number;
  readonly nextKeyFrom: number;
}

/**
 * The native driver goes on with the keys that a load before it did not take, if its seed is the same; sysbench would draw
 * the same keys once more.
 */
const SEEDS: Pair<(operations: number) => number> = { native: () => 11, sysbench: (operations) => operations };

async function countLoad(request: CountRequest, load: CountedLoad): Promise<Counts> {
  const { subject, counters, step, driver } = request;
  return withByteCounts(subject, async (server, bytes) => {
    const before = await counters.read();
    const { clients, nextKeyFrom } = load;
    const length = operations(load.operations);
    const wanted = { server, clients, seed: SEEDS[driver](load.operations), length, nextKeyFrom };
    const result = await subject.drivers[driver].run(stepRequest(subject, step, wanted));
    const after = await counters.read();
    const moved = Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
    const errors = Object.values(result.errors).reduce((sum, count) => sum + count, 0);
    return { ...Object.fromEntries(moved), ...bytes(), "statements by the driver": result.statements, errors };
  });
}

/** MySQL counts bytes itself. PostgreSQL has no such counter: there they are counted on the way, by a proxy. */
async function withByteCounts<T>(
  { family, loaded }: Subject,
  body: (server: RunningServer, bytes: () => Counts) => Promise<T>,
): Promise<T> {
  const { server } = loaded.handle;
  if (family === "mysql" || server.address.kind !== "socket") return body(server, () => ({}));
  const proxy = await startBreakingProxy(server.address.path);
  try {
    const bytes = (): Counts => ({ bytes_received: proxy.passed().toServer, bytes_sent: proxy.passed().toClients });
    return await body({ ...server, address: { kind: "socket", path: proxy.path } }, bytes);
  } finally {
    await proxy.close();
  }
}
