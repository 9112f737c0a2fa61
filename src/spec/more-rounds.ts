import type { Plan } from "../model/plan.ts";

/**
 * The plan with `more` rounds (one or more) beyond its own, for cells that ended undecided; the budget is lifted.
 *
 * What it does to the error rate: the boundary of a repeated confidence interval is calibrated for a number of looks
 * that is fixed beforehand. Here `rounds.max` grows after the first looks were taken, and the boundary is calibrated
 * again for the new number, stricter than before. Looks taken already used the old, laxer boundary, and the decision
 * to go on depends on what they showed; together the chance of a false verdict is somewhat above alpha for cells that
 * are extended, and more so when they are extended again. The exact answer is a boundary that holds at any stop (an
 * anytime-valid confidence sequence); until verdicts use one, the plan's warning says so.
 */
export function withMoreRounds(plan: Plan, more: number): Plan {
  const planned = plan.method.rounds.max;
  const max = planned + more;
  const earlier = plan.warnings.filter((warning) => warning.code !== "rounds-added");
  return {
    ...plan,
    method: { ...plan.method, budget: null, rounds: { ...plan.method.rounds, max } },
    estimate: { ...plan.estimate, roundsInBudget: max },
    warnings: [
      ...earlier,
      {
        code: "rounds-added",
        message: `${more} rounds were added to ${planned} planned ones: the error rate is somewhat above ${plan.method.alpha}`,
        advice: `a new run planned for ${max} rounds holds it: rounds: { max: ${max} } in the spec`,
      },
    ],
  };
}
