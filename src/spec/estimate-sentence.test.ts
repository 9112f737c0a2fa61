import { describe, expect, it } from "vitest";
import type { Plan } from "../model/plan.ts";
import { estimateSentence } from "./estimate-sentence.ts";
import { planOf } from "./test-samples.ts";

const PLAN = planOf(`variants: { A: { build: postgres@16 }, B: { build: postgres@17 } }
baseline: A
workloads: [{ oltp: { steps: [point-query] } }]
clients: [1, 8]
`);

function sentence(rounds: Plan["method"]["rounds"], estimate: Partial<Plan["estimate"]>, cells = PLAN.cells): string {
  const plan = { ...PLAN, cells, method: { ...PLAN.method, rounds }, estimate: { ...PLAN.estimate, ...estimate } };
  return estimateSentence(plan, 600);
}

describe("the estimate of a run in one sentence", () => {
  it("has cells, rounds, times and budget", () => {
    expect(sentence({ min: 3, max: 6 }, { setUpSeconds: 20, roundSeconds: 75 })).toBe(
      "2 cells, 3 to 6 rounds of 75 s after 20 s of set-up: 4.1 to 7.8 min, budget 10.0 min",
    );
    expect(estimateSentence(PLAN, null)).toMatch(/, no budget$/);
  });

  it("names both units where they differ", () => {
    expect(sentence({ min: 2, max: 6 }, { setUpSeconds: 20, roundSeconds: 30 })).toContain(": 80 s to 3.3 min,");
  });

  it("says one number where there is one: rounds, times, cells", () => {
    expect(sentence({ min: 3, max: 3 }, { setUpSeconds: 20, roundSeconds: 43 }, PLAN.cells.slice(0, 1))).toBe(
      "1 cell, 3 rounds of 43 s after 20 s of set-up: 2.5 min, budget 10.0 min",
    );
  });
});
