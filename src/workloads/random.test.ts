import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom, deriveSeed } from "./random.ts";

/** 10 000 draws in 10 bins; 27.9 is the 99.9 % point of chi-square with 9 degrees of freedom, and the seeds are fixed. */
function chiSquareOfTenths(draw: () => number): number {
  const bins = new Array<number>(10).fill(0);
  for (let index = 0; index < 10_000; index++) {
    const bin = Math.floor(draw() * 10);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
}

describe("createRandom", () => {
  it("gives the same numbers for the same seed and others for another", () => {
    const draw = (seed: number): readonly number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 50 }, () => random.nextUint32());
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7).filter((value, index) => value === draw(8)[index])).toEqual([]);
  });

  it("spreads fractions evenly over [0, 1)", () => {
    for (const seed of [0, 1, 2, 0xffffffff]) {
      const random = createRandom(seed);
      expect(chiSquareOfTenths(() => random.nextFraction())).toBeLessThan(27.9);
    }
  });

  it("spreads 32-bit numbers evenly, also the first of many seeds", () => {
    const random = createRandom(3);
    expect(chiSquareOfTenths(() => random.nextUint32() / 0x100000000)).toBeLessThan(27.9);
    let seed = 0;
    expect(chiSquareOfTenths(() => createRandom(seed++).nextFraction())).toBeLessThan(27.9);
  });

  it("draws below a count only numbers from 0 up to it, and all of them", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 20 }), (seed, count) => {
        const random = createRandom(seed);
        const seen = new Set(Array.from({ length: count * 40 }, () => random.nextBelow(count)));
        expect([...seen].every((value) => Number.isInteger(value) && value >= 0 && value < count)).toBe(true);
        expect(seen.size).toBe(count);
      }),
      { numRuns: 50, seed: 1 },
    );
  });
});

describe("deriveSeed", () => {
  it("depends on the seed, on each label and on where one label ends", () => {
    const seeds = [
      deriveSeed(1, "a", "bc"),
      deriveSeed(1, "ab", "c"),
      deriveSeed(1, "abc"),
      deriveSeed(2, "a", "bc"),
      deriveSeed(1, "a", "bc", 0),
      deriveSeed(1 + 0x100000000, "a", "bc"),
    ];
    expect(new Set(seeds).size).toBe(seeds.length);
    expect(deriveSeed(1, "a", "bc")).toBe(seeds[0]);
  });

  it("gives streams of neighbouring clients that have no number in common at one place", () => {
    const first = createRandom(deriveSeed(1, "client", 1));
    const second = createRandom(deriveSeed(1, "client", 2));
    const equal = Array.from({ length: 1000 }, () => first.nextUint32() === second.nextUint32());
    expect(equal.includes(true)).toBe(false);
  });
});
