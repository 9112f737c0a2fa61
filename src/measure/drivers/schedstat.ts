/** What the kernel's scheduler counts for a thread. */
import type { Seconds } from "../../model/units.ts";

export interface SchedulerTimes {
  /** On a CPU. */
  readonly runSeconds: Seconds;
  /** Ready, and waiting for a CPU. */
  readonly waitSeconds: Seconds;
}

/**
 * `<ns on a CPU> <ns waiting on a run queue> <time slices>`: https://docs.kernel.org/scheduler/sched-stats.html
 * Null for a text that is not so, and for none: kernels without schedstats do not have the file.
 */
export function parseSchedstat(text: string | null): SchedulerTimes | null {
  const [run, wait] = (text ?? "").trim().split(/\s+/).map(Number);
  if (run === undefined || wait === undefined || !Number.isFinite(run + wait)) return null;
  return { runSeconds: run / 1e9, waitSeconds: wait / 1e9 };
}
