import { describe, expect, it } from "vitest";
import { parsePerfStat } from "./count-syscalls.ts";

const COUNTED = `
 Performance counter stats for process id '4711,4712':

         1,234,567      raw_syscalls:sys_enter

       0.500000000 seconds time elapsed

`;

describe("what perf stat prints", () => {
  it("gives a rate", () => {
    expect(parsePerfStat(COUNTED)).toBeCloseTo(2_469_134, 6);
  });

  it("gives nothing where nothing was counted", () => {
    expect(parsePerfStat(COUNTED.replace("1,234,567", "<not counted>"))).toBeNull();
    expect(parsePerfStat("event syntax error: 'raw_syscalls:sys_enter'")).toBeNull();
  });
});
