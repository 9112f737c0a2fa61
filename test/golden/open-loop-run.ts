/**
 * A run with cells in open loop, judged from its measurements: one variant slower at half the load and not able to keep four
 * fifths of it. Its step is a transaction, so that statements have latencies of their own.
 */
import { headlines } from "../../src/judge/verdict/headline.ts";
import { judgeRun } from "../../src/judge/verdict/judge-run.ts";
import { syntheticLatency, syntheticMeasurement, syntheticPlan } from "../../src/judge/verdict/synthetic-run.ts";
import type { LatencySummary, LoadResult, Measurement, StatementLatency } from "../../src/model/measurement.ts";
import type { Cell, Plan } from "../../src/model/plan.ts";
import type { ReportInput } from "../../src/report/make-document.ts";

const CLOSED = "oltp.read-only.8";
const PEAK = 1000;
const SECONDS = 10;

const RATES = [
  { id: `${CLOSED}@400`, rate: { kind: "absolute", perSecond: 400 } },
  { id: `${CLOSED}@50pct`, rate: { kind: "share", share: 0.5 } },
  { id: `${CLOSED}@80pct`, rate: { kind: "share", share: 0.8 } },
] as const;

function planOfRates(): Plan {
  const plan = syntheticPlan([{ id: CLOSED, effect: "read" }], ["off", "on"], { rounds: { min: 3, max: 4 } });
  const open = RATES.flatMap(({ id, rate }) =>
    plan.cells.map((cell): Cell => ({ ...cell, id, openLoop: { rate, spacing: "poisson", closedCell: CLOSED } })),
  );
  return { ...plan, experiment: "response times of read-only", cells: [...plan.cells, ...open] };
}

/** Milliseconds in the mean and operations a second that end, of `off` and `on` in each cell. */
const SEEN = [
  { cell: CLOSED, rate: null, off: { mean: 8, kept: PEAK }, on: { mean: 9.2, kept: 0.87 * PEAK } },
  { cell: RATES[0].id, rate: 400, off: { mean: 2.1, kept: 400 }, on: { mean: 2.11, kept: 400 } },
  { cell: RATES[1].id, rate: 0.5 * PEAK, off: { mean: 2.4, kept: 0.5 * PEAK }, on: { mean: 3.1, kept: 0.5 * PEAK } },
  { cell: RATES[2].id, rate: 0.8 * PEAK, off: { mean: 4.7, kept: 0.8 * PEAK }, on: { mean: 210, kept: 0.7 * PEAK } },
] as const;

const MEASUREMENTS: readonly Measurement[] = [1, 2, 3, 4].flatMap((round) =>
  SEEN.flatMap(({ cell, rate, ...sides }) =>
    [1, 2].flatMap((index) =>
      (["off", "on"] as const).map((variant) => {
        const { mean, kept } = sides[variant];
        // A little noise, another for each variant: an interval of none has no width.
        const noise = 1 + 0.004 * ((round * 7 + index + (variant === "on" ? round * round : 0)) % 5);
        const seconds = (mean / 1000) * noise;
        return syntheticMeasurement({
          ...{ cell, variant, round, index, throughput: kept / (rate === null ? noise : 1) },
          load: loadOf(seconds, { rate, kept }),
        });
      }),
    ),
  ),
);

function loadOf(seconds: number, { rate, kept }: { rate: number | null; kept: number }): Partial<LoadResult> {
  const operations = kept * SECONDS;
  const statements = [
    statement("point-query", 10 * operations, seconds / 16),
    statement("commit", operations, seconds / 40),
  ];
  const late = rate === null ? null : { rate, spacing: "poisson" as const, sendLateness: syntheticLatency(2e-5) };
  return {
    latencySummary: syntheticLatency(seconds),
    statementLatencies: statements,
    openLoop: late && { ...late, unfinished: Math.max(0, Math.round(((rate ?? 0) - kept) * SECONDS)) },
  };
}

function statement(name: string, executions: number, seconds: number): StatementLatency {
  const summary: LatencySummary = syntheticLatency(seconds);
  return { statement: name, executions, rows: name === "commit" ? 0 : executions, summary, latency: "" };
}

/** Input of `makeReport`. */
export function openLoopExample(): ReportInput {
  const plan = planOfRates();
  const verdicts = judgeRun(plan, MEASUREMENTS);
  return {
    run: {
      id: "2026-11-30-response-times-of-read-only",
      startedAt: "2026-11-30T10:00:00.000Z",
      plan,
      specText: "",
      specFile: "examples/response-times.yaml",
      command: ["dbdyno", "run", "examples/response-times.yaml"],
      state: "done",
      spentSeconds: 812,
      measurements: MEASUREMENTS,
      variantFacts: [],
    },
    verdicts,
    headlines: headlines(plan, verdicts),
  };
}
