import { describe, expect, it } from "vitest";
import { loopShares, parseSchedstat, readLoopUsage } from "./loop-usage.ts";

describe("parseSchedstat", () => {
  it("reads run and wait time of /proc/PID/schedstat", () => {
    expect(parseSchedstat("1500000000 250000000 77\n")).toEqual({ runSeconds: 1.5, waitSeconds: 0.25 });
  });

  it("is null where the kernel does not tell", () => {
    for (const text of [null, "", "12\n", "a b c"]) expect(parseSchedstat(text)).toBeNull();
  });
});

describe("loopShares", () => {
  const begin = { cpuSeconds: 10, loop: { runSeconds: 8, waitSeconds: 1 } };

  it("are shares of the time between two readings", () => {
    const end = { cpuSeconds: 13, loop: { runSeconds: 10, waitSeconds: 2 } };
    expect(loopShares(begin, end, 4)).toEqual({ clientCpuSeconds: 3, loopCpuShare: 0.5, runQueueShare: 0.25 });
  });

  it("take all of the process for the loop where the kernel does not tell", () => {
    const end = { cpuSeconds: 13, loop: null };
    expect(loopShares(begin, end, 4)).toEqual({ clientCpuSeconds: 3, loopCpuShare: 0.75, runQueueShare: null });
  });

  it("see a busy loop of this very process", () => {
    const from = readLoopUsage();
    const until = performance.now() + 50;
    while (performance.now() < until) Math.sqrt(until);
    expect(readLoopUsage().cpuSeconds - from.cpuSeconds).toBeGreaterThan(0.005);
  });
});
