/**
 * Zipf's law over 1 ... n: the probability of k is proportional to k^-exponent. Drawn by rejection-inversion
 * (W. Hörmann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete distributions",
 * ACM TOMACS 6 (1996) 169-184), with the integral of the hat shifted so that exponent 1 and those below it work too.
 * A draw takes constant time and memory whatever n is; at exponent 0.8 about one in a hundred is rejected.
 */
import type { Random } from "./random.ts";

export type DrawRank = (random: Random) => number;

/** `count` at least 1, `exponent` at least 0: 0 is uniform. */
export function zipfRanks(count: number, exponent: number): DrawRank {
  const hat = new Hat(exponent);
  // The first rank's share of the area is exactly its height, 1: it is never rejected.
  const lowest = hat.areaTo(1.5) - 1;
  const highest = hat.areaTo(count + 0.5);
  // Left of this distance from the middle of its rank a point is under the curve for every rank: no power is needed.
  const sure = 2 - hat.placeOf(hat.areaTo(2.5) - hat.height(2));
  return (random) => {
    for (;;) {
      const area = highest + random.nextFraction() * (lowest - highest);
      const place = hat.placeOf(area);
      // Rounding may leave the range by one at its ends.
      const rank = Math.min(count, Math.max(1, Math.floor(place + 0.5)));
      if (rank - place <= sure || area >= hat.areaTo(rank + 0.5) - hat.height(rank)) return rank;
    }
  };
}

/** The curve x^-exponent, its area from 1 to x, and the inverse of that. */
class Hat {
  private readonly exponent: number;

  constructor(exponent: number) {
    this.exponent = exponent;
  }

  height(x: number): number {
    return x ** -this.exponent;
  }

  /** (x^(1 - exponent) - 1) / (1 - exponent); ln x where the exponent is 1. */
  areaTo(x: number): number {
    const log = Math.log(x);
    const power = (1 - this.exponent) * log;
    return power === 0 ? log : (Math.expm1(power) / power) * log;
  }

  placeOf(area: number): number {
    // Below -1 only by rounding.
    const power = Math.max(-1, area * (1 - this.exponent));
    return power === 0 ? Math.exp(area) : Math.exp((Math.log1p(power) / power) * area);
  }
}
