/**
 * Totals that must not go down although what they are summed over comes and goes: threads end, and /proc is not read
 * in one instant.
 */

/** A sum over things (threads) that each have a growing count of their own. */
export interface RunningTotal {
  /**
   * Takes the counts as they are now, by the thing's name, and gives the total of these and of all that ended before.
   * A thing that is missing has ended and stays in with its last count; what it counted after the last reading is lost,
   * and so is a thing that came and went between two readings. A count that fell is a new thing under a used name.
   */
  add(counts: ReadonlyMap<string, number>): number;
}

export function createRunningTotal(): RunningTotal {
  let ended = 0;
  let last: ReadonlyMap<string, number> = new Map();
  return {
    add(counts) {
      for (const [name, count] of last) if ((counts.get(name) ?? -1) < count) ended += count;
      last = counts;
      return ended + sum(counts.values());
    },
  };
}

/**
 * Keeps the highest value seen. For sums that the kernel carries on by itself (a reaped child's CPU is added to its
 * parent's): they dip only when a child ends between the reading of its parent and its own, and are right at the next reading.
 */
export function createHighWaterMark(): (value: number) => number {
  let highest = Number.NEGATIVE_INFINITY;
  return (value) => {
    highest = Math.max(highest, value);
    return highest;
  };
}

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
