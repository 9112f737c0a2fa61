/** What keeps a cell in open loop from saying what it was asked: a load that was late, a rate that was not kept. */
import type { Condition, Side } from "./condition.ts";
import { mediansOver } from "./condition.ts";
import { operationsAsked, type Scheduled, scheduledOf } from "./open-loop-figures.ts";
import { shareText } from "./percent.ts";

export const OPEN_LOOP_LIMITS = {
  /** Seconds. 99 % of the operations for which a client was free are sent no later, or the load itself is in the latencies. */
  lateP99: 0.001,
  /** Least share of the operations asked for that ended in the measured stretch. */
  kept: 0.99,
  /** Most share of them that had not ended when the load had to. */
  unfinished: 0.01,
} as const;

/** Standard deviations of a Poisson count by which a schedule may lie below its rate by chance alone: one case in a thousand. */
const CHANCE = 3;

/** Late sending voids. A rate that was not kept does not: that a variant cannot keep it is what makes it slower. */
export function openLoopConditions(sides: readonly Side[]): readonly Condition[] {
  return [...lateSender(sides), ...sides.flatMap(rateNotKept)];
}

function lateSender(sides: readonly Side[]): readonly Condition[] {
  const late = mediansOver(sides, ({ load }) => load.openLoop?.sendLateness.p99Seconds ?? null, {
    limit: OPEN_LOOP_LIMITS.lateP99,
    text: (seconds) => `${Number((1000 * seconds).toPrecision(2))} ms`,
  });
  if (late.length === 0) return [];
  const message = `the load client sent operations late although a client was free: ${late.join(", ")} (p99)`;
  const advice = "ask for a lower rate, give the client CPUs of its own (cpus: in the spec) or a faster core";
  return [{ voids: "client saturated", warning: { code: "client-saturated", message, advice } }];
}

function rateNotKept({ name, measurements }: Side): readonly Condition[] {
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
  return [{ voids: null, warning: { code: "rate-not-kept", message, advice } }];
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
