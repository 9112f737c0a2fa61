/** Whether two drivers ask a server for the same work. Pure. */
import type { Step } from "../../../src/model/workload.ts";
import type { CountedStep } from "./count-work.ts";
import { KNOWN_DIFFERENCES, type KnownDifference } from "./known-differences.ts";

/** Share of the larger of the two by which they may differ. */
export const TOLERANCE = 0.005;
/** Fewer than this per operation on both sides is what goes on in the background. */
const BACKGROUND = 0.01;

export interface CounterComparison {
  readonly server: string;
  readonly step: string;
  readonly counter: string;
  readonly kind: CounterKind;
  readonly native: number;
  readonly sysbench: number;
  /** Native less sysbench, over the larger. */
  readonly difference: number;
  readonly agrees: boolean;
  /** Of a difference that is known and as large as it should be. */
  readonly cause: string | null;
}

export type CounterKind = "statements" | "rows read" | "rows affected" | "bytes" | "transactions" | "errors" | "other";

/** The first that fits; `other` is compared like the rest, and shown only where it differs. */
const KINDS: readonly (readonly [RegExp, CounterKind])[] = [
  [/^(Questions|calls|statements by the driver)$/, "statements"],
  [/^(Innodb_rows_read|Handler_read_(key|next)|tup_fetched|rows of SELECT.*)$/, "rows read"],
  [/^(Innodb_rows_(inserted|updated|deleted)|tup_(inserted|updated|deleted))$/, "rows affected"],
  [/^bytes_/i, "bytes"],
  [/^(Com_commit|xact_commit)$/, "transactions"],
  [/^(errors|Com_rollback|xact_rollback|deadlocks)$/, "errors"],
];

/** Every counter that moved on either side; errors also where there were none. */
export function compareWork(counted: CountedStep, step: Step): readonly CounterComparison[] {
  const { native, sysbench } = counted.perOperation;
  const names = [...new Set([...Object.keys(native), ...Object.keys(sysbench)])];
  return names.flatMap((counter) => {
    const pair = { native: native[counter] ?? 0, sysbench: sysbench[counter] ?? 0 };
    const kind = kindOf(counter);
    const isIdle = Math.max(Math.abs(pair.native), Math.abs(pair.sysbench)) < BACKGROUND;
    if (isIdle && counter !== "errors") return [];
    const larger = Math.max(Math.abs(pair.native), Math.abs(pair.sysbench));
    const difference = larger === 0 ? 0 : (pair.native - pair.sysbench) / larger;
    const known = knownFor(counted, counter).find((candidate) => isAsLarge(candidate.between(step), pair));
    const same = kind === "errors" ? sameErrors(pair) : Math.abs(difference) <= TOLERANCE;
    const cause = same ? null : (known?.cause ?? null);
    return [{ server: counted.server, step: counted.step, counter, kind, ...pair, difference, agrees: same, cause }];
  });
}

/** Neither agrees nor has a cause that explains how large it is. */
export function isFault({ agrees, cause }: CounterComparison): boolean {
  return !agrees && cause === null;
}

function kindOf(counter: string): CounterKind {
  return KINDS.find(([pattern]) => pattern.test(counter))?.[1] ?? "other";
}

/** Errors are rare, so their own ratio says nothing: what counts is how many operations they hit. */
function sameErrors({ native, sysbench }: { readonly native: number; readonly sysbench: number }): boolean {
  return Math.abs(native - sysbench) <= TOLERANCE;
}

function knownFor({ family, step }: CountedStep, counter: string): readonly KnownDifference[] {
  return KNOWN_DIFFERENCES.filter(
    (known) => known.family === family && (known.steps?.includes(step) ?? true) && known.counter.test(counter),
  );
}

/** Give or take the tolerance: rows of ranges vary with the keys that were drawn. */
function isAsLarge(
  [low, high]: readonly [number, number],
  { native, sysbench }: { readonly native: number; readonly sysbench: number },
): boolean {
  const slack = TOLERANCE * Math.max(native, sysbench);
  const difference = native - sysbench;
  return difference >= low - slack && difference <= high + slack;
}
