import { describe, expect, it } from "vitest";
import {
  formatDuration,
  formatForTsv,
  formatMemory,
  formatNumber,
  formatPercent,
  formatPercentUp,
  formatRatio,
} from "./format-number.ts";

describe("numbers for people", () => {
  it("have three or four significant digits and never an exponent", () => {
    expect([24731.4, 1000, 999.96, 381.24, 38.124, 3.8124, 0.38124, 0.038124, 1e-7, 1.5e9].map(formatNumber)).toEqual([
      "24731",
      "1000",
      "1000.0",
      "381.2",
      "38.12",
      "3.812",
      "0.381",
      "0.0381",
      "0.000000100",
      "1500000000",
    ]);
  });

  it("tell nothing from zero", () => {
    expect([0, null, undefined, Number.NaN].map(formatNumber)).toEqual(["0", "-", "-", "-"]);
  });

  it("show ratios with three decimals below ten", () => {
    expect([0.4972, 1, 9.9999, 12.345, 214.52].map(formatRatio)).toEqual([
      "0.497",
      "1.000",
      "10.000",
      "12.35",
      "214.5",
    ]);
  });

  it("show percent with two digits, and limits rounded up so that they stay true", () => {
    expect([0.05, 0.0344, 0.005, 1.5, 0.996].map(formatPercent)).toEqual(["5 %", "3.4 %", "0.5 %", "150 %", "100 %"]);
    expect([0.12, 0.1204, 0.0341, 0.05, 1.234].map(formatPercentUp)).toEqual(["12 %", "13 %", "3.5 %", "5 %", "130 %"]);
  });

  it("show durations and memory in the unit that people say", () => {
    expect([45.2, 540, 8000, 9000].map(formatDuration)).toEqual(["45 s", "9 min", "2.2 h", "2.5 h"]);
    expect([4_113_174_528, 536_870_912, 2 ** 34].map(formatMemory)).toEqual(["3.8 GiB", "512 MiB", "16 GiB"]);
  });

  it("for programs have six digits and no exponent", () => {
    expect([24731.4567, 0.0000031, 0, 1e-9, 123456789].map(formatForTsv)).toEqual([
      "24731.5",
      "0.0000031",
      "0",
      "0.000000001",
      "123456789",
    ]);
  });
});
