/** A seeded order of all rows without an array of them: for steps that touch each key once. */
import { deriveSeed, mix32 } from "./random.ts";

/** Four rounds of a balanced Feistel network make a pseudo-random permutation (Luby and Rackoff, 1988). */
const ROUNDS = 4;

/**
 * A bijection from 0 ... `rows` - 1 to the keys 1 ... `rows`, for `rows` in 1 ... 2^52.
 *
 * A Feistel network permutes 2^2h numbers, the smallest such power that holds all rows; a result past the last row
 * is put in again until it falls among the rows (cycle walking: Black and Rogaway, 2002). At most 4 times as many
 * numbers as rows, so 4 walks a key on average at worst. Indexes outside the range have no meaning.
 */
export function createPermutation(rows: number, seed: number): (index: number) => number {
  const halfBits = Math.max(1, Math.ceil(Math.log2(rows) / 2));
  const network: Network = {
    halfSize: 2 ** halfBits,
    roundKeys: Array.from({ length: ROUNDS }, (_, round) => deriveSeed(seed, "permutation", round) | 0),
  };
  return (index) => {
    let place = index;
    do place = feistel(place, network);
    while (place >= rows);
    return place + 1;
  };
}

interface Network {
  /** A power of two: how many numbers one half can hold. */
  readonly halfSize: number;
  readonly roundKeys: readonly number[];
}

/** Halves are put together by arithmetic: bit operations end at 32 bits. */
function feistel(place: number, { halfSize, roundKeys }: Network): number {
  let left = Math.floor(place / halfSize);
  let right = place % halfSize;
  for (const key of roundKeys) {
    const next = left ^ (mix32(right ^ key) & (halfSize - 1));
    left = right;
    right = next;
  }
  return left * halfSize + right;
}
