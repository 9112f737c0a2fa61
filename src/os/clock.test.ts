import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createClock } from "./clock.ts";

const clock = createClock();

describe("the clock", () => {
  it("is CLOCK_MONOTONIC: at most as old as the machine's boot, and never going back", () => {
    // Without time in suspend, which /proc/uptime (CLOCK_BOOTTIME) has on top.
    const uptime = Number(readFileSync("/proc/uptime", "utf8").split(" ")[0]);
    const first = clock.monotonic();
    expect(first).toBeLessThan(uptime + 1);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(first);
  });

  it("sleeps at least as long as asked", async () => {
    const before = clock.monotonic();
    await clock.sleep(0.05);
    // A timer of Node may fire up to a millisecond early.
    expect(clock.monotonic() - before).toBeGreaterThan(0.048);
  });

  it("wakes at once with `interrupted` when the signal fires", async () => {
    const stop = new AbortController();
    const before = clock.monotonic();
    setTimeout(() => stop.abort(), 10);
    await expect(clock.sleep(60, stop.signal)).rejects.toMatchObject({ code: "interrupted" });
    expect(clock.monotonic() - before).toBeLessThan(30);
  });

  it("does not sleep when the signal has fired before", async () => {
    await expect(clock.sleep(60, AbortSignal.abort())).rejects.toMatchObject({ code: "interrupted" });
  });
});
