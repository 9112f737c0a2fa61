import { describe, expect, it } from "vitest";
import type { CounterValues } from "../../model/counters.ts";
import type { Measurement } from "../../model/measurement.ts";
import { foreignCpuShare, isDisturbed, stealShare } from "./disturbance.ts";
import { judgeRun } from "./judge-run.ts";
import { SAMPLED_SECONDS, syntheticMeasurement, syntheticPlan, syntheticRounds } from "./synthetic-run.ts";

const CELL = { id: "oltp.point-query.8", effect: "read" } as const;

/** Three clear rounds in which both have these counters. */
function judged(counters: CounterValues) {
  const [verdict] = judgeRun(
    syntheticPlan([CELL]),
    syntheticRounds({ cell: CELL.id }, [-0.5, -0.499, -0.498], { counters }),
  );
  return verdict;
}

describe("a disturbed machine", () => {
  const capacity = 2 * SAMPLED_SECONDS;
  const counters = (foreign: number, steal: number): CounterValues => ({
    host_cpu_seconds: capacity * (0.5 + foreign),
    server_cpu_seconds: capacity * 0.3,
    lab_cpu_seconds: capacity * 0.2,
    host_idle_seconds: capacity * (0.5 - foreign - steal),
    steal_seconds: capacity * steal,
  });
  const measured = (values: CounterValues): Measurement =>
    syntheticMeasurement({ cell: CELL.id, variant: "A", round: 1, index: 1, throughput: 1000, counters: values });

  it("is seen in the CPU that is neither the server's nor the lab's, and in steal", () => {
    expect(foreignCpuShare(measured(counters(0.12, 0.03)))).toBeCloseTo(0.12, 9);
    expect(stealShare(measured(counters(0.12, 0.03)))).toBeCloseTo(0.03, 9);
  });

  it("is unknown where a counter lacks, and none below zero", () => {
    const { lab_cpu_seconds: _, ...withoutLab } = counters(0.12, 0.03);
    expect(foreignCpuShare(measured(withoutLab))).toBeNull();
    expect(stealShare(measured({}))).toBeNull();
    expect(foreignCpuShare(measured(counters(-0.001, 0)))).toBe(0);
  });

  it("is a warning that names how many measurements and the worst, and changes no verdict", () => {
    const verdict = judged(counters(0.12, 0.03));
    expect(verdict?.kind).toBe("regressed");
    expect(verdict?.warnings.map(({ code, message }) => [code, message])).toEqual([
      ["foreign-cpu", "other processes of this machine took CPU: over 5 % in 12 of 12 measurements, at most 12 %"],
      ["steal", "the hypervisor gave CPU to other guests: over 1 % in 12 of 12 measurements, at most 3 %"],
    ]);
    expect(judged(counters(0.04, 0.005))?.warnings).toEqual([]);
  });

  it("marks a measurement, and so does any warning of its own", () => {
    const quiet = counters(0.04, 0.005);
    expect(isDisturbed(measured(quiet))).toBe(false);
    expect(isDisturbed(measured(counters(0.06, 0)))).toBe(true);
    expect(isDisturbed(measured(counters(0, 0.02)))).toBe(true);
    const warnings = [{ code: "errors-seen", message: "1213: 3", advice: "none" }] as const;
    expect(isDisturbed({ ...measured(quiet), warnings })).toBe(true);
  });
});
