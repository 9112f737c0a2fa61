import { describe, expect, it } from "vitest";
import { digitString, digitsWidth, writeDigits } from "./digits.ts";
import { createRandom } from "./random.ts";

describe("digits", () => {
  it("makes groups of 11 digits joined by dashes, 119 characters for 10 groups and 59 for 5", () => {
    expect(digitsWidth(10)).toBe(119);
    expect(digitsWidth(5)).toBe(59);
    expect(digitString(createRandom(1), 10)).toMatch(/^\d{11}(-\d{11}){9}$/);
    expect(digitString(createRandom(1), 5)).toHaveLength(59);
  });

  it("writes at an offset the same digits as the string, and nothing beside them", () => {
    const bytes = new Uint8Array(70).fill(1);
    const end = writeDigits(createRandom(4), bytes, 5, 5);
    expect(end).toBe(64);
    expect(new TextDecoder().decode(bytes.subarray(5, 64))).toBe(digitString(createRandom(4), 5));
    expect([...bytes.subarray(0, 5), ...bytes.subarray(64)]).toEqual(new Array(11).fill(1));
  });

  it("draws each digit about equally often in each place of a group", () => {
    const random = createRandom(2);
    const counts = Array.from({ length: 11 }, () => new Array<number>(10).fill(0));
    for (let draw = 0; draw < 5000; draw++) {
      [...digitString(random, 1)].forEach((digit, place) => {
        const row = counts[place];
        if (row !== undefined) row[Number(digit)] = (row[Number(digit)] ?? 0) + 1;
      });
    }
    // 500 expected, standard deviation 21.
    expect(Math.min(...counts.flat())).toBeGreaterThan(400);
    expect(Math.max(...counts.flat())).toBeLessThan(600);
  });
});
