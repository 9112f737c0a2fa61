import { describe, expect, it } from "vitest";
import type { LoadResult, Measurement, OpenLoopResult, StatementLatency } from "../../model/measurement.ts";
import type { Cell } from "../../model/plan.ts";
import { closedLoopPeak } from "./closed-loop-peak.ts";
import { figuresOf } from "./figures.ts";
import { headlines } from "./headline.ts";
import { judgeRun } from "./judge-run.ts";
import { LOAD_SECONDS, syntheticLatency, syntheticMeasurement, syntheticPlan } from "./synthetic-run.ts";

const CLOSED = "oltp.point-query.8";
const RATE = 500;
const OPEN_LOOP = { rate: { kind: "absolute", perSecond: RATE }, spacing: "poisson", closedCell: CLOSED } as const;

function openPlan(names: readonly string[] = ["A", "B"]) {
  const plan = syntheticPlan([{ id: `${CLOSED}@${RATE}`, effect: "read" }], names);
  return { ...plan, cells: plan.cells.map((cell): Cell => ({ ...cell, openLoop: OPEN_LOOP })) };
}

interface Seen {
  readonly mean: number;
  readonly kept?: number;
  readonly load?: Partial<LoadResult>;
  readonly openLoop?: Partial<OpenLoopResult>;
}

function schedule(changes: Partial<OpenLoopResult> = {}): OpenLoopResult {
  return { rate: RATE, spacing: "poisson", sendLateness: syntheticLatency(1e-5), unfinished: 0, ...changes };
}

/** Rounds of two measurements each of A and B, whose means of each round are as given. */
function measured(sides: { readonly A: readonly Seen[]; readonly B: readonly Seen[] }): readonly Measurement[] {
  return Object.entries(sides).flatMap(([variant, rounds]) =>
    rounds.flatMap(({ mean, kept = RATE, load = {}, openLoop }, i) =>
      [1, 2].map((index) =>
        syntheticMeasurement({
          ...{ cell: `${CLOSED}@${RATE}`, variant, round: i + 1, index, throughput: kept },
          load: { latencySummary: syntheticLatency(mean), openLoop: schedule(openLoop), ...load },
        }),
      ),
    ),
  );
}

function means(...values: readonly number[]): readonly Seen[] {
  return values.map((mean) => ({ mean }));
}

function judged(b: Omit<Seen, "mean">) {
  const A = means(0.002, 0.00201, 0.00199);
  const B = means(0.003, 0.00302, 0.00303).map((seen) => ({ ...seen, ...b }));
  const [verdict] = judgeRun(openPlan(), measured({ A, B }));
  if (verdict === undefined) throw new Error("the plan has one pair");
  return verdict;
}

