/**
 * How the wall-clock budget ends a run: between rounds only, never inside one, since a round that is not whole
 * decides nothing. A run stopped so has looked less often than its boundary allows for, so its error rate still holds.
 */
import type { Plan } from "../../model/plan.ts";
import type { MonotonicSeconds, Seconds } from "../../model/units.ts";
import type { Clock } from "../../os/os.ts";

export interface RoundClock {
  /**
   * Begins a round. False when the budget has no room for one more; the round is then not to be begun. `isWhole` is
   * false for the rest of a round that was interrupted: its length says nothing about others.
   */
  begin(isWhole: boolean): boolean;
  /** Ends the round that was begun last. */
  end(): void;
  /** Since the clock was made: loading included, earlier sessions of a resumed run not. The budget is of one command. */
  spent(): Seconds;
  /** Length of the next round: the mean of the last three, else the plan's estimate. */
  nextRound(): Seconds;
}

/** `budget` null has no end. */
export function createRoundClock(request: { plan: Plan; budget: Seconds | null; clock: Clock }): RoundClock {
  const { plan, budget, clock } = request;
  const startedAt = clock.monotonic();
  const lengths: Seconds[] = [];
  let roundStartedAt: MonotonicSeconds = startedAt;
  let counts = true;
  const spent = (): Seconds => clock.monotonic() - startedAt;
  const seen = (): Seconds | null => meanOf(lengths.slice(-3));
  const nextRound = (): Seconds => seen() ?? plan.estimate.roundSeconds;
  return {
    begin: (isWhole) => {
      roundStartedAt = clock.monotonic();
      counts = isWhole;
      // Before a round was seen, warm-ups may last as long as they are allowed to.
      return budget === null || spent() + (seen() ?? plan.estimate.longestRoundSeconds) <= budget;
    },
    end: () => {
      if (counts) lengths.push(clock.monotonic() - roundStartedAt);
    },
    spent,
    nextRound,
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
