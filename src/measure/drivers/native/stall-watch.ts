/** Notices that a load with a fixed number of operations gets nowhere: nothing else would ever end it. */
import type { Seconds } from "../../../model/units.ts";

/** A look costs nothing to speak of, and the hot path pays nothing: it counts its operations anyway. */
const LOOKS = 20;

export interface StallWatch {
  /** How long nothing may happen. */
  readonly limit: Seconds;
  /** Operations that ended so far. */
  readonly ended: () => number;
  readonly onStall: () => void;
}

/**
 * Calls `onStall` when no operation has ended for `limit` seconds, give or take a twentieth; once, unless more end later.
 * The timer runs until it is cleared.
 */
export function watchForStall({ limit, ended, onStall }: StallWatch): NodeJS.Timeout {
  let last = ended();
  let looksWithout = 0;
  return setInterval(
    () => {
      const now = ended();
      looksWithout = now === last ? looksWithout + 1 : 0;
      last = now;
      if (looksWithout === LOOKS) onStall();
    },
    (limit * 1000) / LOOKS,
  );
}
