/** What CPU this process and its event loop took, and how long the loop waited for one. */
import { readFileSync } from "node:fs";
import type { Seconds } from "../../../model/units.ts";
import { parseSchedstat, type SchedulerTimes } from "../schedstat.ts";

export interface LoopUsage {
  /** All threads, user and system. */
  readonly cpuSeconds: Seconds;
  /** The main thread; null where the kernel does not tell. */
  readonly loop: SchedulerTimes | null;
}

/** A reading, now. Synchronous, so that the edge of a measured stretch is one moment. */
export function readLoopUsage(): LoopUsage {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, loop: parseSchedstat(readSchedstat()) };
}

export interface LoopShares {
  readonly clientCpuSeconds: Seconds;
  readonly loopCpuShare: number;
  readonly runQueueShare: number | null;
}

/** Usage between two readings over `seconds` > 0. Without schedstat all of the process's CPU is taken for the loop's. */
export function loopShares(begin: LoopUsage, end: LoopUsage, seconds: Seconds): LoopShares {
  const clientCpuSeconds = end.cpuSeconds - begin.cpuSeconds;
  if (begin.loop === null || end.loop === null) {
    return { clientCpuSeconds, loopCpuShare: clientCpuSeconds / seconds, runQueueShare: null };
  }
  return {
    clientCpuSeconds,
    loopCpuShare: (end.loop.runSeconds - begin.loop.runSeconds) / seconds,
    runQueueShare: (end.loop.waitSeconds - begin.loop.waitSeconds) / seconds,
  };
}

/** The process's own file is that of its main thread. Kernels without schedstats do not have it. */
function readSchedstat(): string | null {
  try {
    return readFileSync("/proc/self/schedstat", "latin1");
  } catch {
    return null;
  }
}
