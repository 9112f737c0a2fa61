/**
 * One load: opens its clients, lets them settle, measures a stretch, lets them finish, closes them.
 *
 * An operation belongs to the stretch in which it ends: one that is under way at the end is not counted, nor are its
 * statements after the end. The stretch lasts from edge to edge as measured, not as asked for.
 */
import type { Seconds } from "../../../model/units.ts";
import { createKeys } from "../../../workloads/keys.ts";
import { createRandom, deriveSeed } from "../../../workloads/random.ts";
import { Client, type ClientHost } from "./client.ts";
import { summariseLatencies } from "./latency-buckets.ts";
import { loadCannotGoOn, loadInterrupted, nothingSucceeded } from "./load-faults.ts";
import { type LoopUsage, loopShares, readLoopUsage } from "./loop-usage.ts";
import type { LoadOrder, LoadOutcome } from "./messages.ts";
import { openConnections, reopenConnection } from "./open-connections.ts";
import { compileProgram, type Program } from "./program.ts";
import type { LoadConnection } from "./protocol/load-connection.ts";
import type { ServerFailure } from "./protocol/reply-scanner.ts";
import { type NextPlace, sharedPlaces } from "./shared-places.ts";
import { watchForStall } from "./stall-watch.ts";
import { Tally } from "./tally.ts";
import { ValueStream } from "./value-stream.ts";

/** How long operations that are under way at the end may take before their connections are cut. */
const DRAIN_MILLISECONDS = 10_000;
/** So many failures one after the other, and a fixed number of operations will not be reached. */
const HOPELESS_FAILURES = 1000;
/** Longer than any flush or lock timeout after which a server goes on (50 s are InnoDB's default for a row lock). */
const STALL_SECONDS = 120;

export interface LoadHooks {
  readonly signal: AbortSignal;
  readonly onEdge: (edge: "begin" | "end") => void;
}

/** Runs the order. Throws `measurement-failed`, `plan-impossible`, `interrupted`. */
export async function runLoad(order: LoadOrder, hooks: LoadHooks): Promise<LoadOutcome> {
  const program = compileProgram({ family: order.server.family, entry: order.entry, step: order.step });
  const nextPlace = program.usesNextKey ? sharedPlaces(order) : null;
  const connections = await openConnections(order, program);
  const run = new LoadRun({ order, program, hooks, nextPlace, connections });
  try {
    return await run.measure();
  } finally {
    await run.close();
  }
}

interface Edge {
  readonly usage: LoopUsage;
  readonly sent: number;
  readonly received: number;
}

interface RunParts {
  readonly order: LoadOrder;
  readonly program: Program;
  readonly hooks: LoadHooks;
  readonly nextPlace: NextPlace | null;
  readonly connections: readonly LoadConnection[];
}

class LoadRun implements ClientHost {
  readonly tally = new Tally();
  private readonly order: LoadOrder;
  private readonly program: Program;
  private readonly hooks: LoadHooks;
  private readonly clients: readonly Client[];
  private readonly outcome = Promise.withResolvers<LoadOutcome>();
  private readonly drained = Promise.withResolvers<void>();
  /** Infinity in a timed load. */
  private readonly operationsAsked: number;
  private operationsLeft: number;
  private operationsEnded = 0;
  private failuresInARow = 0;
  /** Clients that run or will run again. */
  private active: number;
  private over = false;
  private edgeTimer: NodeJS.Timeout | undefined;
  private begun: Edge | null = null;

  constructor(parts: RunParts) {
    this.order = parts.order;
    this.program = parts.program;
    this.hooks = parts.hooks;
    const { length } = parts.order;
    this.operationsAsked = length.kind === "operations" ? length.operations : Number.POSITIVE_INFINITY;
    this.operationsLeft = this.operationsAsked;
    this.active = parts.connections.length;
    this.clients = parts.connections.map((connection, index) => {
      const values = clientValues(parts, index + 1);
      return new Client({ program: parts.program, values, host: this, connection });
    });
  }

  /** Resolves after the measured stretch, when all clients have finished what they had begun. */
  async measure(): Promise<LoadOutcome> {
    const { signal } = this.hooks;
    const onAbort = (): void => this.broke(loadInterrupted());
    signal.addEventListener("abort", onAbort);
    try {
      if (signal.aborted) throw loadInterrupted();
      this.start();
      const outcome = await this.outcome.promise;
      await this.drain();
      return outcome;
    } finally {
      signal.removeEventListener("abort", onAbort);
      clearTimeout(this.edgeTimer);
    }
  }

  /** Closes every connection; what is still under way is cut off. */
  async close(): Promise<void> {
    this.stop();
    if (this.active > 0) for (const client of this.clients) client.destroy();
    await Promise.all(this.clients.map((client) => client.end()));
  }

