/** How the clients of a load are spread over load loops, and how a loop waits for replies: by what was measured, see docs/performance.md. */
import type { LoadRequest } from "../driver.ts";
import type { LoopKind } from "./messages.ts";

export interface LoadShape {
  /** Load processes, one loop each. */
  readonly loops: number;
  readonly loop: LoopKind;
}

/** On so many CPUs or fewer each loop takes CPU from the server. */
const SMALL_MACHINE = 4;
const MOST_LOOPS = 8;
/**
 * So many busy server processes for each CPU keep a single loop from its turn while a CPU idles; two are not held up at once.
 * MySQL's threads do not, and there a second loop only costs.
 */
const CROWD = 16;

/** The most loops that a session needs. `given`: CPUs that the clients may use, null for all of `cpus`. */
export function mostLoops(cpus: number, given: readonly number[] | null): number {
  if (cpus <= SMALL_MACHINE) return Math.min(2, given?.length ?? cpus);
  return Math.min(MOST_LOOPS, given?.length ?? Math.floor(cpus / SMALL_MACHINE));
}

/** Of one load, on a machine with `cpus`. Gathering replies helps where the server's threads wake one another, and hurts PostgreSQL. */
export function shapeOf({ clients, server }: Pick<LoadRequest, "clients" | "server">, cpus: number): LoadShape {
  const isPostgres = server.family === "postgres";
  const isCrowd = isPostgres && clients >= CROWD * cpus;
  return {
    loops: cpus > SMALL_MACHINE ? MOST_LOOPS : isCrowd ? 2 : 1,
    loop: isPostgres ? "epoll" : "gathering",
  };
}
