import { describe, expect, it } from "vitest";
import { isAtLeast, series } from "./version.ts";

describe("a MySQL version", () => {
  it("is compared number by number", () => {
    expect(isAtLeast("5.6.24", "5.7")).toBe(false);
    expect(isAtLeast("5.7.0", "5.7")).toBe(true);
    expect(isAtLeast("10.1", "9.7")).toBe(true);
    expect(isAtLeast("5.10.1", "5.7")).toBe(true);
    expect(isAtLeast("8.0.37-debug", "8.0.37")).toBe(true);
    expect(isAtLeast("8.0", "8.0.1")).toBe(false);
  });

  it("shares its data files with its series", () => {
    expect(series("5.6.24")).toBe("5.6");
    expect(series("8.4.9-log")).toBe("8.4");
  });
});
