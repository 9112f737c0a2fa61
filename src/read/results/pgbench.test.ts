import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsePgbenchCommands, parsePgbenchLog, parsePgbenchProgress } from "./pgbench.ts";

function fixture(name: string): string {
  return readFileSync(new URL(`../../../fixtures/load/${name}`, import.meta.url), "utf8");
}

const PRINTED = fixture("pgbench.txt");

describe("parsePgbenchProgress", () => {
  it("reads every progress line", () => {
    const progress = parsePgbenchProgress(PRINTED);
    expect(progress.map(({ second }) => second)).toEqual([1, 2, 3]);
    expect(progress[1]).toEqual({ second: 2, transactions: 46008.8, meanMilliseconds: 0.164, failed: 0 });
  });

  it.each([
    ["progress: 3.0 s, 100.0 tps, lat 1.500 ms stddev 0.250", 0, 1.5],
    ["progress: 3.0 s, 100.0 tps, lat 1.500 ms stddev 0.250, lag 0.100 ms", 0, 1.5],
    ["progress: 3.0 s, 100.0 tps, lat 1.500 ms stddev 0.250, 3 failed, lag 0.100 ms, 4 skipped", 3, 1.5],
    ["progress: 3.0 s, 0.0 tps, lat -nan ms stddev -nan, 0 failed", 0, 0],
    ["progress: 3.0 s, 100.0 tps, lat 1.500 ms stddev 0.250, 7 failed, 2 retried, 2 retries", 7, 1.5],
  ])("reads %s", (line, failed, mean) => {
    expect(parsePgbenchProgress(line)).toMatchObject([{ second: 3, failed, meanMilliseconds: mean }]);
  });

  it("reads the lines of a load at a fixed rate", () => {
    const progress = parsePgbenchProgress(fixture("pgbench-rate.txt"));
    expect(progress.map(({ transactions }) => transactions)).toEqual([500, 530]);
  });
});

describe("parsePgbenchCommands", () => {
  it("reads every command of the script, in its order", () => {
    const commands = parsePgbenchCommands(fixture("pgbench-statements.txt"));
    expect(commands).toHaveLength(6);
    expect(commands[3]).toEqual({
      text: "SELECT abalance FROM pgbench_accounts WHERE aid = :account;",
      meanMilliseconds: 0.081,
      failures: 0,
    });
  });

  it.each([
    ["before 15", "statement latencies in milliseconds:\n         0.118  SELECT 1;\n", 0],
    ["with retries", "statement latencies in milliseconds, failures and retries:\n  0.118  2  7  SELECT 1;\n", 2],
  ])("reads the form %s", (_, text, failures) => {
    expect(parsePgbenchCommands(text)).toEqual([{ text: "SELECT 1;", meanMilliseconds: 0.118, failures }]);
  });

  it("finds none without -r", () => {
    expect(parsePgbenchCommands(PRINTED)).toEqual([]);
  });
});

describe("parsePgbenchLog", () => {
  it("reads the latency of each transaction, and none of those that failed or were skipped", () => {
    const text = "0 199 2241 0 1175850568 995598\n0 200 failed 0 1175850568 998079\n1 7 skipped 0 1 2\n2 1 80 0 1 2\n";
    expect(parsePgbenchLog(text)).toEqual([2241, 80]);
  });
});
