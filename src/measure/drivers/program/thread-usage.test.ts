import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../../os/fake-os.ts";
import { readThreadUsage, usageBetween } from "./thread-usage.ts";

const reading = (at: number, threads: Record<string, [run: number, wait: number]>) => ({
  at,
  threads: new Map(
    Object.entries(threads).map(([id, [runSeconds, waitSeconds]]) => [id, { runSeconds, waitSeconds }] as const),
  ),
});

describe("usageBetween", () => {
  it("sums the CPU of all threads, finds the busiest, and has the mean of their waits", () => {
    const begin = reading(10, { 1: [1, 0], 2: [2, 1] });
    const end = reading(14, { 1: [2, 0.4], 2: [5, 1.4] });
    const usage = usageBetween(begin, end);
    expect(usage.cpuShare).toBeCloseTo(1, 9);
    expect(usage.loopCpuShare).toBeCloseTo(0.75, 9);
    expect(usage.runQueueShare).toBeCloseTo(0.1, 9);
  });

  it("takes a thread that began in between from zero", () => {
    expect(usageBetween(reading(0, {}), reading(2, { 7: [1, 0] })).cpuShare).toBe(0.5);
  });
});

describe("readThreadUsage", () => {
  it("reads each thread of a process", async () => {
    const files = {
      "/proc/5/task/5/schedstat": "1000000000 0 1\n",
      "/proc/5/task/6/schedstat": "2000000000 500000000 1\n",
    };
    const usage = await readThreadUsage(createFakeOs({ files }), 5);
    expect(usage?.threads).toEqual(reading(0, { 5: [1, 0], 6: [2, 0.5] }).threads);
  });

  it("is null for a process that is gone", async () => {
    expect(await readThreadUsage(createFakeOs({ files: {} }), 5)).toBeNull();
  });
});
