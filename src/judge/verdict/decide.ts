/**
 * The stop rule, numbers only: differences of rounds in, decisions out. Looks are taken round by round over the whole
 * family, each by the boundary of the plan that had its round, as they were while the run went on; a decision once
 * reached stands. So judging the same data again, or the data of a run that went on, gives the decisions that were given
 * before, also where the run was given more rounds than it was planned for.
 */
import { holmAdjusted } from "../stats/holm.ts";
import { type Boundary, type Look, lookAfter, sequentialP } from "../stats/repeated-interval.ts";

/** One pair of cell and variant: its whole rounds, ascending. Log scale. */
export interface DifferenceSeries {
  readonly rounds: readonly { readonly round: number; readonly logRatio: number }[];
}

export interface StopRule {
  readonly alpha: number;
  /** ln(1 + margin). */
  readonly logMargin: number;
  /** Of the plan as it is now. */
  readonly boundary: Boundary;
  /** Of the shorter plans that it was before, ascending in rounds: each holds for the rounds that it had. */
  readonly earlier: readonly Boundary[];
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
  const paths = family.map((series) => pathOf(series, rule));
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

/** The looks of one series, each at the round that brought it. The sequential p never rises, whatever the plan became. */
function pathOf(series: DifferenceSeries, rule: StopRule): readonly Step[] {
  const logRatios = series.rounds.map(({ logRatio }) => logRatio);
  let smallest = 1;
  return series.rounds.flatMap(({ round }, i) => {
    const boundary = boundaryAt(round, rule);
    const look = lookAfter(logRatios.slice(0, i + 1), boundary);
    if (look === null) return [];
    smallest = Math.min(smallest, sequentialP({ pValues: [look.p], ...boundary.looks }));
    return [{ round, look, sequentialP: smallest }];
  });
}

/** Of the shortest plan that had this round: the one in force when it was looked at. */
function boundaryAt(round: number, { boundary, earlier }: StopRule): Boundary {
  return earlier.find(({ looks }) => round <= looks.nMax) ?? boundary;
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
