import { describe, expect, it } from "vitest";
import type { Plan } from "../model/plan.ts";
import { withMoreRounds } from "./more-rounds.ts";
import { type DoneMeasurement, nextMeasurement } from "./next-measurement.ts";
import { roundOrder } from "./round-order.ts";
import { planOf } from "./test-samples.ts";

const TEXT = `variants: { A: { build: ./a }, B: { build: ./b } }
baseline: A
workloads:
  - oltp: { steps: [point-query, read-only, read-write] }
  - oltp: { steps: [point-query], prepared: false }
clients: [1, 8]
method: { rounds: { min: 2, max: 3 } }
`;
const THREE = `variants: { A: { build: ./a }, B: { build: ./b }, C: { build: ./c } }
baseline: A
workloads: [{ oltp: { steps: [point-query, update-index] } }]
`;
const OPEN = `variants: { A: { build: ./a }, B: { build: ./b } }
baseline: A
workloads: [{ oltp: { steps: [point-query, read-only, read-write, update-index], rates: [100, 50%, 12.5%] } }]
`;
const PLAN = planOf(TEXT);
const ALL = PLAN.cells.map(({ id }) => id);

/** Runs the plan as the loop would: `openAt` gives the open cells at the start of a round. */
function play(plan: Plan, openAt: (round: number) => readonly string[], done: DoneMeasurement[] = []) {
  const stages: string[] = [];
  let round = Math.max(1, ...done.map((measurement) => measurement.round));
  for (;;) {
    let next = nextMeasurement(plan, done, openAt(round));
    if (next.kind === "measure" && next.round > round) {
      round = next.round;
      next = nextMeasurement(plan, done, openAt(round));
    }
    if (next.kind === "end") return { done, stages, reason: next.reason };
    stages.push(next.stage.id);
    done.push({ cell: next.cell.id, variant: next.variant, round: next.round, index: next.index });
  }
}

function variantsOf(plan: Plan, round: number, cell: string): string {
  return roundOrder(plan, round, [cell])
    .map(({ variant }) => variant)
    .join("");
}

describe("the order of a round", () => {
  it("measures reads as ABBA or BAAB, both of them over the rounds", () => {
    const orders = new Set(Array.from({ length: 20 }, (_, i) => variantsOf(PLAN, i + 1, "oltp.point-query.8")));
    expect([...orders].toSorted()).toEqual(["ABBA", "BAAB"]);
  });

  it("mirrors more variants, with index 1 on the way there and 2 on the way back", () => {
    const plan = planOf(THREE);
    const order = roundOrder(plan, 1, ["oltp.point-query.1"]);
    expect(["ABCCBA", "CBAABC"]).toContain(order.map(({ variant }) => variant).join(""));
    expect(order.map(({ index }) => index)).toEqual([1, 1, 1, 2, 2, 2]);
  });

  it("gives the reads of one entry and round one stage with every variant, and the writes one each", () => {
    const order = roundOrder(PLAN, 3, ALL);
    const stages = new Map(order.map(({ stage }) => [stage.id, stage]));
    expect([...stages.keys()].toSorted()).toEqual([
      "r03.oltp-2.reads",
      "r03.oltp.read-write.1.A",
      "r03.oltp.read-write.1.B",
      "r03.oltp.read-write.8.A",
      "r03.oltp.read-write.8.B",
      "r03.oltp.reads",
    ]);
    expect(stages.get("r03.oltp.reads")).toMatchObject({
      variants: ["A", "B"],
      cell: null,
      workload: "oltp",
      round: 3,
    });
    expect(stages.get("r03.oltp.read-write.8.B")).toMatchObject({ variants: ["B"], cell: "oltp.read-write.8" });
  });

  it("never comes back to a stage that it has left, and has every read before every write", () => {
    const order = roundOrder(PLAN, 1, ALL);
    const runs = order.map(({ stage }) => stage.id).filter((id, i, ids) => id !== ids[i - 1]);
    expect(new Set(runs).size).toBe(runs.length);
    const firstWrite = order.findIndex(({ cell }) => cell.effect === "write");
    expect(order.slice(firstWrite).every(({ cell }) => cell.effect === "write")).toBe(true);
  });

  it("differs from round to round and from seed to seed, and not from call to call", () => {
    const text = (plan: Plan, round: number) =>
      roundOrder(plan, round, ALL)
        .map(({ cell }) => cell.id)
        .join(" ");
    const rounds = new Set(Array.from({ length: 8 }, (_, i) => text(PLAN, i + 1)));
    const seeds = new Set(Array.from({ length: 8 }, (_, seed) => text(planOf(TEXT, seed), 1)));
    expect(rounds.size).toBeGreaterThan(4);
    expect(seeds.size).toBeGreaterThan(4);
    expect(text(PLAN, 1)).toBe(text(planOf(TEXT), 1));
  });

  it("of the open cells does not change when others close", () => {
    const open = ALL.filter((id) => !id.startsWith("oltp.read-only"));
    const whole = roundOrder(PLAN, 2, ALL).filter(({ cell }) => open.includes(cell.id));
    expect(roundOrder(PLAN, 2, open)).toEqual(whole);
  });

  it("puts the open loops of a step after its closed loop, also when that is no longer measured", () => {
    const plan = planOf(OPEN);
    const all = plan.cells.map(({ id }) => id);
    for (const round of [1, 2, 3, 4, 5]) {
      const order = [...new Set(roundOrder(plan, round, all).map(({ cell }) => cell.id))];
      for (const { id, openLoop } of plan.cells) {
        if (openLoop !== undefined) expect(order.indexOf(openLoop.closedCell)).toBeLessThan(order.indexOf(id));
      }
      const open = all.filter((id) => id.includes("@"));
      const left = [...new Set(roundOrder(plan, round, open).map(({ cell }) => cell.id))];
      expect(left).toEqual(order.filter((id) => id.includes("@")));
    }
  });

  it("starts writes with each variant equally often", () => {
    const plan = planOf(THREE);
    const firsts = Array.from({ length: 600 }, (_, i) => roundOrder(plan, i + 1, ["oltp.update-index.8"])[0]?.variant);
    for (const name of ["A", "B", "C"]) {
      // 200 expected, standard deviation 11.5: four of them.
      expect(Math.abs(firsts.filter((first) => first === name).length - 200)).toBeLessThan(47);
    }
  });
});

