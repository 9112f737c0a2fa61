/** What keeps a cell in open loop from saying what it was asked: a load that was late, a rate that was not kept. */
import type { Measurement } from "../../model/measurement.ts";
import type { Warning } from "../../model/warning.ts";
import type { Condition, Side } from "./condition.ts";
import { mediansOver } from "./condition.ts";
import { operationsAsked, type Scheduled, scheduledOf } from "./open-loop-figures.ts";
import { shareText } from "./percent.ts";

export const OPEN_LOOP_LIMITS = {
  /** Seconds. All but a few of the operations for which a client was free are sent no later, or the load itself is in the latencies. */
  late: 0.001,
  /** Least share of the operations asked for that ended in the measured stretch. */
  kept: 0.99,
  /** Most share of them that had not ended when the load had to. */
  unfinished: 0.01,
} as const;

/** Standard deviations of a Poisson count by which a schedule may lie below its rate by chance alone: one case in a thousand. */
const CHANCE = 3;

/**
 * Late sending voids. A rate that one side did not keep does not: that a variant cannot keep it is what makes it slower. One
 * that no side kept does: how long both queues became says how long the measurement was.
 */
export function openLoopConditions(sides: readonly Side[]): readonly Condition[] {
  const notKept = sides.flatMap(rateNotKept);
  const voids = notKept.length > 0 && notKept.length === sides.length ? "not comparable" : null;
  return [...lateSender(sides), ...notKept.map((warning) => ({ voids, warning }) as const)];
}

function lateSender(sides: readonly Side[]): readonly Condition[] {
  const late = sides.flatMap((side) =>
    mediansOver([side], latenessOf, { limit: OPEN_LOOP_LIMITS.late, text: lateText(side) }),
  );
  if (late.length === 0) return [];
  const message = `the load client sent operations late although a client was free: ${late.join(", ")}`;
  const advice = "ask for a lower rate, give the client CPUs of its own (cpus: in the spec) or a faster core";
  return [{ voids: "client saturated", warning: { code: "client-saturated", message, advice } }];
}

function lateText({ measurements: [first] }: Side): (seconds: number) => string {
  const percentile = first === undefined ? "p99" : latenessPercentile(first);
  return (seconds) => `${Number((1000 * seconds).toPrecision(2))} ms (${percentile})`;
}

/** The highest that is not of less than ten operations: on a slow schedule one late wake-up would decide it. */
function latenessPercentile({ load: { operations } }: Measurement): "p99" | "p95" | "p50" {
  if (operations >= 1000) return "p99";
  return operations >= 200 ? "p95" : "p50";
}

function latenessOf(measurement: Measurement): number | null {
  return measurement.load.openLoop?.sendLateness[`${latenessPercentile(measurement)}Seconds`] ?? null;
}

function rateNotKept({ name, measurements }: Side): readonly Warning[] {
  const scheduled = scheduledOf(measurements);
  const asked = operationsAsked(scheduled);
  const ended = scheduled.reduce((sum, each) => sum + endedOperations(each), 0);
  const unfinished = scheduled.reduce((sum, { openLoop }) => sum + openLoop.unfinished, 0);
  const isKept = ended >= OPEN_LOOP_LIMITS.kept * asked - chance(scheduled, asked);
  if (isKept && unfinished <= OPEN_LOOP_LIMITS.unfinished * asked) return [];
  const left = unfinished === 0 ? "" : `, ${shareText(unfinished / asked)} had not ended at its end`;
  const message = `${name} did not keep the rate: ${shareText(ended / asked)} of the operations asked for ended${left}`;
  const advice =
    "its response times are of a queue that grows with the length of a measurement: ask for a lower rate, or for more clients";
  return [{ code: "rate-not-kept", message, advice }];
}

/** Failed ones too: their share is a condition of its own. */
function endedOperations({ measurement: { load } }: Scheduled): number {
  return load.operations + Object.values(load.errors).reduce((sum, count) => sum + count, 0);
}

/** Operations that may be missing without anybody's fault: those that a Poisson schedule has less, and one a measurement. */
function chance(scheduled: readonly Scheduled[], asked: number): number {
  const isPoisson = scheduled.some(({ openLoop }) => openLoop.spacing === "poisson");
  return scheduled.length + (isPoisson ? CHANCE * Math.sqrt(asked) : 0);
}
