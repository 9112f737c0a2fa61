import type { Bytes } from "../../../model/units.ts";
import type { ProcessRss } from "../../../os/proc.ts";
import { sum } from "./running-total.ts";

/**
 * Memory of a server that may be many processes: private pages of all, and of what they share (PostgreSQL's shared
 * buffers; the program file) the most that any one of them has touched, so that nothing is counted once a backend.
 * For one process it is its RSS. For several it is an estimate: too low where each backend touched other buffers, too high
 * by private pages that are still the postmaster's own (copy on write). Huge pages of hugetlbfs are in no RSS at all.
 * The exact share (Pss of smaps_rollup) walks the page tables of each process: measured with 41 processes it took 0.5 ms
 * a process at 44 MB of shared buffers and grows with them, too much for each second; it said 112 MB where this said 138.
 */
export function residentBytes(processes: readonly ProcessRss[]): Bytes {
  return (
    sum(processes.map((rss) => rss.anonymousBytes)) +
    highest(processes.map((rss) => rss.fileBytes)) +
    highest(processes.map((rss) => rss.sharedBytes))
  );
}

function highest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
