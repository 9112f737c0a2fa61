import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseSysbench } from "./sysbench.ts";

const PRINTED = readFileSync(new URL("../../../fixtures/load/sysbench.txt", import.meta.url), "utf8");

describe("parseSysbench", () => {
  const output = parseSysbench(PRINTED);

  it("reads the totals of the whole run", () => {
    expect(output.totals).toEqual({
      reads: 18382,
      writes: 5252,
      others: 2626,
      statements: 26260,
      transactions: 1313,
      errors: 0,
      reconnects: 0,
      seconds: 4.0334,
      meanMilliseconds: 24.47,
      maxMilliseconds: 184.11,
    });
  });

  it("reads every interval", () => {
    expect(output.intervals.map(({ second }) => second)).toEqual([1, 2, 3, 4]);
    const transactions = output.intervals.reduce((sum, interval) => sum + interval.transactions, 0);
    // The last statements end after the last interval.
    expect(transactions / 1313).toBeCloseTo(1, 1);
    for (const { transactions: tps, statements } of output.intervals) expect(statements / tps).toBeCloseTo(20, 0);
  });

  it("reads the whole histogram: as many operations as there were, none above the maximum", () => {
    expect(output.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(1313);
    expect(output.histogram.at(-1)?.milliseconds).toBeLessThanOrEqual(184.11);
    const middles = output.histogram.map(({ milliseconds }) => milliseconds);
    expect(middles).toEqual(middles.toSorted((a, b) => a - b));
  });

  it("reads errors and reconnections of an interval, and the lines of a fatal end", () => {
    const text = `[ 7s ] thds: 16 tps: 10.00 qps: 205.00 (r/w/o: 140.00/44.00/21.00) lat (ms,95%): 70.55 err/s: 3.00 reconn/s: 1.00
FATAL: mysql_stmt_execute() returned error 1205 (Lock wait timeout exceeded) for query 'COMMIT'
FATAL: \`thread_run' function failed: oltp_common.lua:487: SQL error, errno = 1205
`;
    const broken = parseSysbench(text);
    expect(broken.intervals).toEqual([{ second: 7, transactions: 10, statements: 205, errors: 3, reconnects: 1 }]);
    expect(broken.fatal).toHaveLength(2);
    expect(broken.fatal[0]).toMatch(/^mysql_stmt_execute\(\) returned error 1205/);
    expect(broken.totals).toBeNull();
  });

  it("finds nothing in what is not sysbench's", () => {
    expect(parseSysbench("hello\n")).toEqual({ intervals: [], histogram: [], totals: null, fatal: [] });
  });
});
