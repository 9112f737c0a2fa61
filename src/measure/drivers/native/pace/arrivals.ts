/** When the operations of an open loop are to begin. Pure. */
import type { Random } from "../../../../workloads/random.ts";
import type { Arrivals } from "../../driver.ts";
import type { Share } from "../messages.ts";

export type OpenArrivalsRequest = Extract<Arrivals, { kind: "open" }>;

/** Milliseconds from one intended start to the next. */
export type NextGap = () => number;

/**
 * The part of the schedule that is one load loop's. `even`: one operation every 1/rate seconds among all loops, which take
 * turns. `poisson`: as of many users who do not know of each other; gaps are exponential, -ln(1 - u) / rate.
 */
export function gapsOf({ rate, spacing }: OpenArrivalsRequest, share: Share, random: Random): NextGap {
  const mean = (1000 / rate) * share.count;
  if (spacing === "poisson") return () => -Math.log(1 - random.nextFraction()) * mean;
  let isFirst = true;
  return () => {
    const gap = isFirst ? (1000 / rate) * (share.index + 1) : mean;
    isFirst = false;
    return gap;
  };
}