  takeOperation(): boolean {
    if (this.operationsLeft <= 0) return false;
    this.operationsLeft--;
    return true;
  }

  operationEnded(now: number): void {
    this.failuresInARow = 0;
    if (++this.operationsEnded === this.operationsAsked) this.finish(now);
  }

  operationFailed(now: number, failure: ServerFailure): void {
    this.tally.recordError(now, failure);
    if (this.over) return;
    this.operationsLeft++;
    if (++this.failuresInARow < HOPELESS_FAILURES + this.clients.length) return;
    if (this.order.length.kind === "timed") return;
    this.cannotGoOn(`${this.failuresInARow} failures one after the other`);
  }

  clientRests(): void {
    this.active--;
    if (this.over && this.active === 0) this.drained.resolve();
  }

  clientLost(client: Client): void {
    this.reconnect(client).catch((error: unknown) => this.broke(error));
  }

  broke(error: unknown): void {
    this.stop();
    this.outcome.reject(error);
    // An abort does not wait for what is under way.
    this.drained.resolve();
  }

  private start(): void {
    const { settle } = this.order;
    const now = performance.now();
    if (settle === 0) this.begin(now);
    else this.edgeTimer = setTimeout(() => this.begin(performance.now()), settle * 1000);
    for (const client of this.clients) client.beginOperation(now);
  }

  private begin(now: number): void {
    const { length } = this.order;
    this.tally.begin(now, length.kind === "timed" ? Math.ceil(length.seconds) : Number.POSITIVE_INFINITY);
    this.begun = this.readEdge();
    this.hooks.onEdge("begin");
    if (length.kind === "timed") {
      this.edgeTimer = setTimeout(() => this.finish(performance.now()), length.seconds * 1000);
    } else this.edgeTimer = this.watch(this.order.stallLimit ?? STALL_SECONDS);
  }

  /** A hung server ends no operation of a fixed number, and no other timer runs. */
  private watch(limit: Seconds): NodeJS.Timeout {
    const onStall = () => this.cannotGoOn(`no operation ended for ${limit} s`);
    return watchForStall({ limit, ended: () => this.operationsEnded, onStall });
  }

  private cannotGoOn(why: string): void {
    const what = `${why}, ${this.operationsEnded} of ${this.operationsAsked} operations done`;
    this.broke(loadCannotGoOn(this.order, what, this.tally.firstError));
  }

  private finish(now: number): void {
    this.stop();
    const { latencies, ...counts } = this.tally.end(now);
    const ended = this.readEdge();
    const begun = this.begun ?? ended;
    this.hooks.onEdge("end");
    if (counts.operations === 0) {
      this.outcome.reject(nothingSucceeded(this.order, this.tally.firstError));
      return;
    }
    this.outcome.resolve({
      ...counts,
      ...loopShares(begun.usage, ended.usage, counts.seconds),
      bytesSent: ended.sent - begun.sent,
      bytesReceived: ended.received - begun.received,
      latencyCounts: latencies.counts,
      latencySummary: summariseLatencies(latencies),
    });
  }

  private readEdge(): Edge {
    const usage = readLoopUsage();
    const bytes = this.clients.map((client) => client.bytes());
    return {
      usage,
      sent: bytes.reduce((sum, one) => sum + one.sent, 0),
      received: bytes.reduce((sum, one) => sum + one.received, 0),
    };
  }

  /** No new operations from here on. */
  private stop(): void {
    this.over = true;
    this.operationsLeft = 0;
    if (this.active === 0) this.drained.resolve();
  }

  private async drain(): Promise<void> {
    const limit = setTimeout(() => this.drained.resolve(), DRAIN_MILLISECONDS);
    await this.drained.promise;
    clearTimeout(limit);
  }

  private async reconnect(client: Client): Promise<void> {
    const connection = await reopenConnection({
      order: this.order,
      program: this.program,
      isOver: () => this.over,
      onFailure: (code, text) => this.tally.recordError(performance.now(), { code, text }),
    });
    if (connection !== null && !this.over) {
      this.tally.reconnects++;
      client.reconnect(connection);
      client.beginOperation(performance.now());
      return;
    }
    // It came too late: nobody else would close it.
    await connection?.end();
    this.clientRests();
    if (this.over || this.active > 0) return;
    this.broke(
      loadCannotGoOn(this.order, "all clients lost their connections and got none back", this.tally.firstError),
    );
  }
}

function clientValues({ order, nextPlace }: RunParts, client: number): ValueStream {
  return new ValueStream({
    random: createRandom(deriveSeed(order.seed, "client", client)),
    drawKey: createKeys(order.entry.keys, order.entry.rows),
    nextPlace,
  });
}
