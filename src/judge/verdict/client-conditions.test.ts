import { describe, expect, it } from "vitest";
import type { LoadResult } from "../../model/measurement.ts";
import type { CellVerdict } from "../../model/verdict.ts";
import { judgeRun } from "./judge-run.ts";
import { syntheticPlan, syntheticRounds } from "./synthetic-run.ts";

const CELL = { id: "oltp.point-query.8", effect: "read" } as const;

/** Three clear rounds in which B's load has these figures. */
function judged(load: Partial<LoadResult>): CellVerdict {
  const measurements = syntheticRounds({ cell: CELL.id }, [-0.5, -0.501, -0.502]);
  const changed = measurements.map((one) => (one.variant === "B" ? { ...one, load: { ...one.load, ...load } } : one));
  const [verdict] = judgeRun(syntheticPlan([CELL]), changed);
  if (verdict === undefined) throw new Error("no verdict on the only cell");
  return verdict;
}

function codes({ warnings }: CellVerdict): readonly string[] {
  return warnings.map(({ code }) => code);
}

describe("a client", () => {
  it("whose loop used over 85 % of a core in the median leaves no verdict, but a number", () => {
    const verdict = judged({ loopCpuShare: 0.93 });
    expect(verdict.kind).toBe("client saturated");
    expect(verdict.difference).not.toBeNull();
    expect(verdict.warnings[0]?.message).toBe("the load client is the limit: its loop used B 93 % of a core");
    expect(judged({ loopCpuShare: 0.85 }).kind).toBe("regressed");
  });

  it("that waited for a CPU over 10 % of the time is a warning", () => {
    const verdict = judged({ runQueueShare: 0.61 });
    expect(verdict.kind).toBe("regressed");
    expect(verdict.warnings[0]).toMatchObject({
      code: "run-queue-wait",
      message: "the load client waited for a CPU: B 61 % of the time; this wait is in every latency",
    });
    expect(judged({ runQueueShare: null }).warnings).toEqual([]);
  });

  it("that works little and waits long for it is one, too", () => {
    expect(codes(judged({ loopCpuShare: 0.05, runQueueShare: 0.022 }))).toEqual(["run-queue-wait"]);
    expect(codes(judged({ loopCpuShare: 0.05, runQueueShare: 0.012 }))).toEqual([]);
  });

  it("that waited for a share of its work that no figure shows is none", () => {
    expect(codes(judged({ loopCpuShare: 0.01, runQueueShare: 0.009 }))).toEqual([]);
  });
});
