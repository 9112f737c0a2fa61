/** The verdict on each variant in one sentence. */
import type { Plan } from "../../model/plan.ts";
import type { CellVerdict, VerdictKind } from "../../model/verdict.ts";
import { changeText, intervalText, shareText } from "./percent.ts";

/** More differences than this are counted, the strongest named. */
const NAMED = 3;

/**
 * One for each variant other than the baseline, in the plan's order:
 * `query-cache: regressed at oltp.point-query.8 (-49 %, 95 % interval -52 ... -46 %); 1 cell undecided`.
 */
export function headlines(plan: Plan, verdicts: readonly CellVerdict[]): readonly string[] {
  return plan.variants
    .map((variant) => variant.name)
    .filter((name) => name !== plan.baseline)
    .map((name) => {
      const own = verdicts.filter((verdict) => verdict.variant === name);
      return `${name}: ${sentence(plan, own)}`;
    });
}

function sentence(plan: Plan, verdicts: readonly CellVerdict[]): string {
  const level = shareText(1 - plan.method.alpha);
  const parts = [
    ...named("regressed", verdicts, level),
    ...named("improved", verdicts, level),
    ...counted("equivalent", verdicts, ` within ${shareText(plan.method.margin)}`),
    ...(["undecided", "not comparable", "client saturated", "not steady"] as const).flatMap((kind) =>
      counted(kind, verdicts, ""),
    ),
  ];
  return parts.length === 0 ? "nothing measured" : parts.join("; ");
}

function named(kind: VerdictKind, verdicts: readonly CellVerdict[], level: string): readonly string[] {
  const found = verdicts.filter((verdict) => verdict.kind === kind);
  if (found.length === 0) return [];
  const strongest = found.toSorted((a, b) => size(b) - size(a)).slice(0, NAMED);
  const rest = found.length - strongest.length;
  const texts = strongest.map(({ cell, metric, difference }) => {
    if (difference === null) return cell;
    const what = metric === "throughput" ? "" : `${metric} `;
    return `${cell} (${what}${changeText(difference.ratio)}, ${level} interval ${intervalText(difference)})`;
  });
  return [`${kind} at ${texts.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`];
}

function size(verdict: CellVerdict): number {
  return verdict.difference === null ? 0 : Math.abs(Math.log(verdict.difference.ratio));
}

function counted(kind: VerdictKind, verdicts: readonly CellVerdict[], suffix: string): readonly string[] {
  const count = verdicts.filter((verdict) => verdict.kind === kind).length;
  return count === 0 ? [] : [`${count} cell${count === 1 ? "" : "s"} ${kind}${suffix}`];
}
