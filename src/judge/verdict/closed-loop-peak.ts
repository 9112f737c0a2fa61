import type { Measurement } from "../../model/measurement.ts";
import type { Plan } from "../../model/plan.ts";
import { median } from "../stats/median.ts";
import { throughputOf } from "./metric.ts";

/** The round that a share of the closed loop is taken of: all cells are measured in it, and before any rate is asked for. */
const PEAK_ROUND = 1;

/**
 * Median throughput of the baseline in `closedCell` in round 1: the 100 % of rates that are shares, for every variant
 * alike and in every round. Of what is stored, so that a run that goes on later asks for the same rate. Null where it was not
 * measured.
 */
export function closedLoopPeak(
  plan: Pick<Plan, "baseline">,
  closedCell: string,
  measurements: readonly Measurement[],
): number | null {
  const own = measurements.filter(({ cell, variant, round }) => {
    return cell === closedCell && variant === plan.baseline && round === PEAK_ROUND;
  });
  return median(own.map(throughputOf));
}
