/** One pair of cell and variant, decided: everything that the table row and its details say. */
import type { Plan } from "../../model/plan.ts";
import type { CellVerdict, UndecidedAdvice } from "../../model/verdict.ts";
import { boundaryFor, type Look, lookAt } from "../stats/repeated-interval.ts";
import { adviceFor } from "./advice.ts";
import { warningsOf } from "./cell-warnings.ts";
import type { Condition } from "./condition.ts";
import { conditionsOf } from "./conditions.ts";
import type { Decision, StopRule } from "./decide.ts";
import { figuresOf } from "./figures.ts";
import { differenceOf, metricOf } from "./metric.ts";
import type { Contrast } from "./observations.ts";
import { columnDifferences } from "./per-operation-differences.ts";

export interface CellQuestion {
  readonly plan: Plan;
  readonly contrast: Contrast;
  readonly decision: Decision;
  readonly rule: StopRule;
  /** See `AdviceQuestion`. */
  readonly holmRank: number;
}

/**
 * Puts conditions above the decision: a pair that is not the same work, or whose client was the limit, carries no
 * verdict once rounds.min rounds were measured, and the number of one that is not the same work is not shown at all.
 */
export function judgeCell(question: CellQuestion): CellVerdict {
  const { plan, contrast, decision } = question;
  const conditions = conditionsOf(contrast, plan.baseline);
  const kind = voidKind(contrast, conditions, plan.method.rounds.min) ?? decision.kind;
  const look = decision.look ?? earlyLook(contrast, question.rule);
  const isVoid = kind === "not comparable";
  const metric = metricOf(contrast.cell);
  return {
    cell: contrast.cell.id,
    variant: contrast.variant,
    kind,
    metric,
    difference: look === null || isVoid ? null : differenceOf(metric, look),
    sequentialP: isVoid ? null : decision.sequentialP,
    adjustedP: isVoid ? null : decision.adjustedP,
    rounds: contrast.rounds.length,
    undecided: kind === "undecided" && look !== null ? adviceOf(question, look) : null,
    baseline: sideFigures(contrast, "baseline"),
    figures: sideFigures(contrast, "variant"),
    warnings: warningsOf(contrast, decision, conditions),
    perOperationDifferences: isVoid ? {} : columnDifferences(contrast, plan.method.alpha),
  };
}

function voidKind(contrast: Contrast, conditions: readonly Condition[], roundsMin: number) {
  const { baseline, variant } = contrast.measurements;
  const measured = new Set([...baseline, ...variant].map((measurement) => measurement.round)).size;
  const kinds = conditions.map((condition) => condition.voids);
  if (measured < roundsMin) return null;
  return kinds.find((kind) => kind === "not comparable") ?? kinds.find((kind) => kind !== null) ?? null;
}

/** Before rounds.min: the interval of a run whose looks had begun at this round. To be shown, not to decide by. */
function earlyLook(contrast: Contrast, rule: StopRule): Look | null {
  const differences = contrast.rounds.map((round) => round.logRatio);
  if (differences.length < 2) return null;
  const looks = { nMin: differences.length, nMax: rule.boundary.looks.nMax };
  return lookAt(differences, boundaryFor(rule.alpha, looks).criticals[0] ?? Number.POSITIVE_INFINITY);
}

function adviceOf({ plan, rule, holmRank }: CellQuestion, look: Look): UndecidedAdvice {
  const { roundSeconds } = plan.estimate;
  return adviceFor({
    look,
    looks: rule.boundary.looks,
    alpha: rule.alpha,
    logMargin: rule.logMargin,
    holmRank,
    roundSeconds: roundSeconds > 0 ? roundSeconds : null,
  });
}

/** Of the rounds that count, so that the ratio of two throughputs is the difference shown; of all while none counts. */
function sideFigures(contrast: Contrast, side: "baseline" | "variant") {
  const counted = contrast.rounds.flatMap((round) => round[side]);
  return figuresOf(counted.length > 0 ? counted : contrast.measurements[side]);
}
