/** Whether the load client had the CPU that it needed: what it lacks is in the figures of every variant. */
import type { Measurement } from "../../model/measurement.ts";
import { median } from "../stats/median.ts";
import { type Condition, mediansOver, type Side } from "./condition.ts";
import { shareText } from "./percent.ts";

export const CLIENT_LIMITS = {
  /** Share of a core. Above it the loop is what was measured. */
  loopCpu: 0.85,
  /** Share of the time. A loop that waits longer for a CPU is told of in any case. */
  wait: 0.1,
  /** A loop that waits for this share of the time in which it had work shares its CPU with something busy: told of, too. */
  waitOfWork: 0.2,
  /** Share of the time below which waiting is in no figure to be seen. */
  noticeable: 0.01,
} as const;

export function clientConditions(sides: readonly Side[]): readonly Condition[] {
  return [...saturatedClient(sides), ...waitingClient(sides)];
}

function saturatedClient(sides: readonly Side[]): readonly Condition[] {
  const limit = CLIENT_LIMITS.loopCpu;
  const over = mediansOver(sides, ({ load }) => load.loopCpuShare, { limit, text: shareText });
  if (over.length === 0) return [];
  const message = `the load client is the limit: its loop used ${over.join(", ")} of a core`;
  const advice = "measure with fewer clients, give the client CPUs of its own (cpus: in the spec) or a faster core";
  return [{ voids: "client saturated", warning: { code: "client-saturated", message, advice } }];
}

function waitingClient(sides: readonly Side[]): readonly Condition[] {
  const over = mediansOver(sides.filter(waitsMuch), waitShare, { limit: CLIENT_LIMITS.noticeable, text: shareText });
  if (over.length === 0) return [];
  const message = `the load client waited for a CPU: ${over.join(", ")} of the time; this wait is in every latency`;
  const advice = "give server and client CPUs of their own (cpus: in the spec) where there are enough";
  return [{ voids: null, warning: { code: "run-queue-wait", message, advice } }];
}

/**
 * A client of many threads works little in each: beside a busy loop they wait for some percent of the time only, and yet
 * longer than they work.
 */
function waitsMuch({ measurements }: Side): boolean {
  const shares = measurements.flatMap((measurement) => waitShare(measurement) ?? []);
  const ofWork = measurements.flatMap((measurement) => waitShareOfWork(measurement) ?? []);
  return (median(shares) ?? 0) > CLIENT_LIMITS.wait || (median(ofWork) ?? 0) > CLIENT_LIMITS.waitOfWork;
}

function waitShare({ load }: Measurement): number | null {
  return load.runQueueShare;
}

function waitShareOfWork({ load: { runQueueShare, loopCpuShare } }: Measurement): number | null {
  const ready = (runQueueShare ?? 0) + loopCpuShare;
  return runQueueShare === null || ready === 0 ? null : runQueueShare / ready;
}
