/** The rows that a load touches once each: one order over all rows of all tables, shared by the clients. */
import { createPermutation } from "../../../workloads/permutation.ts";
import { deriveSeed } from "../../../workloads/random.ts";
import { keysUsedUp } from "./load-faults.ts";
import type { LoadOrder } from "./messages.ts";

/**
 * One row among `tables` tables as one number, which costs the hot path no object: `tables` x (key - 1) + the table's
 * index.
 */
export type NextPlace = () => number;

/** The table's index of a place, 0 ... `tables` - 1. */
export function tableOfPlace(place: number, tables: number): number {
  return place % tables;
}

/** The key of a place, 1 ... rows. */
export function keyOfPlace(place: number, tables: number): number {
  return Math.floor(place / tables) + 1;
}

/**
 * Each row of each table once, in the order of the seed, from `nextKeyFrom` on; load loops take turns. Throws `plan-impossible` when there are
 * fewer rows than operations are asked for; so does the place after the last.
 */
export function sharedPlaces(order: LoadOrder): NextPlace {
  const { entry, length, nextKeyFrom, share } = order;
  const places = entry.rows * entry.tables;
  const last = nextKeyFrom + (length.kind === "operations" ? length.operations : 0);
  if (last > places) throw keysUsedUp(order);
  const placeAt = createPermutation(places, deriveSeed(order.seed, "next-key"));
  let next = nextKeyFrom + share.index;
  return () => {
    const index = next;
    if (index >= places) throw keysUsedUp(order);
    next += share.count;
    return placeAt(index) - 1;
  };
}
