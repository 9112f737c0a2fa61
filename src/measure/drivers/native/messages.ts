/** What the driver and its child process say to each other over IPC (structured clone). */
import type { ErrorCode } from "../../../model/errors.ts";
import type { LoadResult } from "../../../model/measurement.ts";
import type { LoadRequest } from "../driver.ts";

/** A LoadRequest without what cannot be cloned. */
export type LoadOrder = Omit<LoadRequest, "signal" | "onEdge">;

/** A LoadResult whose histogram is still in buckets; the driver makes it HDR, outside the process that is measured. */
export interface LoadOutcome extends Omit<LoadResult, "latency" | "statementLatencies" | "openLoop"> {
  /** See `latency-buckets.ts`. */
  readonly latencyCounts: Uint32Array;
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
  | { readonly kind: "abort" }
  | { readonly kind: "close" };

export type FromLoad =
  | { readonly kind: "ready" }
  | { readonly kind: "edge"; readonly edge: "begin" | "end" }
  | { readonly kind: "ended"; readonly outcome: LoadOutcome }
  | { readonly kind: "failed"; readonly failure: LoadFailure };

const FROM_LOAD: readonly unknown[] = ["ready", "edge", "ended", "failed"] satisfies readonly FromLoad["kind"][];
const TO_LOAD: readonly unknown[] = ["run", "abort", "close"] satisfies readonly ToLoad["kind"][];

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
