/** What part of a request is one load loop's. Pure. */
import type { Share } from "./messages.ts";

/** Numbers of its clients, from 1. A client's number seeds its keys: the number of loops changes none of them. */
export function clientNumbers(clients: number, { index, count }: Share): readonly number[] {
  const own = partOf(clients, { index, count });
  return Array.from({ length: own }, (_, position) => 1 + index + position * count);
}

/** Of `whole` things that are dealt out one by one. */
export function partOf(whole: number, { index, count }: Share): number {
  return Math.floor((whole - index - 1) / count) + 1;
}
