import { describe, expect, it } from "vitest";
import type { CounterValues } from "../../model/counters.ts";
import type { Measurement } from "../../model/measurement.ts";
import { counterRate } from "./counter-rates.ts";
import { figuresOf } from "./figures.ts";
import { contrastsOf } from "./observations.ts";
import { columnDifferences } from "./per-operation-differences.ts";
import {
  SAMPLED_SECONDS,
  type SyntheticMeasurement,
  syntheticLatency,
  syntheticMeasurement,
  syntheticPlan,
  syntheticRounds,
} from "./synthetic-run.ts";

const CELL = "oltp.point-query.8";

function measured(parts: Partial<SyntheticMeasurement>) {
  return syntheticMeasurement({ cell: CELL, variant: "A", round: 1, index: 1, throughput: 1000, ...parts });
}

function perSecond(rates: CounterValues): CounterValues {
  return Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, rate * SAMPLED_SECONDS]));
}

describe("the figures of a cell", () => {
  it("have throughput as the geometric mean over rounds", () => {
    const figures = figuresOf([
      measured({ round: 1, throughput: 100 }),
      measured({ round: 1, index: 2, throughput: 400 }),
      measured({ round: 2, throughput: 800 }),
    ]);
    // sqrt(100 * 400) = 200 in round 1; sqrt(200 * 800) over rounds.
    expect(figures.throughput).toBeCloseTo(400, 9);
  });

  it("divide a counter's rate in its own window by the throughput in the load's own window; KB is 1024 bytes", () => {
    const rates = {
      server_cpu_seconds: 0.4,
      server_context_switches: 2500,
      device_reads: 10,
      server_read_bytes: 2048_000,
      device_writes: 500,
      server_written_bytes: 512_000,
      log_written_bytes: 300_000,
    };
    const { perOperation } = figuresOf([measured({ counters: perSecond(rates), load: { clientCpuSeconds: 0.15 } })]);
    const expected = {
      "cpu/o": 400,
      "cs/o": 2.5,
      "r/o": 0.01,
      "rKB/o": 2,
      "wo/o": 0.5,
      "wKB/o": 0.5,
      "client cpu/o": 15,
      "log bytes/o": 300,
    } as const;
    expect(Object.keys(perOperation)).toEqual(Object.keys(expected));
    for (const [column, value] of Object.entries(expected))
      expect(Object.entries(perOperation).find(([name]) => name === column)?.[1]).toBeCloseTo(value, 9);
  });

  it("take the device's bytes where the server's own are not told", () => {
    const { perOperation } = figuresOf([measured({ counters: perSecond({ device_written_bytes: 1024_000 }) })]);
    expect(perOperation["wKB/o"]).toBeCloseTo(1, 9);
  });

  it("leave a column out where its counter lacks, and have zero where it did not grow", () => {
    const { perOperation } = figuresOf([measured({ counters: { device_reads: 0 } })]);
    expect(perOperation).toEqual({ "r/o": 0, "client cpu/o": 100 });
  });

  it("leave a counter out that fell: its server started anew", () => {
    expect(counterRate(measured({ counters: { log_written_bytes: -5 } }), "log_written_bytes")).toBeNull();
  });

  it("have the median of percentiles, the longest of all and the sum of errors over measurements", () => {
    const figures = figuresOf(
      [0.001, 0.009, 0.002].map((p50, i) =>
        measured({ round: i + 1, load: { latencySummary: syntheticLatency(p50), errors: { "1213": i, "1205": 1 } } }),
      ),
    );
    expect(figures.latency).toEqual({
      meanSeconds: 0.002,
      p50Seconds: 0.002,
      p95Seconds: 0.004,
      p99Seconds: 0.006,
      p999Seconds: 0.008,
      maxSeconds: 0.045,
    });
    expect(figures.errors).toEqual({ "1213": 3, "1205": 3 });
  });

  it("are empty, not zero, without measurements or operations", () => {
    const nothing = { throughput: null, perOperation: {}, latency: null, errors: {}, openLoop: null, statements: [] };
    expect(figuresOf([])).toEqual(nothing);
    expect(figuresOf([measured({ throughput: 0 })]).throughput).toBeNull();
    expect(figuresOf([measured({ throughput: 0 })]).latency).toBeNull();
  });
});

describe("differences of per-operation columns", () => {
  const plan = syntheticPlan([{ id: CELL, effect: "read" }]);

  const differences = (measurements: readonly Measurement[]) => {
    const [contrast] = contrastsOf(plan, measurements);
    if (contrast === undefined) throw new Error("the plan has one pair");
    return columnDifferences(contrast, plan.method.alpha);
  };

  it("need two whole rounds", () => {
    const measurements = syntheticRounds({ cell: CELL }, [-0.5, -0.5], { counters: { server_context_switches: 9 } });
    expect(differences(measurements)["cs/o"]?.ratio).toBeCloseTo(Math.exp(0.5), 12);
    const first = measurements.filter((measurement) => measurement.round === 1);
    expect(differences(first)).toEqual({});
  });

  it("leave a column out that any round lacks", () => {
    const measurements = syntheticRounds({ cell: CELL }, [-0.5, -0.5, -0.4], { counters: { device_writes: 9 } });
    const holed = measurements.map((measurement) =>
      measurement.id.endsWith("B/r2.m2") ? { ...measurement, samples: [] } : measurement,
    );
    expect(Object.keys(differences(holed))).toEqual(["client cpu/o"]);
  });
});
