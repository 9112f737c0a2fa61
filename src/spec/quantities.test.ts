import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatFraction,
  parseBytes,
  parseCount,
  parseDuration,
  parseFraction,
} from "./quantities.ts";

describe("durations", () => {
  it.each([
    ["500ms", 0.5],
    ["10s", 10],
    ["2m", 120],
    ["1h", 3600],
    ["1m30s", 90],
    ["1.5h", 5400],
    ["0s", 0],
    [" 10s ", 10],
  ])("%s is %d seconds", (text, seconds) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: seconds });
  });

  it.each(["", "10", "s", "10x", "-5s", "1s1m", "1..5s", "10 m s", "ten"])("%j is refused", (text) => {
    expect(parseDuration(text).ok).toBe(false);
  });

  it("a bare number is refused with the forms there are", () => {
    expect(parseDuration(10)).toEqual({
      ok: false,
      message: "10 is not a duration",
      hint: "write a number with its unit: 500ms, 10s, 2m, 1m30s or 1h",
    });
  });

  it("what is printed is read back, to the millisecond", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (milliseconds) => {
        expect(parseDuration(formatDuration(milliseconds / 1000))).toEqual({ ok: true, value: milliseconds / 1000 });
      }),
    );
  });
});

describe("counts and sizes", () => {
  it("k and M are powers of 1000 for counts", () => {
    expect(
      [parseCount("200k"), parseCount("1M"), parseCount("1.5M"), parseCount(7)].map((r) => r.ok && r.value),
    ).toEqual([200_000, 1_000_000, 1_500_000, 7]);
  });

  it("K, M and G are powers of 1024 for bytes", () => {
    expect(["64M", "1G", "8k", "64MB", "64MiB", "512"].map((text) => parseBytes(text))).toEqual(
      [67108864, 1073741824, 8192, 67108864, 67108864, 512].map((value) => ({ ok: true, value })),
    );
  });

  it.each(["", "1.5", "k", "2x", "-1", "1e3", "99999999G"])("%j is no count", (text) => {
    expect(parseCount(text).ok).toBe(false);
  });

  it("a count is printed with the largest prefix that loses nothing", () => {
    expect([200_000, 1_000_000, 1500, 0, 1_500_000].map(formatCount)).toEqual(["200k", "1M", "1500", "0", "1500k"]);
  });

  it("bytes are printed for people", () => {
    expect([0, 1023, 1536, 2 * 1024 ** 3].map(formatBytes)).toEqual(["0", "1023", "1.5K", "2G"]);
  });
});

describe("shares", () => {
  it("5% and 0.05 are the same", () => {
    expect(parseFraction("5%")).toEqual(parseFraction(0.05));
    expect(parseFraction("2.5 %")).toEqual({ ok: true, value: 0.025 });
  });

  it("a bare number above 1 is refused, for it may be meant as percent", () => {
    expect(parseFraction(5)).toMatchObject({ ok: false, hint: "write a percentage or a share of one: 5% or 0.05" });
  });

  it("is printed as a percentage", () => {
    expect([0.05, 0.001, 0.125].map(formatFraction)).toEqual(["5%", "0.1%", "12.5%"]);
  });
});
