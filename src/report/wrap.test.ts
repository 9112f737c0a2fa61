import { describe, expect, it } from "vitest";
import { HANGING, unbroken, wrapLines } from "./wrap.ts";

describe("wrapped text", () => {
  it("breaks between words and indents as asked", () => {
    expect(wrapLines("one two three four", 9, { first: 2, rest: 4 })).toEqual(["  one two", "    three", "    four"]);
  });

  it("gives a word that is longer than the line a line of its own", () => {
    expect(wrapLines("a abcdefghij b", 6, HANGING)).toEqual(["a", "  abcdefghij", "  b"]);
  });

  it("never breaks a command or a percentage", () => {
    expect(wrapLines(`go: ${unbroken("run --now")}`, 8)).toEqual(["go:", "run --now"]);
    expect(wrapLines("at 12 %", 6)).toEqual(["at", "12 %"]);
  });

  it("is one empty line for nothing", () => {
    expect(wrapLines("", 10)).toEqual([""]);
  });
});
