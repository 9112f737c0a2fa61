import { describe, expect, it } from "vitest";
import { createHighWaterMark, createRunningTotal } from "./running-total.ts";

const counts = (values: Record<string, number>) => new Map(Object.entries(values));

describe("a running total", () => {
  it("keeps the last count of what has ended", () => {
    const total = createRunningTotal();
    expect(total.add(counts({ a: 10, b: 5 }))).toBe(15);
    expect(total.add(counts({ a: 12 }))).toBe(17);
    expect(total.add(counts({ a: 12, c: 1 }))).toBe(18);
    expect(total.add(counts({}))).toBe(18);
  });

  it("takes a count that fell for a new thing under a used name", () => {
    const total = createRunningTotal();
    total.add(counts({ a: 10 }));
    expect(total.add(counts({ a: 2 }))).toBe(12);
    expect(total.add(counts({ a: 3 }))).toBe(13);
  });

  it("does not count twice what stays as it is", () => {
    const total = createRunningTotal();
    total.add(counts({ a: 10 }));
    expect(total.add(counts({ a: 10 }))).toBe(10);
  });
});

describe("a high-water mark", () => {
  it("never goes down, and follows once it is passed", () => {
    const highest = createHighWaterMark();
    expect([3, 2, 3.5].map(highest)).toEqual([3, 3, 3.5]);
  });
});