describe("a cell in open loop", () => {
  it("is regressed when its response times are longer, with their ratio above 1 as the difference", () => {
    const verdict = judged({});
    expect(verdict).toMatchObject({ kind: "regressed", metric: "response time", warnings: [] });
    const { ratio = 0, low = 0, high = 0 } = verdict.difference ?? {};
    expect(ratio).toBeCloseTo(1.508, 3);
    expect(low).toBeGreaterThan(1);
    expect(high).toBeGreaterThan(ratio);
    const [a, b] = [verdict.baseline, verdict.figures].map(({ openLoop }) => openLoop?.responseSeconds ?? 0);
    expect((b ?? 0) / (a ?? 1)).toBeCloseTo(ratio, 12);
  });

  it("is improved when they are shorter, and equivalent within the margin, whatever the throughput", () => {
    const A = means(0.002, 0.00201, 0.00199);
    const kindOf = (B: readonly Seen[]) => judgeRun(openPlan(), measured({ A, B }))[0]?.kind;
    expect(kindOf(means(0.001, 0.00101, 0.00101))).toBe("improved");
    expect(kindOf(means(0.00201, 0.00201, 0.002).map((seen) => ({ ...seen, kept: 499 })))).toBe("equivalent");
  });

  it("names the metric in the headline", () => {
    const plan = openPlan();
    const A = means(0.002, 0.00201, 0.00199);
    const verdicts = judgeRun(plan, measured({ A, B: means(0.003, 0.00302, 0.00303) }));
    expect(headlines(plan, verdicts)[0]).toMatch(
      /^B: regressed at oltp\.point-query\.8@500 \(response time \+51 %, 95 %/,
    );
  });

  it("says of a small difference within the margin which way it goes", () => {
    const A = means(0.002, 0.002001, 0.002);
    const [verdict] = judgeRun(openPlan(), measured({ A, B: means(0.00202, 0.00202, 0.00202) }));
    expect(verdict?.kind).toBe("equivalent");
    expect(verdict?.warnings[0]?.message).toMatch(/small difference inside the margin: \+0\.8 \.\.\. \+1\.1 %/);
  });

  it("leaves a round out in which nothing succeeded", () => {
    const A = means(0.002, 0.00201, 0.00199);
    const B = [...means(0.003, 0.003), { mean: 0.003, kept: 0 }];
    const [verdict] = judgeRun(openPlan(), measured({ A, B }));
    expect(verdict?.rounds).toBe(2);
    expect(verdict?.warnings.map(({ code }) => code)).toContain("rounds-left-out");
  });
});

describe("a rate that was not kept", () => {
  it("is a warning with the share that ended, and the verdict stands", () => {
    const verdict = judged({ kept: 440, openLoop: { unfinished: 0.11 * RATE * LOAD_SECONDS } });
    expect(verdict.kind).toBe("regressed");
    expect(verdict.warnings[0]).toMatchObject({
      code: "rate-not-kept",
      message: "B did not keep the rate: 88 % of the operations asked for ended, 11 % had not ended at its end",
      advice: expect.stringContaining("ask for a lower rate"),
    });
  });

  it("is told where over 1 % had not ended, though the others make up for it", () => {
    const codes = ({ warnings }: ReturnType<typeof judged>) => warnings.map(({ code }) => code);
    expect(codes(judged({ openLoop: { unfinished: 0.02 * RATE * LOAD_SECONDS } }))).toEqual(["rate-not-kept"]);
    expect(codes(judged({ openLoop: { unfinished: 0.009 * RATE * LOAD_SECONDS } }))).toEqual([]);
  });

  it("is not told of what a Poisson schedule lacks by chance, and of even spacing it is", () => {
    // 30 000 operations asked for: three standard deviations are 520 of them, 1.7 %.
    expect(judged({ kept: 0.98 * RATE }).warnings).toEqual([]);
    expect(judged({ kept: 0.98 * RATE, openLoop: { spacing: "even" } }).warnings[0]?.code).toBe("rate-not-kept");
    expect(judged({ kept: 0.97 * RATE }).warnings[0]?.code).toBe("rate-not-kept");
  });

  it("that no variant kept leaves no verdict: the queues grow with the length of a measurement", () => {
    const slow = means(3, 3.01, 2.99).map((seen) => ({ ...seen, kept: 0.5 * RATE }));
    const [verdict] = judgeRun(openPlan(), measured({ A: slow, B: slow.toReversed() }));
    expect(verdict).toMatchObject({ kind: "not comparable" });
    expect(verdict?.warnings.map(({ code }) => code)).toEqual(["rate-not-kept", "rate-not-kept"]);
  });

  it("counts failed operations as sent: their share is told by itself", () => {
    const failed = Math.round(0.05 * RATE * LOAD_SECONDS);
    const { kind, warnings } = judged({ kept: 0.95 * RATE, load: { errors: { "1213": failed } } });
    expect(kind).toBe("not comparable");
    expect(warnings.map(({ code }) => code)).toEqual(["errors-seen"]);
  });
});

describe("a load that sent late", () => {
  it("by over 1 ms at p99 although a client was free leaves no verdict: the client is saturated", () => {
    const verdict = judged({ openLoop: { sendLateness: syntheticLatency(0.0004) } });
    expect(verdict.kind).toBe("client saturated");
    expect(verdict.warnings[0]).toMatchObject({
      code: "client-saturated",
      message: "the load client sent operations late although a client was free: B 1.2 ms (p99)",
    });
    expect(judged({ openLoop: { sendLateness: syntheticLatency(0.0003) } }).kind).toBe("regressed");
  });
});

describe("a schedule of few operations", () => {
  it("is late by the percentile that is not of a single late wake-up", () => {
    const rare = { ...syntheticLatency(1e-5), p95Seconds: 0.0001, p99Seconds: 0.004 };
    const slow = (operations: number) => judged({ load: { operations }, openLoop: { sendLateness: rare } });
    const told = ({ warnings }: ReturnType<typeof judged>) => warnings.map(({ message }) => message);
    expect(told(slow(999))).not.toContainEqual(expect.stringContaining("sent operations late"));
    expect(told(slow(1000))).toContainEqual(expect.stringContaining("B 4 ms (p99)"));
    const often = { ...rare, p95Seconds: 0.002 };
    expect(told(judged({ load: { operations: 200 }, openLoop: { sendLateness: often } }))).toContainEqual(
      expect.stringContaining("B 2 ms (p95)"),
    );
  });
});

describe("the peak of the closed loop", () => {
  const plan = openPlan();
  const at = (variant: string, round: number, index: number, throughput: number, cell = CLOSED) =>
    syntheticMeasurement({ cell, variant, round, index, throughput });

  it("is the median of the baseline in round 1, whatever came after and whatever others did", () => {
    const measurements = [
      at("B", 1, 1, 5000),
      at("A", 1, 1, 1000),
      at("A", 1, 2, 1100),
      at("A", 2, 1, 90),
      at("A", 1, 1, 7, `${CLOSED}@500`),
    ];
    expect(closedLoopPeak(plan, CLOSED, measurements)).toBe(1050);
    expect(closedLoopPeak(plan, CLOSED, measurements.toReversed())).toBe(1050);
  });

  it("is unknown before it was measured", () => {
    expect(closedLoopPeak(plan, CLOSED, [at("B", 1, 1, 5000), at("A", 2, 1, 90)])).toBeNull();
  });
});

describe("figures of statements", () => {
  const statement = (name: string, executions: number, p50: number, rows: number | null = executions) =>
    ({ statement: name, executions, rows, summary: syntheticLatency(p50), latency: "" }) satisfies StatementLatency;
  const measurement = (round: number, statementLatencies: readonly StatementLatency[]) =>
    syntheticMeasurement({
      ...{ cell: CLOSED, variant: "A", round, index: 1, throughput: 100 },
      load: { statementLatencies },
    });

  it("are by place in the operation: executions and rows over all, mean of all, median of percentiles", () => {
    const { statements } = figuresOf([
      measurement(1, [statement("range", 2000, 0.001, 200_000), statement("commit", 1000, 0.002, null)]),
      measurement(2, [statement("range", 2000, 0.003, 200_000), statement("commit", 1000, 0.002, null)]),
      measurement(3, [statement("range", 2000, 0.002, 200_000), statement("commit", 1000, 0.002, null)]),
    ]);
    expect(statements.map(({ statement: name }) => name)).toEqual(["range", "commit"]);
    expect(statements[0]).toMatchObject({
      perOperation: 2,
      rowsPerExecution: 100,
      p50Seconds: 0.002,
      p999Seconds: 0.008,
    });
    expect(statements[0]?.meanSeconds).toBeCloseTo(0.002, 12);
    expect(statements[1]).toMatchObject({ perOperation: 1, rowsPerExecution: null });
  });

  it("are none where the driver does not tell", () => {
    expect(figuresOf([measurement(1, [])]).statements).toEqual([]);
  });
});
