import { describe, expect, it } from "vitest";
import { Tally } from "./tally.ts";

const DEADLOCK = { code: "1213", text: "Deadlock found" };

describe("Tally", () => {
  it("puts each operation into the second in which it ended, and leaves out what ended before the stretch", () => {
    const tally = new Tally(1);
    tally.recordOperation(500, 1);
    tally.begin(1000, 3);
    for (const now of [1000, 1999, 2000, 3500]) tally.recordOperation(now, 2);
    const result = tally.end(4000);
    expect(result.perSecond.map((second) => second.latencies.total)).toEqual([2, 1, 1]);
    expect(result.operations).toBe(4);
    expect(result.seconds).toBe(3);
  });

  it("keeps seconds in which nothing ended", () => {
    const tally = new Tally(1);
    tally.begin(0, 4);
    tally.recordOperation(3200, 1);
    const { perSecond } = tally.end(4000);
    expect(perSecond.map((second) => second.latencies.total)).toEqual([0, 0, 0, 1]);
    expect(perSecond[1]?.latencies.maxMilliseconds).toBe(0);
  });

  it("gives the last second what the end came too late by", () => {
    const tally = new Tally(1);
    tally.begin(0, 2);
    tally.recordOperation(2001, 1);
    const { perSecond } = tally.end(2003);
    expect(perSecond.map((second) => second.seconds)).toEqual([1, 1.003]);
  });

  it("cuts a stretch of unknown length into seconds, the last one shorter", () => {
    const tally = new Tally(1);
    tally.begin(0, Number.POSITIVE_INFINITY);
    tally.recordOperation(2500, 1);
    const { perSecond } = tally.end(2500);
    expect(perSecond.map((second) => second.seconds)).toEqual([1, 1, 0.5]);
    expect((perSecond[1]?.at ?? 0) - (perSecond[0]?.at ?? 0)).toBeCloseTo(1, 9);
  });

  it("counts errors by code and by second, and remembers the first of all", () => {
    const tally = new Tally(1);
    tally.recordError(0, { code: "1146", text: "no such table" });
    tally.begin(1000, 2);
    tally.recordError(1500, DEADLOCK);
    tally.recordError(2500, DEADLOCK);
    const result = tally.end(3000);
    expect(result.errors).toEqual({ "1213": 2 });
    expect(result.perSecond.map((second) => second.errors)).toEqual([1, 1]);
    expect(tally.firstError?.code).toBe("1146");
  });

  it("keeps latencies and rows of each statement, and counts rollbacks as statements of none", () => {
    const tally = new Tally(2);
    tally.begin(0, 1);
    tally.recordStatement(0, 1, 100);
    tally.recordStatement(1, 5, 0);
    tally.recordStatement(1, 7, 1);
    tally.recordRollback();
    const { statements, rows, statementTallies } = tally.end(500);
    expect({ statements, rows }).toEqual({ statements: 4, rows: 101 });
    expect(statementTallies.map(({ latencies }) => latencies.total)).toEqual([1, 2]);
    expect(statementTallies[1]?.latencies.sumMilliseconds).toBe(12);
  });
});
