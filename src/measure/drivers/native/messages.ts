/** What the driver and its child process say to each other over IPC (structured clone). */
import type { ErrorCode } from "../../../model/errors.ts";
import type { LoadResult } from "../../../model/measurement.ts";
import type { LoadRequest } from "../driver.ts";
import type { Latencies } from "./latency-buckets.ts";
import type { StatementTally, TallySecond } from "./tally.ts";

/** A LoadRequest without what cannot be cloned, for one of the processes that share it. */
export interface LoadOrder extends Omit<LoadRequest, "signal" | "onEdge"> {
  readonly share: Share;
  readonly loop: LoopKind;
}

/** Node's events; our own polling; polling that lets replies gather, in closed loop alone. The first two are there to be compared. */
export type LoopKind = "node" | "epoll" | "gathering";

/** Which of a request's clients are one load loop's: numbers `index` + 1, `index` + 1 + `count`, and so on. */
export interface Share {
  /** 0 ... `count` - 1. */
  readonly index: number;
  readonly count: number;
}

/** A LoadResult whose histograms are still in buckets. */
export interface LoadOutcome
  extends Omit<LoadResult, "perSecond" | "latency" | "latencySummary" | "statementLatencies" | "openLoop"> {
  readonly perSecond: readonly TallySecond[];
  readonly latencies: Latencies;
  /** Those of the program, in its order. */
  readonly statementOutcomes: readonly StatementOutcome[];
  /** Null in a closed loop. */
  readonly openLoop: OpenLoopOutcome | null;
}

export interface StatementOutcome extends StatementTally {
  readonly statement: string;
}

export interface OpenLoopOutcome {
  /** How late operations were sent for which a client was free. */
  readonly lateness: Latencies;
  readonly unfinished: number;
}

/** A LabError in transit: its cause as text. */
export interface LoadFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
  readonly where: string | null;
  readonly cause: string | null;
}

export type ToLoad =
  | { readonly kind: "run"; readonly order: LoadOrder }
  /** To a process that has opened: all others have too. */
  | { readonly kind: "begin" }
  | { readonly kind: "abort" }
  | { readonly kind: "close" };

export type FromLoad =
  | { readonly kind: "ready" }
  /** Every second of a load, so that a process that hangs is told from one that has nothing to say. */
  | { readonly kind: "alive" }
  /** Its clients have their connections. */
  | { readonly kind: "opened" }
  | { readonly kind: "edge"; readonly edge: "begin" | "end" }
  | { readonly kind: "ended"; readonly outcome: LoadOutcome }
  | { readonly kind: "failed"; readonly failure: LoadFailure };

const FROM_LOAD: readonly unknown[] = [
  "ready",
  "alive",
  "opened",
  "edge",
  "ended",
  "failed",
] satisfies readonly FromLoad["kind"][];
const TO_LOAD: readonly unknown[] = ["run", "begin", "abort", "close"] satisfies readonly ToLoad["kind"][];

/** Both ends are of one version of this file, so the kind says the rest. */
export function isFromLoad(message: unknown): message is FromLoad {
  return hasKind(message) && FROM_LOAD.includes(message.kind);
}

export function isToLoad(message: unknown): message is ToLoad {
  return hasKind(message) && TO_LOAD.includes(message.kind);
}

function hasKind(message: unknown): message is { readonly kind: unknown } {
  return typeof message === "object" && message !== null && "kind" in message;
}
