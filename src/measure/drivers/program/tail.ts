import type { Seconds } from "../../../model/units.ts";

const SHORTEST_SECONDS = 1;
const CLIENTS_PER_SECOND = 256;

/**
 * Whole seconds: how long a load program runs on behind the measured stretch, so that its CPU can still be read at the end of it. The load
 * may fill the machine, and then we notice late that it began, and get our turn late: with 1024 threads by over a second.
 */
export function tailSeconds(clients: number): Seconds {
  return SHORTEST_SECONDS + Math.floor(clients / CLIENTS_PER_SECOND);
}
