/** What other processes and other guests took from a measurement. */
import type { Measurement } from "../../model/measurement.ts";
import type { Condition, Side } from "./condition.ts";
import { counterRate } from "./counter-rates.ts";
import { shareText } from "./percent.ts";

/** Above these a measurement counts as disturbed: a warning. Shares of the machine's CPU time. */
export const DISTURBANCE_LIMITS = { foreignCpu: 0.05, steal: 0.01 } as const;

/** Whether a measurement carries a warning of its own, or others took too much of the machine while it ran. */
export function isDisturbed(measurement: Measurement): boolean {
  const foreign = (foreignCpuShare(measurement) ?? 0) > DISTURBANCE_LIMITS.foreignCpu;
  const stolen = (stealShare(measurement) ?? 0) > DISTURBANCE_LIMITS.steal;
  return measurement.warnings.length > 0 || foreign || stolen;
}

/** Counted by measurement, and named by the worst: a mean would hide one burst. */
export function disturbedMachine(sides: readonly Side[]): readonly Condition[] {
  const measurements = sides.flatMap((side) => side.measurements);
  const foreign = disturbed(measurements, foreignCpuShare, DISTURBANCE_LIMITS.foreignCpu);
  const stolen = disturbed(measurements, stealShare, DISTURBANCE_LIMITS.steal);
  return [
    ...foreign.map((text) => ({
      code: "foreign-cpu" as const,
      message: `other processes of this machine took CPU: ${text}`,
      advice: "stop them, or measure when the machine is idle; the interval holds the noise, not a bias",
    })),
    ...stolen.map((text) => ({
      code: "steal" as const,
      message: `the hypervisor gave CPU to other guests: ${text}`,
      advice: "measure on a host of your own or at a quieter hour; the interval holds the noise, not a bias",
    })),
  ].map((warning) => ({ voids: null, warning }));
}

function disturbed(
  measurements: readonly Measurement[],
  share: (measurement: Measurement) => number | null,
  limit: number,
): readonly string[] {
  const over = measurements.flatMap((measurement) => share(measurement) ?? []).filter((value) => value > limit);
  if (over.length === 0) return [];
  const worst = shareText(Math.max(...over));
  return [`over ${shareText(limit)} in ${over.length} of ${measurements.length} measurements, at most ${worst}`];
}

/** Busy CPU that is neither the server's nor the lab's, over all CPU time of the machine. Null where a counter lacks. */
export function foreignCpuShare(measurement: Measurement): number | null {
  const busy = counterRate(measurement, "host_cpu_seconds");
  const server = counterRate(measurement, "server_cpu_seconds");
  const lab = counterRate(measurement, "lab_cpu_seconds");
  const capacity = hostCapacity(measurement);
  if (busy === null || server === null || lab === null || capacity === null) return null;
  // The kernel counts the machine in ticks and the server in nanoseconds: a little below zero is rounding.
  return Math.max(0, busy - server - lab) / capacity;
}

/** Stolen CPU time over all CPU time of the machine. Null where a counter lacks. */
export function stealShare(measurement: Measurement): number | null {
  const stolen = counterRate(measurement, "steal_seconds");
  const capacity = hostCapacity(measurement);
  return stolen === null || capacity === null ? null : stolen / capacity;
}

/** CPU seconds a second that the machine had: busy, idle and stolen. About its number of CPUs. */
function hostCapacity(measurement: Measurement): number | null {
  const busy = counterRate(measurement, "host_cpu_seconds");
  const idle = counterRate(measurement, "host_idle_seconds");
  const stolen = counterRate(measurement, "steal_seconds") ?? 0;
  return busy === null || idle === null || busy + idle + stolen === 0 ? null : busy + idle + stolen;
}
