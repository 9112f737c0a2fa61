/**
 * How long to let replies gather before they are handled. Where many clients keep a server busy, replies come one by one,
 * and for each the kernel wakes the loop and puts it to sleep again: nearly half of the client's cost. Replies that are
 * handled together share one wake-up, and the server gets the CPU in between.
 *
 * The price is that a reply may wait. It is bounded three ways: by a share of the mean latency, by 200 us, and to four or more
 * clients for each CPU of the machine, so that the server never runs out of requests meanwhile. The share is that in which two
 * replies come, between a sixth (12 clients and fewer) and a sixteenth (32 and more); half of it is waited on average.
 */

const CLIENTS_PER_CPU = 4;
/** Two share a wake-up then; with many clients more do. */
const REPLIES = 2;
const SHARE_OF_LATENCY = { least: 1 / 16, most: 1 / 6 } as const;
const LONGEST_MICROSECONDS = 200;
/** Going to sleep and waking costs about as much as this saves. */
const SHORTEST_MICROSECONDS = 10;

export interface Traffic {
  readonly clients: number;
  /** Of the machine. */
  readonly cpus: number;
  /** That came in `milliseconds`. */
  readonly replies: number;
  readonly milliseconds: number;
}

/** Whole microseconds; 0: not at all. The mean latency is that of Little's law, clients / throughput. */
export function gatheringTime({ clients, cpus, replies, milliseconds }: Traffic): number {
  if (clients < CLIENTS_PER_CPU * cpus || replies === 0) return 0;
  const latency = (clients * milliseconds * 1000) / replies;
  const share = Math.min(SHARE_OF_LATENCY.most, Math.max(SHARE_OF_LATENCY.least, REPLIES / clients));
  const time = Math.min(LONGEST_MICROSECONDS, latency * share);
  return time < SHORTEST_MICROSECONDS ? 0 : Math.round(time);
}
