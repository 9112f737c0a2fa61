import { closedLoopPeak } from "../../judge/verdict/closed-loop-peak.ts";
import { LabError } from "../../model/errors.ts";
import type { Measurement } from "../../model/measurement.ts";
import type { Cell, CellOpenLoop, Plan } from "../../model/plan.ts";
import type { Arrivals } from "../drivers/driver.ts";

/** When the operations of `cell` begin; `done` is all that the run has measured, in this session and before. */
export function arrivalsOf(cell: Cell, plan: Plan, done: readonly Measurement[]): Arrivals {
  const { openLoop } = cell;
  if (openLoop === undefined) return { kind: "closed" };
  return { kind: "open", rate: rateOf(cell.id, openLoop, { plan, done }), spacing: openLoop.spacing };
}

function rateOf(
  cell: string,
  { rate, closedCell }: CellOpenLoop,
  { plan, done }: { readonly plan: Plan; readonly done: readonly Measurement[] },
): number {
  if (rate.kind === "absolute") return rate.perSecond;
  const peak = closedLoopPeak(plan, closedCell, done);
  if (peak !== null && peak > 0) return rate.share * peak;
  throw new LabError({
    code: "bug",
    message: `${cell} takes its rate of ${closedCell}, which was not measured before it`,
    hint: "please report this with the spec",
    where: cell,
  });
}
