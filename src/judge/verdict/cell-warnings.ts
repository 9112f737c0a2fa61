/** What judging one pair found doubtful or worth knowing. */
import type { Metric } from "../../model/verdict.ts";
import type { Warning } from "../../model/warning.ts";
import type { Condition } from "./condition.ts";
import type { Decision } from "./decide.ts";
import { differenceOf, metricOf } from "./metric.ts";
import type { Contrast } from "./observations.ts";
import { intervalText } from "./percent.ts";

/** Most severe first. The plan's and the measurements' own warnings are not repeated: whoever reports has them. */
export function warningsOf(
  contrast: Contrast,
  decision: Decision,
  conditions: readonly Condition[],
): readonly Warning[] {
  const found = conditions.map((condition) => condition.warning);
  // The number of a pair that is not the same work is shown nowhere, so not here either.
  const notes = conditions.some(({ voids }) => voids === "not comparable")
    ? []
    : decisionNotes(decision, metricOf(contrast.cell));
  return [...found, ...notes, ...leftOutNote(contrast)];
}

function decisionNotes(decision: Decision, metric: Metric): readonly Warning[] {
  const { kind, look, decidedAt } = decision;
  if (look === null || decidedAt === null) return [];
  const interval = intervalText(differenceOf(metric, look));
  const excludesOne = look.high < 0 || look.low > 0;
  if (kind === "equivalent" && excludesOne)
    return [
      {
        code: "small-difference",
        message: `a small difference inside the margin: ${interval}`,
        advice: "ask for a smaller margin (method.margin) if it matters",
      },
    ];
  if (kind !== "equivalent" && kind !== "undecided" && !excludesOne)
    return [
      {
        code: "decided-earlier",
        message: `${kind} by the interval of ${decidedAt.n} rounds; that of all ${look.n} is ${interval}`,
        advice: "the decision stands at its error rate; measure again in a new run if it matters",
      },
    ];
  return [];
}

function leftOutNote({ leftOut }: Contrast): readonly Warning[] {
  if (leftOut.length === 0) return [];
  const message = `left out: ${leftOut.map(({ round, reason }) => `round ${round} (${reason})`).join(", ")}`;
  return [{ code: "rounds-left-out", message, advice: "what a stopped run lacks is measured when it is resumed" }];
}