describe("the next measurement", () => {
  it("goes through every round of every cell and ends when the rounds are spent", () => {
    const { done, reason } = play(PLAN, () => ALL);
    expect(reason).toBe("rounds-spent");
    // Three rounds of 6 read cells x 2 variants x 2 and 2 write cells x 2 variants.
    expect(done).toHaveLength(3 * (6 * 4 + 2 * 2));
    expect(new Set(done.map((one) => JSON.stringify(one))).size).toBe(done.length);
  });

  it("is the same whether the run was stopped or not, wherever it was stopped", () => {
    const { done } = play(PLAN, () => ALL);
    for (const [i, expected] of done.entries()) {
      const next = nextMeasurement(PLAN, done.slice(0, i), ALL);
      expect(next).toMatchObject({
        kind: "measure",
        cell: { id: expected.cell },
        variant: expected.variant,
        round: expected.round,
        index: expected.index,
      });
    }
  });

  it("keeps the stage's id when a round goes on with servers started anew", () => {
    const { done, stages } = play(PLAN, () => ALL);
    const next = nextMeasurement(PLAN, done.slice(0, 5), ALL);
    expect(next.kind === "measure" && next.stage.id).toBe(stages[5]);
  });

  it("leaves a closed cell out of the following rounds", () => {
    const { done } = play(PLAN, (round) => (round === 1 ? ALL : ALL.filter((id) => id !== "oltp.point-query.8")));
    expect(done.filter(({ cell, round }) => cell === "oltp.point-query.8" && round > 1)).toEqual([]);
    expect(done.filter(({ round }) => round === 2)).toHaveLength(5 * 4 + 2 * 2);
  });

  it("finishes a round that was begun for a cell which has closed since", () => {
    const { done } = play(PLAN, () => ALL);
    const begun = done.slice(0, 2);
    const cell = begun[0]?.cell ?? "";
    const { done: rest, reason } = play(PLAN, () => [], [...begun]);
    expect(reason).toBe("all-closed");
    expect(rest).toHaveLength(4);
    expect(rest.every((one) => one.cell === cell && one.round === 1)).toBe(true);
  });

  it("ends at once when no cell is open", () => {
    expect(nextMeasurement(PLAN, [], [])).toEqual({ kind: "end", reason: "all-closed" });
  });
});

describe("more rounds", () => {
  it("go on where the plan ended, for the cells still open, and say what that costs", () => {
    const { done } = play(PLAN, () => ALL);
    const plan = withMoreRounds(PLAN, 2);
    expect(plan.method).toMatchObject({ rounds: { min: 2, max: 5 }, budget: null });
    const longer = play(plan, () => ["oltp.point-query.8"], [...done]);
    expect(longer.done.slice(done.length).map(({ round }) => round)).toEqual([4, 4, 4, 4, 5, 5, 5, 5]);
    expect(longer.reason).toBe("rounds-spent");
    expect(plan.warnings.map(({ code, message }) => [code, message])).toContainEqual([
      "rounds-added",
      expect.stringContaining("the error rate is above 5%, at most 10%"),
    ]);
  });

  it("are remembered each time, so that the looks taken keep their boundary, and warned of once", () => {
    const plan = withMoreRounds(withMoreRounds(PLAN, 2), 4);
    expect(plan.extendedFrom).toEqual([3, 5]);
    expect(plan.method.rounds.max).toBe(9);
    const warnings = plan.warnings.filter(({ code }) => code === "rounds-added");
    expect(warnings.map(({ message }) => message)).toEqual([
      "6 rounds were added to 3 planned ones: the error rate is above 5%, at most 15%",
    ]);
    expect(warnings[0]?.advice).toContain("rounds: { max: 9 }");
  });
});
