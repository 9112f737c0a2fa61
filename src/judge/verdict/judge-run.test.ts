import { describe, expect, it } from "vitest";
import type { Measurement } from "../../model/measurement.ts";
import type { Plan } from "../../model/plan.ts";
import { seededNormal } from "../stats/seeded-normal.ts";
import { judgeRun, openCells } from "./judge-run.ts";
import { syntheticMeasurement, syntheticPlan, syntheticRounds } from "./synthetic-run.ts";

const CELLS = [
  { id: "oltp.point-query.8", effect: "read" },
  { id: "oltp.read-write.8", effect: "write" },
] as const;
const [READ, WRITE] = CELLS;

function noisy(seed: number, rounds: number, shift: number, sd = 0.02): number[] {
  const normal = seededNormal(seed);
  return Array.from({ length: rounds }, () => shift + sd * normal());
}

function only(verdicts: ReturnType<typeof judgeRun>) {
  const [verdict] = verdicts;
  if (verdict === undefined || verdicts.length !== 1) throw new Error("expected one verdict");
  return verdict;
}

function writes(variant: string, throughputs: readonly number[]): readonly Measurement[] {
  return throughputs.map((throughput, i) =>
    syntheticMeasurement({ cell: WRITE.id, variant, round: i + 1, index: 1, throughput }),
  );
}

describe("a run's verdicts", () => {
  it("cover all cells and variants but the baseline in the plan's order, measured or not", () => {
    const plan = syntheticPlan(CELLS, ["A", "B", "C"]);
    const verdicts = judgeRun(plan, syntheticRounds({ cell: WRITE.id, variant: "C" }, [-0.5, -0.51, -0.49]));
    expect(verdicts.map(({ cell, variant }) => `${cell} ${variant}`)).toEqual([
      "oltp.point-query.8 B",
      "oltp.point-query.8 C",
      "oltp.read-write.8 B",
      "oltp.read-write.8 C",
    ]);
    expect(verdicts[0]).toMatchObject({ kind: "undecided", difference: null, rounds: 0, undecided: null });
    expect(verdicts[0]?.figures.throughput).toBeNull();
  });

  it("call half the throughput regressed, with the ratio of the two throughputs as the difference", () => {
    const verdict = only(
      judgeRun(syntheticPlan([READ]), syntheticRounds({ cell: READ.id }, noisy(1, 4, Math.log(0.5)))),
    );
    expect(verdict.kind).toBe("regressed");
    expect(verdict.difference?.ratio).toBeCloseTo(0.5, 1);
    const ratio = (verdict.figures.throughput ?? 0) / (verdict.baseline.throughput ?? 1);
    expect(ratio).toBeCloseTo(verdict.difference?.ratio ?? 0, 12);
    expect(verdict.difference?.low).toBeLessThan(ratio);
    expect(verdict.difference?.high).toBeGreaterThan(ratio);
  });

  it("count a write round by one measurement of each variant", () => {
    const plan = syntheticPlan([WRITE]);
    const verdict = only(judgeRun(plan, [...writes("A", [100, 110, 105]), ...writes("B", [90, 99, 94.5])]));
    expect(verdict.rounds).toBe(3);
    expect(verdict.difference?.ratio).toBeCloseTo(0.9, 12);
  });

  it("do not depend on the order of measurements, and are the same each time", () => {
    const plan = syntheticPlan(CELLS);
    const measurements = [
      ...syntheticRounds({ cell: READ.id }, noisy(2, 6, -0.05)),
      ...writes("A", [100, 110, 105]),
      ...writes("B", [90, 99, 94.5]),
    ];
    expect(judgeRun(plan, measurements.toReversed())).toEqual(judgeRun(plan, measurements));
    expect(JSON.stringify(judgeRun(plan, measurements))).toBe(JSON.stringify(judgeRun(plan, measurements)));
  });

  it("do not depend on the unit of throughput", () => {
    const plan = syntheticPlan([READ]);
    const measurements = syntheticRounds({ cell: READ.id }, noisy(3, 5, -0.02));
    const scaled = measurements.map((measurement) => ({
      ...measurement,
      load: {
        ...measurement.load,
        operations: 7 * measurement.load.operations,
        rows: 7 * (measurement.load.rows ?? 0),
      },
    }));
    const [one, seven] = [only(judgeRun(plan, measurements)), only(judgeRun(plan, scaled))];
    expect(seven.kind).toBe(one.kind);
    expect(seven.difference?.low).toBeCloseTo(one.difference?.low ?? 0, 12);
    expect(seven.difference?.high).toBeCloseTo(one.difference?.high ?? 0, 12);
  });

  it("mirror the interval when variant and baseline change places", () => {
    const measurements = syntheticRounds({ cell: READ.id }, noisy(4, 6, -0.3));
    const forth = only(judgeRun(syntheticPlan([READ], ["A", "B"]), measurements));
    const back = only(judgeRun(syntheticPlan([READ], ["B", "A"]), measurements));
    expect([forth.kind, back.kind]).toEqual(["regressed", "improved"]);
    expect(back.difference?.low).toBeCloseTo(1 / (forth.difference?.high ?? 1), 12);
    expect(back.difference?.high).toBeCloseTo(1 / (forth.difference?.low ?? 1), 12);
  });

  it("keep the cell of an undecided variant open, and only that", () => {
    const plan = syntheticPlan(CELLS, ["A", "B", "C"]);
    const measurements = [
      ...syntheticRounds({ cell: READ.id, variant: "B" }, [-0.5, -0.51, -0.49]),
      ...syntheticRounds({ cell: READ.id, variant: "C" }, [0.3, -0.2, 0.1]).filter(({ variant }) => variant === "C"),
      ...syntheticRounds({ cell: WRITE.id, variant: "B" }, [-0.5, -0.51, -0.49]),
      ...syntheticRounds({ cell: WRITE.id, variant: "C" }, [0.5, 0.51, 0.49]).filter(({ variant }) => variant === "C"),
    ];
    expect(openCells(plan, judgeRun(plan, []))).toEqual([READ.id, WRITE.id]);
    expect(openCells(plan, judgeRun(plan, measurements))).toEqual([READ.id]);
  });
});

