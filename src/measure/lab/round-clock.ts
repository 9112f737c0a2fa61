/**
 * How the wall-clock budget ends a run: between rounds only, never inside one, since a round that is not whole
 * decides nothing. A run stopped so has looked less often than its boundary allows for, so its error rate still holds.
 */
import type { Plan } from "../../model/plan.ts";
import type { MonotonicSeconds, Seconds } from "../../model/units.ts";
import type { Clock } from "../../os/os.ts";

export interface RoundClock {
  /** Begins a round. False when the budget has no room for one more; the round is then not to be begun. */
  begin(): boolean;
  /** Ends the round that was begun last. */
  end(): void;
  /** Since the clock was made: loading included, earlier sessions of a resumed run not. */
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
  const spent = (): Seconds => clock.monotonic() - startedAt;
  const nextRound = (): Seconds => meanOf(lengths.slice(-3)) ?? plan.estimate.roundSeconds;
  return {
    begin: () => {
      roundStartedAt = clock.monotonic();
      return budget === null || spent() + nextRound() <= budget;
    },
    end: () => {
      lengths.push(clock.monotonic() - roundStartedAt);
    },
    spent,
    nextRound,
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
