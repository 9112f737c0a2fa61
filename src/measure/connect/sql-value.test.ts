import { describe, expect, it } from "vitest";
import { integerValue, sqlValue } from "./sql-value.ts";

describe("a 64-bit integer", () => {
  it("is a number where a number holds it exactly, else its text", () => {
    expect(integerValue("-42")).toBe(-42);
    expect(integerValue("9007199254740991")).toBe(9007199254740991);
    expect(integerValue("9007199254740993")).toBe("9007199254740993");
    expect(integerValue("-9223372036854775808")).toBe("-9223372036854775808");
  });
});

describe("a value of a row", () => {
  it("is text, number or null, whatever the library makes of it", () => {
    expect(sqlValue(undefined)).toBeNull();
    expect(sqlValue(null)).toBeNull();
    expect(sqlValue(1.5)).toBe(1.5);
    expect(sqlValue("x")).toBe("x");
    expect(sqlValue(Buffer.from("größe"))).toBe("größe");
    expect(sqlValue(true)).toBe("true");
  });
});
