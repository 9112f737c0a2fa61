/** A seeded order of all rows without an array of them: for steps that touch each key once. */
import { deriveSeed, mix32 } from "./random.ts";

/** Four rounds of a balanced Feistel network make a pseudo-random permutation (Luby and Rackoff, 1988). */
const ROUNDS = 4;

/**
 * A bijection from 0 ... `rows` - 1 to the keys 1 ... `rows`, for `rows` in 1 ... 2^31.
 *
 * A Feistel network permutes 2^2h numbers, the smallest such power that holds all rows; a result past the last row
 * is put in again until it falls among the rows (cycle walking: Black and Rogaway, 2002). At most 4 times as many
 * numbers as rows, so 4 walks a key on average at worst. Indexes outside the range have no meaning.
 */
export function createPermutation(rows: number, seed: number): (index: number) => number {
  const halfBits = Math.max(1, Math.ceil(Math.log2(rows) / 2));
  const network: Network = {
    halfBits,
    mask: 2 ** halfBits - 1,
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
  readonly halfBits: number;
  readonly mask: number;
  readonly roundKeys: readonly number[];
}

function feistel(place: number, { halfBits, mask, roundKeys }: Network): number {
  let left = (place >>> halfBits) & mask;
  let right = place & mask;
  for (const key of roundKeys) {
    const next = left ^ (mix32(right ^ key) & mask);
    left = right;
    right = next;
  }
  return ((left << halfBits) | right) >>> 0;
}
