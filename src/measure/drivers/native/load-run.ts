/**
 * One load: opens its clients, lets them settle, measures a stretch, lets them finish, closes them.
 *
 * An operation belongs to the stretch in which it ends: one that is under way at the end is not counted, nor are its
 * statements after the end. The stretch lasts from edge to edge as measured, not as asked for. The latencies of an open loop
 * are those of all operations that were due before the end, however long after it they took: else the slowest were missing.
 */
import type { Seconds } from "../../../model/units.ts";
import { createKeys } from "../../../workloads/keys.ts";
import { createRandom, deriveSeed } from "../../../workloads/random.ts";
import { Client, type ClientHost } from "./client.ts";
import { loadCannotGoOn, loadInterrupted, nothingSucceeded } from "./load-faults.ts";
import { type Edge, outcomeOf, readEdge, type Stretch } from "./load-outcome.ts";
import type { LoadLoop } from "./loop/load-loop.ts";
import { openLoadLoop } from "./loop/open-load-loop.ts";
import type { LoadOrder, LoadOutcome, LoopKind } from "./messages.ts";
import { openConnections, reopenConnection } from "./open-connections.ts";
import { gapsOf, type OpenArrivalsRequest } from "./pace/arrivals.ts";
import { OpenArrivals } from "./pace/open-arrivals.ts";
import { ClosedLoop, type Pace } from "./pace/pace.ts";
import { compileProgram, type Program } from "./program.ts";
import type { LoadConnection } from "./protocol/load-connection.ts";
import type { ServerFailure } from "./protocol/reply-scanner.ts";
import { clientNumbers, partOf } from "./share.ts";
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
  /** All connections are open: resolves when the load may begin. */
  readonly onOpened: () => Promise<void>;
  readonly onEdge: (edge: "begin" | "end") => void;
}

/** Runs the order. Throws `measurement-failed`, `plan-impossible`, `interrupted`. */
export async function runLoad(order: LoadOrder, hooks: LoadHooks): Promise<LoadOutcome> {
  const program = compileProgram({ family: order.server.family, entry: order.entry, step: order.step });
  const nextPlace = program.usesNextKey ? sharedPlaces(order) : null;
  const connections = await openConnections(order, program);
  const taps = connections.map((connection) => connection.tap);
  const loop = await openLoadLoop(taps, loopKind(order));
  const run = new LoadRun({ order, program, hooks, nextPlace, connections, loop });
  try {
    await hooks.onOpened();
    return await run.measure();
  } finally {
    await run.close();
  }
}

/** What an open loop measures is how long each operation takes: none waits for others. */
function loopKind({ loop, arrivals }: LoadOrder): LoopKind {
  return arrivals?.kind === "open" && loop === "gathering" ? "epoll" : loop;
}

interface RunParts {
  readonly order: LoadOrder;
  readonly program: Program;
  readonly hooks: LoadHooks;
  readonly nextPlace: NextPlace | null;
  readonly connections: readonly LoadConnection[];
  readonly loop: LoadLoop;
}

class LoadRun implements ClientHost {
  readonly tally: Tally;
  private readonly order: LoadOrder;
  private readonly program: Program;
  private readonly hooks: LoadHooks;
  private readonly loop: LoadLoop;
  private readonly clients: readonly Client[];
  private readonly pace: Pace;
  private readonly arrivals: OpenArrivals | null;
  private readonly stretch = Promise.withResolvers<Stretch>();
  private readonly drained = Promise.withResolvers<void>();
  /** Infinity in a timed load. */
  private readonly operationsAsked: number;
  private operationsEnded = 0;
  private failuresInARow = 0;
  /** Clients that have something to do or will have. */
  private active: number;
  private over = false;
  private edgeTimer: NodeJS.Timeout | undefined;
  private begun: Edge | null = null;

