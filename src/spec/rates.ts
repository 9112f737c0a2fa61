/** Rates of an open loop as people write them: `1000`, `2k` operations a second, or `50%` of what the closed loop reaches. */
import type { Rate, Spacing } from "../model/workload.ts";
import { LIMITS } from "./defaults.ts";
import { formatCount, formatFraction, parseCount, parseFraction } from "./quantities.ts";
import { fault, type Reading, read } from "./reading.ts";

const RATE_FORMS = "write operations a second (1000, 2k), or a share of what the closed loop reaches (50%)";

/** `50%`, or a whole number of operations a second. `0.5` is refused: it may mean either. */
export function parseRate(text: string | number): Reading<Rate> {
  const isShare = String(text).trim().endsWith("%");
  const reading = isShare ? parseFraction(text) : parseCount(text);
  if (!reading.ok) return fault(`${typeof text === "number" ? text : `"${text}"`} is not a rate`, RATE_FORMS);
  const rate: Rate = isShare ? { kind: "share", share: reading.value } : { kind: "absolute", perSecond: reading.value };
  return withinLimits(rate) ?? read(rate);
}

function withinLimits(rate: Rate): Reading<Rate> | null {
  const isShare = rate.kind === "share";
  const { min, max } = isShare ? LIMITS.rateShare : LIMITS.rate;
  const value = isShare ? rate.share : rate.perSecond;
  if (value >= min && value <= max) return null;
  const side = value < min ? "small" : "large";
  const format = isShare ? formatFraction : formatCount;
  return fault(`${format(value)} is too ${side}`, `at least ${format(min)}, at most ${format(max)}`);
}

/** As it ends the id of a cell: `1000`, `50pct`. It is in folder names, where `%` is special to too many programs. */
export function rateId(rate: Rate): string {
  return rate.kind === "absolute" ? String(rate.perSecond) : formatFraction(rate.share).replace("%", "pct");
}

/** `1000/s`, `50% of the closed loop`. */
export function formatRate(rate: Rate): string {
  return rate.kind === "absolute" ? `${rate.perSecond}/s` : `${formatFraction(rate.share)} of the closed loop`;
}

/** `open loop at 1000/s, 50% of the closed loop, poisson`. */
export function openLoopText({
  rates,
  spacing,
}: {
  readonly rates: readonly Rate[];
  readonly spacing: Spacing;
}): string {
  return `open loop at ${rates.map(formatRate).join(", ")}, ${spacing}`;
}
