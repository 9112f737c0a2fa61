import { describe, expect, it } from "vitest";
import type { Plan } from "../../model/plan.ts";
import { createRoundClock } from "./round-clock.ts";

const plan = { estimate: { roundSeconds: 100, longestRoundSeconds: 100 } } as Plan;

function clockAt(now: { seconds: number }) {
  return { monotonic: () => now.seconds, wall: () => new Date(0), sleep: async () => undefined };
}

describe("the round clock", () => {
  it("plans with the estimate until a round was measured, then with the mean of the last three", () => {
    const now = { seconds: 0 };
    const rounds = createRoundClock({ plan, budget: null, clock: clockAt(now) });
    expect(rounds.nextRound()).toBe(100);
    for (const length of [10, 20, 30, 40]) {
      rounds.begin(true);
      now.seconds += length;
      rounds.end();
    }
    expect(rounds.nextRound()).toBe(30);
  });

  it("begins a round that ends exactly with the budget and refuses the next", () => {
    const now = { seconds: 0 };
    const rounds = createRoundClock({ plan, budget: 200, clock: clockAt(now) });
    now.seconds = 100;
    expect(rounds.begin(true)).toBe(true);
    now.seconds = 200;
    rounds.end();
    expect(rounds.begin(true)).toBe(false);
  });

  it("does not take the rest of an interrupted round for the length of a round", () => {
    const now = { seconds: 0 };
    const rounds = createRoundClock({ plan, budget: null, clock: clockAt(now) });
    rounds.begin(false);
    now.seconds = 5;
    rounds.end();
    expect(rounds.nextRound()).toBe(100);
  });

  it("begins the first round only where its longest warm-ups fit too", () => {
    const slow = { estimate: { roundSeconds: 100, longestRoundSeconds: 150 } } as Plan;
    const rounds = (budget: number) => createRoundClock({ plan: slow, budget, clock: clockAt({ seconds: 0 }) });
    expect(rounds(149).begin(true)).toBe(false);
    expect(rounds(150).begin(true)).toBe(true);
  });

  it("counts the time before the first round, loading, as spent", () => {
    const now = { seconds: 50 };
    const rounds = createRoundClock({ plan, budget: 140, clock: clockAt(now) });
    now.seconds = 100;
    expect(rounds.spent()).toBe(50);
    expect(rounds.begin(true)).toBe(false);
  });
});
