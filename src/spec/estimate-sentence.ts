/** What a run will take, in one sentence, before it starts. */
import type { Plan } from "../model/plan.ts";
import type { Seconds } from "../model/units.ts";

/** `4 cells, 3 to 6 rounds of 75 s after 20 s of set-up: 4.1 to 7.8 min, budget 10 min`. `budget` null: none. */
export function estimateSentence(plan: Plan, budget: Seconds | null): string {
  const { setUpSeconds, roundSeconds } = plan.estimate;
  const { min, max } = plan.method.rounds;
  const total = (rounds: number): Seconds => setUpSeconds + rounds * roundSeconds;
  const limit = budget === null ? "no budget" : `budget ${timeText(budget)}`;
  const cells = plan.cells.length === 1 ? "1 cell" : `${plan.cells.length} cells`;
  const rounds = `${roundsText({ min, max })} of ${timeText(roundSeconds)} after ${timeText(setUpSeconds)} of set-up`;
  return `${cells}, ${rounds}: ${timeRange(total(min), total(max))}, ${limit}`;
}

function roundsText({ min, max }: { readonly min: number; readonly max: number }): string {
  return min === max ? `${max} rounds` : `${min} to ${max} rounds`;
}

/** One time where both ends read the same; the unit once where it is the same. */
function timeRange(from: Seconds, to: Seconds): string {
  const [low, high] = [timeText(from), timeText(to)];
  if (low === high) return high;
  const [number = low, unit] = low.split(" ");
  return unit === high.split(" ")[1] ? `${number} to ${high}` : `${low} to ${high}`;
}

/** `45 s`, `7.5 min`. */
function timeText(seconds: Seconds): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`;
}
