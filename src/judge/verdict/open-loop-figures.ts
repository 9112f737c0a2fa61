/** Measurements of one variant in one cell in open loop -> how the schedule was kept, and the response time. */
import type { Measurement, OpenLoopResult } from "../../model/measurement.ts";
import type { OpenLoopFigures } from "../../model/verdict.ts";
import { geometricMean } from "../stats/geometric-mean.ts";
import { median } from "../stats/median.ts";
import { speedOf } from "./metric.ts";

/** A measurement with what it says of its schedule. */
export interface Scheduled {
  readonly measurement: Measurement;
  readonly openLoop: OpenLoopResult;
}

export function scheduledOf(measurements: readonly Measurement[]): readonly Scheduled[] {
  return measurements.flatMap((measurement) => {
    const { openLoop } = measurement.load;
    return openLoop === null ? [] : [{ measurement, openLoop }];
  });
}

/** Operations that the schedules of all `scheduled` asked for. */
export function operationsAsked(scheduled: readonly Scheduled[]): number {
  return scheduled.reduce((sum, { measurement, openLoop }) => sum + openLoop.rate * measurement.load.seconds, 0);
}

/**
 * Null for a closed loop. The response time is the geometric mean over rounds of that inside the round, as throughput is: so
 * the ratio of two of them is the difference shown.
 */
export function openLoopFigures(measurements: readonly Measurement[]): OpenLoopFigures | null {
  const scheduled = scheduledOf(measurements);
  const [first] = scheduled;
  if (first === undefined) return null;
  const { rate, spacing } = first.openLoop;
  return {
    rate,
    spacing,
    responseSeconds: responseOverRounds(measurements),
    unfinished: scheduled.reduce((sum, { openLoop }) => sum + openLoop.unfinished, 0),
    lateP99Seconds: median(scheduled.map(({ openLoop }) => openLoop.sendLateness.p99Seconds)) ?? 0,
  };
}

function responseOverRounds(measurements: readonly Measurement[]): number | null {
  const rounds = Map.groupBy(measurements, (measurement) => measurement.round);
  const speeds = [...rounds.values()].map((round) =>
    round.map((measurement) => speedOf("response time", measurement)).filter((speed) => speed > 0),
  );
  const speed = geometricMean(speeds.flatMap((round) => geometricMean(round) ?? []));
  return speed === null ? null : 1 / speed;
}
