import type { Plan } from "../model/plan.ts";
import { formatFraction } from "./quantities.ts";

/**
 * The plan with `more` rounds (one or more) beyond its own, for cells that ended undecided; the budget is lifted.
 *
 * Decisions already given stand: looks at rounds that an earlier plan had keep that plan's boundary (`extendedFrom`),
 * only the rounds added are looked at by the stricter boundary of the longer run. What it costs is error rate: each
 * plan by itself gives a false verdict with probability alpha at most, and a run extended k times had k + 1 of them, so
 * (k + 1) x alpha bounds it. The true rate is less, for the plans share their data. A boundary that holds at any stop
 * (an anytime-valid confidence sequence) would cost nothing here and width everywhere.
 */
export function withMoreRounds(plan: Plan, more: number): Plan {
  const extendedFrom = [...(plan.extendedFrom ?? []), plan.method.rounds.max];
  const max = plan.method.rounds.max + more;
  const first = extendedFrom[0] ?? max;
  const { alpha } = plan.method;
  const bound = formatFraction(Math.min(1, (extendedFrom.length + 1) * alpha));
  return {
    ...plan,
    method: { ...plan.method, budget: null, rounds: { ...plan.method.rounds, max } },
    extendedFrom,
    estimate: { ...plan.estimate, roundsInBudget: max },
    warnings: [
      ...plan.warnings.filter((warning) => warning.code !== "rounds-added"),
      {
        code: "rounds-added",
        message:
          `${max - first} rounds were added to ${first} planned ones: ` +
          `the error rate is above ${formatFraction(alpha)}, at most ${bound}`,
        advice: `decisions given before stand; a new run planned for ${max} rounds holds ${formatFraction(alpha)}: rounds: { max: ${max} } in the spec`,
      },
    ],
  };
}