  constructor(parts: RunParts) {
    const { order, program } = parts;
    this.order = order;
    this.program = program;
    this.hooks = parts.hooks;
    this.loop = parts.loop;
    this.tally = new Tally(program.statements.length);
    const { length } = order;
    this.operationsAsked = length.kind === "operations" ? partOf(length.operations, order.share) : Infinity;
    this.arrivals = order.arrivals?.kind === "open" ? this.openArrivals(order.arrivals) : null;
    this.pace = this.arrivals?.loop ?? new ClosedLoop(this.operationsAsked);
    this.active = parts.connections.length;
    const numbers = clientNumbers(order.clients, order.share);
    this.clients = parts.connections.map((connection, index) => {
      const values = clientValues(parts, numbers[index] ?? 0);
      return new Client({ program, values, host: this, loop: parts.loop, connection });
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
      const stretch = await this.stretch.promise;
      await this.drain();
      const { latencies } = stretch.counts;
      return outcomeOf(stretch, this.program, this.arrivals?.end(latencies, this.clients, performance.now()) ?? null);
    } finally {
      signal.removeEventListener("abort", onAbort);
      clearTimeout(this.edgeTimer);
    }
  }

  /** Closes every connection; what is still under way is cut off. */
  async close(): Promise<void> {
    this.stop(performance.now());
    if (this.active > 0) for (const client of this.clients) client.destroy();
    this.loop.close();
    await Promise.all(this.clients.map((client) => client.end()));
  }

  clientFree(client: Client, now: number): void {
    this.pace.free(client, now);
  }

  operationEnded(start: number, now: number): void {
    if (this.over) {
      this.arrivals?.endedAfterwards(now - start);
      return;
    }
    this.failuresInARow = 0;
    this.tally.recordOperation(now, now - start);
    if (++this.operationsEnded === this.operationsAsked) this.finish(now);
  }

  operationFailed(now: number, failure: ServerFailure): void {
    this.tally.recordError(now, failure);
    if (this.over) return;
    this.pace.failed();
    if (++this.failuresInARow < HOPELESS_FAILURES + this.clients.length) return;
    if (this.order.length.kind === "timed") return;
    this.cannotGoOn(`${this.failuresInARow} failures one after the other`);
  }

  clientRests(): void {
    this.active--;
    if (this.over && this.active === 0) this.drained.resolve();
  }

  clientLost(client: Client): void {
    this.pace.lost(client);
    this.reconnect(client).catch((error: unknown) => this.broke(error));
  }

  broke(error: unknown): void {
    this.stop(performance.now());
    this.stretch.reject(error);
    // An abort does not wait for what is under way.
    this.drained.resolve();
  }

  private openArrivals(arrivals: OpenArrivalsRequest): OpenArrivals {
    const { seed, share } = this.order;
    const random = createRandom(deriveSeed(seed, "arrivals", share.index));
    const onWake = () => this.arrivals?.loop.woken(performance.now());
    return new OpenArrivals(gapsOf(arrivals, share, random), (at) => this.loop.wakeAt(at, onWake));
  }

  private start(): void {
    const { settle } = this.order;
    const now = performance.now();
    if (settle === 0) this.begin(now);
    else this.edgeTimer = setTimeout(() => this.begin(performance.now()), settle * 1000);
    this.pace.start(this.clients, now);
  }

  private begin(now: number): void {
    const { length } = this.order;
    this.tally.begin(now, length.kind === "timed" ? Math.ceil(length.seconds) : Number.POSITIVE_INFINITY);
    this.arrivals?.begin();
    this.begun = readEdge(this.clients);
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
    const counts = this.tally.end(now);
    this.stop(now);
    const ended = readEdge(this.clients);
    this.hooks.onEdge("end");
    if (counts.operations === 0) this.stretch.reject(nothingSucceeded(this.order, this.tally.firstError));
    else this.stretch.resolve({ counts, begun: this.begun ?? ended, ended });
  }

  /** Nothing begins from here on but what was due before. */
  private stop(now: number): void {
    this.over = true;
    this.pace.stop(now);
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
      this.pace.free(client, performance.now());
      return;
    }
    // It came too late: nobody else would close it.
    await connection?.end();
    client.rest();
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
