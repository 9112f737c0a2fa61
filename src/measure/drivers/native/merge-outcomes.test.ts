import { describe, expect, it } from "vitest";
import { createLatencies, recordLatency } from "./latency-buckets.ts";
import { mergeOutcomes } from "./merge-outcomes.ts";
import type { LoadOutcome } from "./messages.ts";

function latenciesOf(...milliseconds: readonly number[]) {
  const latencies = createLatencies();
  for (const each of milliseconds) recordLatency(latencies, each);
  return latencies;
}

function outcome(changes: Partial<LoadOutcome>): LoadOutcome {
  return {
    startedAt: 100,
    seconds: 2,
    operations: 1,
    statements: 2,
    rows: 3,
    errors: {},
    reconnects: 0,
    clientCpuSeconds: 0.5,
    loopCpuShare: 0.25,
    runQueueShare: 0.01,
    bytesSent: 10,
    bytesReceived: 20,
    perSecond: [],
    latencies: latenciesOf(1),
    statementOutcomes: [],
    openLoop: null,
    ...changes,
  };
}

describe("outcomes of several load loops", () => {
  it("are added up; the load lasts as long as the longest and is as busy as the busiest", () => {
    const merged = mergeOutcomes([
      outcome({ startedAt: 100.2, seconds: 2.1, errors: { 1213: 1 }, loopCpuShare: 0.9 }),
      outcome({ operations: 4, errors: { 1213: 2, ECONNRESET: 1 }, runQueueShare: 0.3 }),
    ]);
    expect(merged).toMatchObject({ startedAt: 100, seconds: 2.1, operations: 5, statements: 4, rows: 6 });
    expect(merged).toMatchObject({ loopCpuShare: 0.9, runQueueShare: 0.3, clientCpuSeconds: 1, bytesReceived: 40 });
    expect(merged.errors).toEqual({ 1213: 3, ECONNRESET: 1 });
  });

  it("say nothing of the run queue where one of them could not", () => {
    expect(mergeOutcomes([outcome({}), outcome({ runQueueShare: null })]).runQueueShare).toBe(null);
  });

  it("have the same second of all loops as one, though one loop ended before", () => {
    const second = (at: number, errors: number, ...milliseconds: readonly number[]) => {
      return { at, seconds: 1, errors, latencies: latenciesOf(...milliseconds) };
    };
    const { perSecond } = mergeOutcomes([
      outcome({ perSecond: [second(10, 0, 1, 2), second(11, 1, 3)] }),
      outcome({ perSecond: [second(10.001, 2, 8)] }),
    ]);
    expect(perSecond.map(({ at, errors, latencies }) => [at, errors, latencies.total])).toEqual([
      [10, 2, 3],
      [11, 1, 1],
    ]);
    expect(perSecond[0]?.latencies.maxMilliseconds).toBe(8);
  });

  it("add up latencies, statements and what an open loop says", () => {
    const part = (milliseconds: number) =>
      outcome({
        latencies: latenciesOf(milliseconds),
        statementOutcomes: [{ statement: "point", rows: 1, latencies: latenciesOf(milliseconds) }],
        openLoop: { lateness: latenciesOf(0.1), unfinished: 2 },
      });
    const { latencies, statementOutcomes, openLoop } = mergeOutcomes([part(1), part(9)]);
    expect([latencies.total, latencies.sumMilliseconds]).toEqual([2, 10]);
    expect(statementOutcomes.map(({ statement, rows, latencies: own }) => [statement, rows, own.total])).toEqual([
      ["point", 2, 2],
    ]);
    expect(openLoop).toMatchObject({ unfinished: 4, lateness: { total: 2 } });
  });
});
