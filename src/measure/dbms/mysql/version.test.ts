import { describe, expect, it } from "vitest";
import { dataFormat, isAtLeast } from "./version.ts";

describe("a MySQL version", () => {
  it("is compared number by number", () => {
    expect(isAtLeast("5.6.24", "5.7")).toBe(false);
    expect(isAtLeast("5.7.0", "5.7")).toBe(true);
    expect(isAtLeast("10.1", "9.7")).toBe(true);
    expect(isAtLeast("5.10.1", "5.7")).toBe(true);
    expect(isAtLeast("8.0.37-debug", "8.0.37")).toBe(true);
    expect(isAtLeast("8.0", "8.0.1")).toBe(false);
  });

  it("shares its data files with its series before 8.0", () => {
    expect(dataFormat("5.6.24")).toBe("5.6");
    expect(dataFormat("5.7.44-log")).toBe("5.7");
  });

  it("shares them with no other from 8.0 on, which refuses those of a later release", () => {
    expect(dataFormat("8.0.37")).toBe("8.0.37");
    expect(dataFormat("8.0.36")).not.toBe(dataFormat("8.0.37"));
    expect(dataFormat("8.4.9-log")).toBe("8.4.9");
    expect(dataFormat("9.1.0-debug")).toBe(dataFormat("9.1.0"));
  });
});
