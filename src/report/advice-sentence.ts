import type { CellVerdict, UndecidedAdvice } from "../model/verdict.ts";
import { type RunPlace, resumeCommand } from "./dbdyno-command.ts";
import type { ReportedAdvice } from "./document.ts";
import { formatDuration, formatPercentUp } from "./format-number.ts";

/** What an undecided cell can say, and the command that goes on; null for a cell that says more than that. */
export function adviceOf(verdict: CellVerdict, run: RunPlace): ReportedAdvice | null {
  if (verdict.kind !== "undecided") return null;
  const { undecided, difference, rounds } = verdict;
  if (undecided === null || difference === null || !Number.isFinite(undecided.decidableMargin)) {
    return tooEarly(rounds, run);
  }
  const { decidableMargin, detectableEffect, roundsNeeded } = undecided;
  const shown = `could have shown one of ${formatPercentUp(detectableEffect)}`;
  const excluded = `excludes changes above ${formatPercentUp(decidableMargin)}, ${shown}`;
  return {
    decidableMargin,
    detectableEffect,
    roundsNeeded,
    secondsNeeded: undecided.secondsNeeded,
    sentence: `${excluded}; ${roundsNeeded === null ? OUT_OF_REACH : needed(roundsNeeded, undecided)}`,
    command: roundsNeeded === null ? null : resumeCommand(run, rounds + roundsNeeded),
  };
}

/** The difference lies on the margin itself, or the noise is too large. */
const OUT_OF_REACH =
  "no number of rounds within reach decides it: set another method.margin, or a longer method.measure";

function tooEarly(rounds: number, run: RunPlace): ReportedAdvice {
  const done = rounds === 1 ? "1 whole round" : `${rounds} whole rounds`;
  return {
    decidableMargin: null,
    detectableEffect: null,
    roundsNeeded: null,
    secondsNeeded: null,
    sentence: `excludes nothing yet: ${done}, an interval takes two`,
    command: resumeCommand(run, null),
  };
}

function needed(rounds: number, { secondsNeeded }: UndecidedAdvice): string {
  const time = secondsNeeded === null ? "" : ` (${formatDuration(secondsNeeded)})`;
  return `needs about ${rounds} more ${rounds === 1 ? "round" : "rounds"}${time}`;
}
