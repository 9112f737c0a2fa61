/**
 * Seeded random numbers, cheap enough for the load's hot path: no allocation, 32-bit integer state.
 * sfc32 (Chris Doty-Humphrey, PractRand, public domain, https://pracrand.sourceforge.net/RNG_engines.txt):
 * 128 bits of state, passes PractRand's tests, period of at least 2^32 and 2^127 on average.
 */
export interface Random {
  /** A whole number in 0 ... 2^32 - 1. */
  nextUint32(): number;
  /** A multiple of 2^-53 in [0, 1). Takes two numbers of the sequence. */
  nextFraction(): number;
  /** A whole number in 0 ... `count` - 1, for `count` up to 2^53. */
  nextBelow(count: number): number;
}

/** Mixing rounds after seeding that PractRand's own seeding makes before the first number is used. */
const WARM_UP_ROUNDS = 15;
/** 2^32 divided by the golden ratio: spreads one seed word over the state, as SplitMix does. */
const GOLDEN = 0x9e3779b9;

class Sfc32 implements Random {
  // Kept as signed 32-bit integers: V8 holds those without a heap allocation, unsigned ones it may not.
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: number) {
    this.a = mix32(seed | 0);
    this.b = mix32((seed + GOLDEN) | 0);
    this.c = mix32((seed + GOLDEN + GOLDEN) | 0);
    for (let round = 0; round < WARM_UP_ROUNDS; round++) this.nextInt32();
  }

  nextUint32(): number {
    return this.nextInt32() >>> 0;
  }

  nextFraction(): number {
    const high = this.nextInt32() >>> 5;
    const low = this.nextInt32() >>> 6;
    return (high * 0x4000000 + low) / 0x20000000000000;
  }

  nextBelow(count: number): number {
    return Math.floor(this.nextFraction() * count);
  }

  private nextInt32(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum;
  }
}

/** A new sequence. `seed` is used modulo 2^32; the same seed gives the same numbers on every machine. */
export function createRandom(seed: number): Random {
  return new Sfc32(seed);
}

/**
 * A seed in 0 ... 2^32 - 1 for one purpose, so that streams of clients, tables and measurements do not depend on
 * one another. The same seed and labels give the same result. FNV-1a over the labels, finished with `mix32`.
 */
export function deriveSeed(seed: number, ...labels: readonly (string | number)[]): number {
  let hash = mix32((seed ^ Math.floor(seed / 0x100000000)) | 0);
  for (const label of labels) {
    const text = String(label);
    // Each label ends in a separator: ("ab", "c") and ("a", "bc") are different streams.
    for (let index = 0; index < text.length; index++) hash = fnvStep(hash, text.charCodeAt(index));
    hash = fnvStep(hash, 0xffff);
  }
  return mix32(hash) >>> 0;
}

/** The finaliser of MurmurHash3 (Austin Appleby, public domain): a bijection of 32-bit words, signed result. */
export function mix32(word: number): number {
  let mixed = word;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

function fnvStep(hash: number, unit: number): number {
  const low = Math.imul(hash ^ (unit & 0xff), 0x01000193);
  return Math.imul(low ^ (unit >>> 8), 0x01000193);
}
