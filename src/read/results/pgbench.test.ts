import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsePgbenchLog, parsePgbenchProgress } from "./pgbench.ts";

const PRINTED = readFileSync(new URL("../../../fixtures/load/pgbench.txt", import.meta.url), "utf8");

describe("parsePgbenchProgress", () => {
  it("reads every progress line", () => {
    const progress = parsePgbenchProgress(PRINTED);
    expect(progress.map(({ second }) => second)).toEqual([1, 2, 3]);
    expect(progress[1]).toEqual({ second: 2, transactions: 46008.8, meanMilliseconds: 0.164, failed: 0 });
  });

  it.each([
    ["progress: 3.0 s, 100.0 tps, lat 1.500 ms stddev 0.250", 0, 1.5],
    ["progress: 3.0 s, 0.0 tps, lat -nan ms stddev -nan, 0 failed", 0, 0],
    ["progress: 3.0 s, 100.0 tps, lat 1.500 ms stddev 0.250, 7 failed, 2 retried, 2 retries", 7, 1.5],
  ])("reads %s", (line, failed, mean) => {
    expect(parsePgbenchProgress(line)).toMatchObject([{ second: 3, failed, meanMilliseconds: mean }]);
  });
});

describe("parsePgbenchLog", () => {
  it("reads the latency of each transaction, and none of those that failed or were skipped", () => {
    const text = "0 199 2241 0 1175850568 995598\n0 200 failed 0 1175850568 998079\n1 7 skipped 0 1 2\n2 1 80 0 1 2\n";
    expect(parsePgbenchLog(text)).toEqual([2241, 80]);
  });
});
