import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SilenceWatch } from "./silence.ts";

describe("a watch over a process that says every second that it lives", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("calls once after so many looks without a word", () => {
    const onHung = vi.fn();
    new SilenceWatch(5, onHung);
    vi.advanceTimersByTime(4999);
    expect(onHung).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(onHung).toHaveBeenCalledOnce();
  });

  it("begins anew with each word, and never calls after its end", () => {
    const onHung = vi.fn();
    const watch = new SilenceWatch(5, onHung);
    for (let second = 0; second < 20; second++) {
      vi.advanceTimersByTime(1000);
      watch.heard();
    }
    watch.end();
    vi.advanceTimersByTime(60_000);
    expect(onHung).not.toHaveBeenCalled();
  });
});
