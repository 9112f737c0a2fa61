import { describe, expect, it } from "vitest";
import type { LoadResult } from "../../model/measurement.ts";
import { judgeRun, openCells } from "./judge-run.ts";
import { LOAD_SECONDS, syntheticPlan, syntheticRounds } from "./synthetic-run.ts";

const CELL = { id: "oltp.point-query.8", effect: "read" } as const;
const PLAN = syntheticPlan([CELL]);
const OPERATIONS = 1000 * LOAD_SECONDS;

/** Three clear rounds in which B has this load. */
function judged(load: Partial<LoadResult>, rounds = 3) {
  const clear = Array.from({ length: rounds }, (_, i) => -0.5 + 0.001 * i);
  const measurements = syntheticRounds({ cell: CELL.id }, clear);
  return judgeRun(
    PLAN,
    measurements.map((measurement) =>
      measurement.variant === "B" ? { ...measurement, load: { ...measurement.load, ...load } } : measurement,
    ),
  );
}

describe("a pair is not comparable", () => {
  it("when over 1 % of a variant's operations failed, and then its number is not shown", () => {
    const [verdict] = judged({ operations: OPERATIONS, rows: OPERATIONS, errors: { "1213": 0.02 * OPERATIONS } });
    expect(verdict).toMatchObject({ kind: "not comparable", difference: null, sequentialP: null, adjustedP: null });
    expect(verdict?.warnings[0]).toMatchObject({
      code: "errors-seen",
      message: "B: 2 % of operations failed (1213: 1200)",
    });
    expect(verdict?.figures.errors).toEqual({ "1213": 1200 });
  });

  it("but not when fewer failed: that is a warning", () => {
    const [verdict] = judged({ errors: { "1213": 3 } });
    expect(verdict?.kind).toBe("regressed");
    expect(verdict?.warnings[0]?.message).toBe("B: 0.05 % of operations failed (1213: 18)");
  });

  it("when rows per operation differ by over 2 %", () => {
    const load = { operations: OPERATIONS, rows: 0.97 * OPERATIONS };
    expect(judged(load)[0]).toMatchObject({ kind: "not comparable" });
    expect(judged(load)[0]?.warnings[0]?.message).toBe("rows per operation differ: A 1.000, B 0.9700");
    expect(judged({ operations: OPERATIONS, rows: 0.99 * OPERATIONS })[0]?.kind).not.toBe("not comparable");
    expect(judged({ operations: OPERATIONS, rows: 0 })[0]?.kind).toBe("not comparable");
  });

  it("and its cell is closed: more rounds would not make it the same work", () => {
    const verdicts = judged({ errors: { "1213": OPERATIONS } });
    expect(openCells(PLAN, verdicts)).toEqual([]);
  });

  it("only once rounds.min rounds were measured: one bad round may pass", () => {
    expect(judged({ errors: { "1213": OPERATIONS } }, 2)[0]?.kind).toBe("undecided");
  });
});

describe("a measurement of fixed operations", () => {
  const lasting = (seconds: number, rounds = 3) =>
    judged({ seconds, operations: 1000 * seconds, rows: 1000 * seconds }, rounds)[0];

  it("that lasts under 0.25 s in the median of either side carries no verdict", () => {
    const verdict = lasting(0.05);
    expect(verdict).toMatchObject({ kind: "not comparable", difference: null });
    expect(verdict?.warnings[0]).toMatchObject({
      code: "few-operations",
      message: expect.stringContaining("B 50 ms in the median"),
      advice: expect.stringContaining("more rows"),
    });
    expect(lasting(0.05, 2)?.kind).toBe("undecided");
  });

  it("that lasts 0.25 to 0.5 s is a warning, and a longer one is none", () => {
    expect(lasting(0.25)?.kind).not.toBe("not comparable");
    expect(lasting(0.49)?.warnings.map(({ code }) => code)).toContain("few-operations");
    expect(lasting(0.5)?.warnings.map(({ code }) => code)).not.toContain("few-operations");
  });
});