describe("a run that was given more rounds than planned", () => {
  const short = syntheticPlan([READ], ["A", "B"], { rounds: { min: 3, max: 4 } });
  const four = [-0.2, -0.25, -0.29, -0.24];

  it("keeps the verdicts that it gave, and the closed cell stays closed", () => {
    // Decided at the boundary of 3 looks to 4, and not at that of 3 to 30.
    const longer: Plan = { ...syntheticPlan([READ], ["A", "B"], { rounds: { min: 3, max: 30 } }), extendedFrom: [4] };
    const anew = syntheticPlan([READ], ["A", "B"], { rounds: { min: 3, max: 30 } });
    const measurements = syntheticRounds({ cell: READ.id }, four.slice(0, 3));
    expect(only(judgeRun(short, measurements)).kind).toBe("regressed");
    expect(only(judgeRun(anew, measurements)).kind).toBe("undecided");
    expect(only(judgeRun(longer, measurements))).toEqual(only(judgeRun(short, measurements)));
    expect(openCells(longer, judgeRun(longer, measurements))).toEqual([]);
  });
});

describe("the advice of an undecided cell", () => {
  it("is finite also where every pair was rejected by some look and one is open again", () => {
    // READ is rejected at round 3 by itself, but not among two; round 4 opens its interval and rejects the other.
    const write = [-0.3, -0.301, -0.3].flatMap((difference, i) =>
      [
        { variant: "A", throughput: 100 },
        { variant: "B", throughput: 100 * Math.exp(difference) },
      ].map((side) => syntheticMeasurement({ cell: WRITE.id, round: i + 2, index: 1, ...side })),
    );
    const read = syntheticRounds({ cell: READ.id }, [-0.2, -0.26, -0.21, 0.3]);
    const [verdict, other] = judgeRun(syntheticPlan(CELLS), [...read, ...write]);
    expect(other?.kind).toBe("regressed");
    expect(verdict?.kind).toBe("undecided");
    expect(verdict?.adjustedP).toBeLessThanOrEqual(0.05);
    expect(Number.isFinite(verdict?.undecided?.detectableEffect)).toBe(true);
    expect(verdict?.undecided?.roundsNeeded).toBeGreaterThan(0);
  });
});

