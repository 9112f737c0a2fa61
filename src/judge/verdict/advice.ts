/** What an undecided cell can say: the margin it meets now, the effect it would have seen, and what the rest costs. */
import type { UndecidedAdvice } from "../../model/verdict.ts";
import type { LookRange } from "../stats/minimum-p-law.ts";
import { perLookLevel } from "../stats/minimum-p-law.ts";
import type { Look } from "../stats/repeated-interval.ts";
import { criticalT } from "../stats/student-t.ts";

export interface AdviceQuestion {
  readonly look: Look;
  readonly looks: LookRange;
  readonly alpha: number;
  /** ln(1 + margin). */
  readonly logMargin: number;
  /** Pairs of the Holm family that are not yet called different, at least 1: the level of the next is alpha / this. */
  readonly holmRank: number;
  readonly roundSeconds: number | null;
}

const MOST_ROUNDS = 1000;

/** Advice for one cell that has at least two whole rounds. */
export function adviceFor(question: AdviceQuestion): UndecidedAdvice {
  const { look, looks, alpha, holmRank } = question;
  const differenceLevel = alpha / holmRank;
  const roundsNeeded = moreRounds(question, differenceLevel);
  const seconds = roundsNeeded === null || question.roundSeconds === null ? null : roundsNeeded * question.roundSeconds;
  return {
    decidableMargin: Math.expm1(Math.max(Math.abs(look.low), Math.abs(look.high))),
    detectableEffect: Math.expm1(halfWidth({ n: look.n, variance: look.variance, alpha: differenceLevel, looks })),
    roundsNeeded,
    secondsNeeded: seconds !== null && Number.isFinite(seconds) ? seconds : null,
  };
}

/** The cheaper of the two ways out: an interval inside the margin, or one that excludes zero. */
function moreRounds(question: AdviceQuestion, differenceLevel: number): number | null {
  const { look, looks, alpha, logMargin } = question;
  const size = Math.abs(look.mean);
  const reaches = (room: number, level: number) =>
    firstRounds(
      Math.max(look.n + 1, looks.nMin),
      (n) => halfWidth({ n, variance: look.variance, alpha: level, looks }) < room,
    );
  const needed = [reaches(logMargin - size, alpha), reaches(size, differenceLevel)].filter((n) => n !== null);
  return needed.length === 0 ? null : Math.min(...needed) - look.n;
}

/** h_n at the boundary of a run that may go on to n rounds: more rounds than planned cost a wider boundary. */
function halfWidth(at: {
  readonly n: number;
  readonly variance: number;
  readonly alpha: number;
  readonly looks: LookRange;
}): number {
  const looks = { nMin: Math.min(at.looks.nMin, at.n), nMax: Math.max(at.looks.nMax, at.n) };
  return criticalT(perLookLevel(at.alpha, looks), at.n - 1) * Math.sqrt(at.variance / at.n);
}

/** The smallest n in from ... MOST_ROUNDS that `enough` holds for, by doubling and halving: `enough` stays true once true. */
function firstRounds(from: number, enough: (n: number) => boolean): number | null {
  let low = from - 1;
  let high = from;
  while (!enough(high)) {
    if (high >= MOST_ROUNDS) return null;
    low = high;
    high = Math.min(MOST_ROUNDS, 2 * high);
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
