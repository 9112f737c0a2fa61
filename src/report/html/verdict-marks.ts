/** How a verdict looks: a class for its colour, and a mark that says the same without colour. */
import type { ReportedRow } from "../document.ts";
import { formatRatio, NO_NUMBER } from "../format-number.ts";

type ShownVerdict = ReportedRow["verdict"];

export interface VerdictMark {
  /** Of the style sheet. */
  readonly style: string;
  readonly sign: string;
}

const MARKS: Readonly<Record<ShownVerdict, VerdictMark>> = {
  baseline: { style: "baseline", sign: "" },
  regressed: { style: "regressed", sign: "▼" },
  improved: { style: "improved", sign: "▲" },
  equivalent: { style: "equivalent", sign: "=" },
  undecided: { style: "undecided", sign: "?" },
  "not steady": { style: "void", sign: "~" },
  "not comparable": { style: "void", sign: "≠" },
  "client saturated": { style: "void", sign: "!" },
  "not measured": { style: "unmeasured", sign: "–" },
};

/** Verdicts in the order of the legend. */
export const LEGEND: readonly ShownVerdict[] = [
  "regressed",
  "improved",
  "equivalent",
  "undecided",
  "not steady",
  "not comparable",
  "client saturated",
  "not measured",
];

export function markOf(verdict: ShownVerdict): VerdictMark {
  return MARKS[verdict];
}

/** Changes by this factor and this one have a stronger colour. */
const STEPS = [1.1, 1.5] as const;

/** 1 ... 3: how far the ratio is from 1, for the strength of its colour. */
export function strengthOf({ difference }: ReportedRow): number {
  if (difference === null || difference.ratio <= 0) return 1;
  const factor = Math.max(difference.ratio, 1 / difference.ratio);
  return 1 + STEPS.filter((step) => factor >= step).length;
}

/** `0.512`, or the sign that there is no number. */
export function ratioText({ difference }: ReportedRow): string {
  return difference === null ? NO_NUMBER : formatRatio(difference.ratio);
}
