import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LabError } from "../model/errors.ts";
import { formatCpuList, parseCpuList } from "./cpu-list.ts";

describe("a list of CPUs", () => {
  it("is single numbers and ranges, given back ascending and each once", () => {
    expect(parseCpuList("8,0-3,2")).toEqual([0, 1, 2, 3, 8]);
    expect(parseCpuList("0\n")).toEqual([0]);
    expect(parseCpuList("")).toEqual([]);
  });

  it("that is none is a usage error with the form it should have", () => {
    for (const text of ["a", "1-", "3-1", "1,,2", "-1", "0-6:2/4", "1 2"]) {
      expect(() => parseCpuList(text)).toThrow(LabError);
    }
  });

  it("is written as short as can be", () => {
    expect(formatCpuList([3, 8, 0, 1, 2, 3])).toBe("0-3,8");
    expect(formatCpuList([0, 1])).toBe("0-1");
    expect(formatCpuList([])).toBe("");
  });

  it("is the same after writing and reading", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(4000), { maxLength: 50 }), (cpus) => {
        expect(parseCpuList(formatCpuList(cpus))).toEqual(cpus.toSorted((left, right) => left - right));
      }),
    );
  });
});
