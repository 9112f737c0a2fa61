/**
 * Measurements of a run -> one verdict for each cell and variant, and the cells that are still open.
 * The rule in prose: docs/verdict.md.
 */
import type { Measurement } from "../../model/measurement.ts";
import type { Plan } from "../../model/plan.ts";
import type { CellVerdict } from "../../model/verdict.ts";
import { boundaryFor } from "../stats/repeated-interval.ts";
import { type Decision, decideFamily, type StopRule } from "./decide.ts";
import { judgeCell } from "./judge-cell.ts";
import { contrastsOf } from "./observations.ts";

/**
 * All cells x variants other than the baseline, in the plan's order, also those not measured yet. Depends on the
 * plan's method and the measurements alone, not on their order: the same run is judged the same at any time.
 */
export function judgeRun(plan: Plan, measurements: readonly Measurement[]): readonly CellVerdict[] {
  const rule = stopRuleOf(plan);
  const contrasts = contrastsOf(plan, measurements);
  const decisions = decideFamily(contrasts, rule);
  const holmRank = holmRankOf(decisions, rule.alpha);
  return contrasts.flatMap((contrast, i) => {
    const decision = decisions[i];
    return decision === undefined ? [] : [judgeCell({ plan, contrast, decision, rule, holmRank })];
  });
}

/** Ids of the cells that still need rounds, in the plan's order: one undecided variant keeps its cell open. */
export function openCells(plan: Plan, verdicts: readonly CellVerdict[]): readonly string[] {
  const open = new Set(verdicts.filter((verdict) => verdict.kind === "undecided").map((verdict) => verdict.cell));
  return plan.cells.map((cell) => cell.id).filter((id) => open.has(id));
}

/**
 * Pairs that Holm's method has not rejected. At least 1: a pair may be rejected by an earlier look while its newest
 * interval is open, and the next difference is then asked for at alpha itself.
 */
function holmRankOf(decisions: readonly Decision[], alpha: number): number {
  return Math.max(1, decisions.filter(({ adjustedP }) => adjustedP === null || adjustedP > alpha).length);
}

/**
 * The stop rule that the plan fixed before the first round, and those it had before it was given more rounds. One round
 * alone has no variance: looks begin at two.
 */
export function stopRuleOf(plan: Plan): StopRule {
  const { alpha, margin, rounds } = plan.method;
  const nMin = Math.max(2, rounds.min);
  const boundaryTo = (max: number) => boundaryFor(alpha, { nMin, nMax: Math.max(nMin, max) });
  return {
    alpha,
    logMargin: Math.log1p(margin),
    boundary: boundaryTo(rounds.max),
    earlier: (plan.extendedFrom ?? []).map(boundaryTo),
  };
}
