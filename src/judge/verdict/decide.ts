/**
 * The stop rule, numbers only: differences of rounds in, decisions out. Looks are taken round by round over the whole
 * family, as they were while the run went on; a decision once reached stands. So judging the same data again, or the
 * data of a run that went on, gives the decisions that were given before.
 */
import { holmAdjusted } from "../stats/holm.ts";
import { type Boundary, type Look, looksOf, sequentialP } from "../stats/repeated-interval.ts";

/** One pair of cell and variant: its whole rounds, ascending. Log scale. */
export interface DifferenceSeries {
  readonly rounds: readonly { readonly round: number; readonly logRatio: number }[];
}

export interface StopRule {
  readonly alpha: number;
  /** ln(1 + margin). */
  readonly logMargin: number;
  readonly boundary: Boundary;
}

export interface Decision {
  readonly kind: "regressed" | "improved" | "equivalent" | "undecided";
  /** The look that decided; null while undecided. */
  readonly decidedAt: Look | null;
  /** Newest look; null before the first. */
  readonly look: Look | null;
  readonly sequentialP: number | null;
  readonly adjustedP: number | null;
}

/** One decision for each series, in their order. All `family` series count for Holm, those without a look with p = 1. */
export function decideFamily(family: readonly DifferenceSeries[], rule: StopRule): readonly Decision[] {
  const paths = family.map((series) => pathOf(series, rule.boundary));
  const steps = [...new Set(paths.flatMap((path) => path.map((step) => step.round)))].toSorted((a, b) => a - b);
  let decisions: readonly Decision[] = family.map(() => NOTHING_SEEN);
  for (const round of steps) {
    const seen = paths.map((path) => path.findLast((step) => step.round <= round) ?? null);
    const adjusted = holmAdjusted(seen.map((step) => step?.sequentialP ?? 1));
    decisions = decisions.map((before, i) => advance(before, seen[i] ?? null, { adjustedP: adjusted[i] ?? 1, rule }));
  }
  return decisions;
}

const NOTHING_SEEN: Decision = { kind: "undecided", decidedAt: null, look: null, sequentialP: null, adjustedP: null };

interface Step {
  readonly round: number;
  readonly look: Look;
  readonly sequentialP: number;
}

/** The looks of one series, each at the round that brought it. */
function pathOf(series: DifferenceSeries, boundary: Boundary): readonly Step[] {
  const { nMin, nMax } = boundary.looks;
  const looks = looksOf(
    series.rounds.map((round) => round.logRatio),
    boundary,
  );
  let smallest = 1;
  return looks.map((look) => {
    smallest = Math.min(smallest, look.p);
    const round = series.rounds[look.n - 1]?.round ?? look.n;
    return { round, look, sequentialP: sequentialP({ pValues: [smallest], nMin, nMax }) };
  });
}

function advance(
  before: Decision,
  step: Step | null,
  context: { readonly adjustedP: number; readonly rule: StopRule },
): Decision {
  if (step === null) return before;
  const { look, sequentialP: p } = step;
  const now = { look, sequentialP: p, adjustedP: context.adjustedP };
  if (before.kind !== "undecided") return { ...before, ...now };
  const kind = kindAt(look, context.adjustedP, context.rule);
  return { ...now, kind, decidedAt: kind === "undecided" ? null : look };
}

function kindAt(look: Look, adjustedP: number, rule: StopRule): Decision["kind"] {
  if (look.low >= -rule.logMargin && look.high <= rule.logMargin) return "equivalent";
  if (adjustedP > rule.alpha) return "undecided";
  if (look.high < 0) return "regressed";
  return look.low > 0 ? "improved" : "undecided";
}
