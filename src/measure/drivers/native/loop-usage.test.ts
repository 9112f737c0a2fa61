import { describe, expect, it } from "vitest";
import { loopShares, readLoopUsage } from "./loop-usage.ts";

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
