/** What CPU the threads of a load program took, and how long they waited for one. */
import type { MonotonicSeconds } from "../../../model/units.ts";
import type { Os } from "../../../os/os.ts";
import { parseSchedstat, type SchedulerTimes } from "../schedstat.ts";

export interface ThreadUsage {
  readonly at: MonotonicSeconds;
  /** By thread id. */
  readonly threads: ReadonlyMap<string, SchedulerTimes>;
}

/**
 * Of every thread that lives. Null when the process is gone, and where the kernel has no schedstats: then a client's CPU
 * cannot be told to better than ticks, and is not told at all.
 */
export async function readThreadUsage(os: Os, pid: number): Promise<ThreadUsage | null> {
  const at = os.clock.monotonic();
  const folder = `/proc/${pid}/task`;
  const ids = await listOrNone(os, folder);
  const threads = ids.flatMap((id) => {
    const usage = parseSchedstat(os.files.readKernelFile(`${folder}/${id}/schedstat`));
    return usage === null ? [] : [[id, usage] as const];
  });
  return threads.length === 0 ? null : { at, threads: new Map(threads) };
}

/** A process may end between two looks at it. */
async function listOrNone(os: Os, folder: string): Promise<readonly string[]> {
  try {
    return await os.files.list(folder);
  } catch {
    return [];
  }
}

export interface ProgramUsage {
  /** CPU of all threads, in cores: the edges are read some milliseconds beside those of the stretch that is counted. */
  readonly cpuShare: number;
  /** Highest share of a core that one thread used. */
  readonly loopCpuShare: number;
  /** Mean over the threads of the share of the time in which they waited for a CPU. */
  readonly runQueueShare: number;
}

/** Between two readings; a thread that is only in the second began in between. */
export function usageBetween(begin: ThreadUsage, end: ThreadUsage): ProgramUsage {
  const seconds = end.at - begin.at;
  const differences = [...end.threads].map(([id, usage]) => ({
    run: usage.runSeconds - (begin.threads.get(id)?.runSeconds ?? 0),
    wait: usage.waitSeconds - (begin.threads.get(id)?.waitSeconds ?? 0),
  }));
  const ran = differences.reduce((sum, { run }) => sum + run, 0);
  const waited = differences.reduce((sum, { wait }) => sum + wait, 0);
  return {
    cpuShare: ran / seconds,
    loopCpuShare: Math.max(...differences.map(({ run }) => run)) / seconds,
    runQueueShare: waited / differences.length / seconds,
  };
}
