/** A session: one load process for each load loop, which share the clients of a load and begin together. */
import type { LoadResult } from "../../../model/measurement.ts";
import type { Seconds } from "../../../model/units.ts";
import type { DriverOptions, DriverSession, LoadRequest } from "../driver.ts";
import { type LoadChild, openLoadChild } from "./load-child.ts";
import { loadInterrupted } from "./load-faults.ts";
import { toLoadResult } from "./load-result.ts";
import type { LoadShape } from "./load-shape.ts";
import { mergeOutcomes } from "./merge-outcomes.ts";
import type { FromLoad, LoadOrder, LoadOutcome, LoopKind, Share } from "./messages.ts";
import { SilenceWatch } from "./silence.ts";

const CLOSED = { kind: "closed" } as const;

export interface SessionSettings {
  /** How many processes. */
  readonly loops: number;
  /** Which of them a load uses, and how they wait. */
  readonly shape: (request: LoadRequest) => LoadShape;
  readonly longestSilence: Seconds;
}

/** Throws as `openLoadChild` does. */
export async function openSession(options: DriverOptions, settings: SessionSettings): Promise<DriverSession> {
  const children: LoadChild[] = [];
  try {
    for (let index = 0; index < settings.loops; index++) children.push(await openLoadChild(options));
  } catch (error) {
    await Promise.all(children.map((child) => child.close()));
    throw error;
  }
  return {
    pids: () => children.flatMap(({ pid }) => pid ?? []),
    run: (request) => run(children, settings, request),
    close: async () => {
      await Promise.all(children.map((child) => child.close()));
    },
  };
}

async function run(
  children: readonly LoadChild[],
  settings: SessionSettings,
  request: LoadRequest,
): Promise<LoadResult> {
  const { signal } = request;
  if (signal?.aborted) throw loadInterrupted();
  const { loops, loop } = settings.shape(request);
  const used = children.slice(0, Math.min(loops, loopsNeeded(request)));
  const load = new SharedLoad(used, { loop, longestSilence: settings.longestSilence }, request);
  const onAbort = (): void => load.abort();
  signal?.addEventListener("abort", onAbort);
  try {
    return toLoadResult(mergeOutcomes(await load.run()), request.arrivals ?? CLOSED);
  } catch (error) {
    throw signal?.aborted ? loadInterrupted() : error;
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

/** A loop without a client, or without an operation, would have nothing to say. */
function loopsNeeded({ clients, length }: LoadRequest): number {
  return length.kind === "operations" ? Math.min(clients, length.operations) : clients;
}

interface SharedSettings {
  readonly loop: LoopKind;
  readonly longestSilence: Seconds;
}

/** One load on one or more processes. */
class SharedLoad {
  private readonly children: readonly LoadChild[];
  private readonly settings: SharedSettings;
  private readonly request: LoadRequest;
  private readonly kills: NodeJS.Timeout[] = [];
  private opened = 0;
  private begun = 0;
  private ended = 0;

  constructor(children: readonly LoadChild[], settings: SharedSettings, request: LoadRequest) {
    this.children = children;
    this.settings = settings;
    this.request = request;
  }

  /** One outcome for each process. When one fails the others are told to stop, and the first failure is thrown. */
  async run(): Promise<readonly LoadOutcome[]> {
    const count = this.children.length;
    const runs = this.children.map((child, index) => this.runOn(child, { index, count }));
    const first = Promise.all(runs);
    first.catch(() => this.abort());
    await Promise.allSettled(runs);
    for (const kill of this.kills) clearTimeout(kill);
    return first;
  }

  abort(): void {
    this.kills.push(...this.children.map((child) => child.abort()));
  }

  private async runOn(child: LoadChild, share: Share): Promise<LoadOutcome> {
    const { loop, longestSilence } = this.settings;
    const order = { ...orderOf(this.request), share, loop };
    const watch = new SilenceWatch(longestSilence, () => child.giveUp(`said nothing for ${longestSilence} s`));
    try {
      return await child.exchange({ kind: "run", order }, (message) => {
        watch.heard();
        return this.heard(message);
      });
    } finally {
      watch.end();
    }
  }

  private heard(message: FromLoad): LoadOutcome | undefined {
    if (message.kind === "opened") this.childOpened();
    else if (message.kind === "edge") this.childAtEdge(message.edge);
    return message.kind === "ended" ? message.outcome : undefined;
  }

  private childOpened(): void {
    this.opened++;
    if (this.opened < this.children.length) return;
    for (const child of this.children) child.send({ kind: "begin" });
  }

  /** The stretch of the load begins with the first and ends with the last. */
  private childAtEdge(edge: "begin" | "end"): void {
    if (edge === "begin" && ++this.begun === 1) this.request.onEdge?.("begin");
    if (edge === "end" && ++this.ended === this.children.length) this.request.onEdge?.("end");
  }
}

/** The fields of an order and no others: a caller's request may carry what cannot be sent. */
function orderOf(request: LoadRequest): Omit<LoadOrder, "share" | "loop"> {
  const { server, entry, step, clients, seed, settle, length, nextKeyFrom, stallLimit, arrivals = CLOSED } = request;
  const limit = stallLimit === undefined ? {} : { stallLimit };
  return { server, entry, step, clients, seed, settle, length, nextKeyFrom, arrivals, ...limit };
}
