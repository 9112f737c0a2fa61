import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchForStall } from "./stall-watch.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the watch over a fixed number of operations", () => {
  it("speaks once when none has ended for the limit", () => {
    const onStall = vi.fn();
    const timer = watchForStall({ limit: 120, ended: () => 3, onStall });
    vi.advanceTimersByTime(119_000);
    expect(onStall).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200_000);
    expect(onStall).toHaveBeenCalledTimes(1);
    clearTimeout(timer);
  });

  it("says nothing of a load that is slow but goes on, however long it takes", () => {
    const onStall = vi.fn();
    let ended = 0;
    const timer = watchForStall({ limit: 120, ended: () => ended, onStall });
    for (let minute = 0; minute < 60; minute++) {
      vi.advanceTimersByTime(60_000);
      ended++;
    }
    expect(onStall).not.toHaveBeenCalled();
    vi.advanceTimersByTime(130_000);
    expect(onStall).toHaveBeenCalledTimes(1);
    clearTimeout(timer);
  });

  it("is over when its timer is cleared", () => {
    const onStall = vi.fn();
    clearTimeout(watchForStall({ limit: 1, ended: () => 0, onStall }));
    vi.advanceTimersByTime(60_000);
    expect(onStall).not.toHaveBeenCalled();
  });
});