describe("a round", () => {
  it("is left out, and named, when a variant lacks a planned measurement", () => {
    const measurements = syntheticRounds({ cell: READ.id }, [-0.5, -0.51, -0.49, -0.5]);
    const cut = measurements.filter((measurement) => !(measurement.round === 4 && measurement.index === 2));
    const verdict = only(judgeRun(syntheticPlan([READ]), cut));
    expect(verdict.rounds).toBe(3);
    expect(verdict.warnings[0]?.message).toBe("left out: round 4 (A has 1 of 2 measurements)");
  });

  it("is left out when a measurement of it had no operation", () => {
    const measurements = syntheticRounds({ cell: READ.id }, [-0.5, -0.51, -0.49, -0.5]).map((measurement) =>
      measurement.id.endsWith("B/r2.m1")
        ? { ...measurement, load: { ...measurement.load, operations: 0, rows: 0 } }
        : measurement,
    );
    const verdict = only(judgeRun(syntheticPlan([READ]), measurements));
    expect(verdict.rounds).toBe(3);
    expect(verdict.warnings.map(({ message }) => message)).toEqual([
      "left out: round 2 (B has 1 of 2 measurements in which no operation succeeded)",
    ]);
  });

  it("does not count past the last planned look", () => {
    const plan = syntheticPlan([READ], ["A", "B"], { rounds: { min: 3, max: 4 } });
    const verdict = only(judgeRun(plan, syntheticRounds({ cell: READ.id }, [0.3, -0.2, 0.1, 0, 9, 9])));
    expect(verdict.rounds).toBe(4);
    expect(verdict.kind).toBe("undecided");
    expect(verdict.warnings[0]?.message).toContain("round 5 (comes after 4 whole rounds)");
  });

  it("alone gives no interval, two give one without a verdict that is wider than from the planned first look", () => {
    const plan = syntheticPlan([READ]);
    const one = only(judgeRun(plan, syntheticRounds({ cell: READ.id }, [-0.5])));
    expect([one.kind, one.difference, one.undecided]).toEqual(["undecided", null, null]);
    const two = only(judgeRun(plan, syntheticRounds({ cell: READ.id }, [-0.5, -0.501])));
    expect(two.kind).toBe("undecided");
    expect(two.sequentialP).toBeNull();
    expect(two.difference?.high).toBeLessThan(1);
    expect(two.undecided?.roundsNeeded).toBe(1);
    expect(two.undecided?.secondsNeeded).toBe(100);
  });
});

describe("what a verdict says beside its kind", () => {
  it("notes a small difference inside the margin, but not where the interval holds 1", () => {
    const plan = syntheticPlan([READ]);
    const small = only(judgeRun(plan, syntheticRounds({ cell: READ.id }, [-0.02, -0.0201, -0.0199])));
    expect(small.kind).toBe("equivalent");
    expect(small.warnings[0]?.message).toBe("a small difference inside the margin: -2 ... -1.9 %");
    const none = only(judgeRun(plan, syntheticRounds({ cell: READ.id }, [0.001, -0.001, 0.0005])));
    expect([none.kind, none.warnings]).toEqual(["equivalent", []]);
  });

  it("says that an earlier look decided when the newest interval holds 1", () => {
    const verdict = only(
      judgeRun(syntheticPlan([READ]), syntheticRounds({ cell: READ.id }, [-0.5, -0.51, -0.49, 0.6, 0.7])),
    );
    expect(verdict.kind).toBe("regressed");
    expect(verdict.warnings[0]?.message).toContain("regressed by the interval of 3 rounds; that of all 5 is");
  });

  it("gives per-operation ratios over rounds, with a plain t interval", () => {
    const measurements = syntheticRounds({ cell: READ.id }, [-0.5, -0.51, -0.49], {
      counters: { server_cpu_seconds: 5.25, device_reads: 0 },
    });
    const verdict = only(judgeRun(syntheticPlan([READ]), measurements));
    // The same CPU for exp(-0.5) of the operations.
    expect(verdict.perOperationDifferences["cpu/o"]?.ratio).toBeCloseTo(Math.exp(0.5), 12);
    const half = (4.302652729749464 * 0.01) / Math.sqrt(3);
    expect(verdict.perOperationDifferences["cpu/o"]?.high).toBeCloseTo(Math.exp(0.5 + half), 9);
    expect(verdict.perOperationDifferences["client cpu/o"]?.ratio).toBeCloseTo(Math.exp(0.5), 12);
    expect(Object.keys(verdict.perOperationDifferences)).toEqual(["cpu/o", "client cpu/o"]);
  });
});
