/** Key distributions: which rows a load touches. */
import type { KeyDistribution } from "../model/workload.ts";
import type { Random } from "./random.ts";
import { zipfRanks } from "./zipf.ts";

/** Draws one key in 1 ... rows. */
export type DrawKey = (random: Random) => number;

/** sysbench 1.0.20's `--rand-spec-iter`: uniform numbers in the mean that makes the bell. */
const ITERATIONS = 12;
/** `--rand-spec-pct`: width of the hot range, as a share of the table. */
const HOT_WIDTH = 0.01;
/** `--rand-spec-res`: share of the draws that fall into the hot range. */
const HOT_SHARE = 0.75;
/** `--rand-pareto-h`: the first fifth of the rows gets four fifths of the draws. */
const PARETO_H = 0.2;
/** `--rand-zipfian-exp`. */
const ZIPF_EXPONENT = 0.8;

/**
 * The distribution `name` over 1 ... `rows`; `rows` at least 1. Laws and parameters are those of sysbench's `--rand-type`
 * at its defaults (src/sb_rand.c of 1.0.20, zipfian of what follows it; own code), so that results compare.
 */
export function createKeys(name: KeyDistribution, rows: number): DrawKey {
  switch (name) {
    case "uniform":
      return (random) => 1 + random.nextBelow(rows);
    case "special":
      return specialKeys(rows);
    case "gaussian":
      return (random) => 1 + Math.floor(rows * meanOfUniforms(random));
    case "pareto":
      return paretoKeys(rows);
    case "zipfian":
      return zipfRanks(rows, ZIPF_EXPONENT);
  }
}

/**
 * sysbench's default, by the law of `sb_rand_special` in src/sb_rand.c of version 1.0.20 (own code). With
 * t = rows - 1 and one uniform u in [0, 1):
 * - u < 1/4: key = 1 + floor(t * mean of 12 more uniforms): a bell around the middle of the whole table;
 * - else: key = 1 + floor(u * (t/100 + 1) + t/2 - t/200): evenly over the hot range in the middle.
 *
 * The options' text promises a hot range of 1 % of the table. Since the same u chooses the branch and the place,
 * only its upper three quarters are hit: 75 % of the draws fall on 0.75 % of the rows. Kept, so that results compare.
 */
function specialKeys(rows: number): DrawKey {
  const span = rows - 1;
  const hotWidth = span * HOT_WIDTH + 1;
  const hotStart = span / 2 - (span * HOT_WIDTH) / 2;
  return (random) => {
    const place = random.nextFraction();
    if (place < 1 - HOT_SHARE) return 1 + Math.floor(span * meanOfUniforms(random));
    return 1 + Math.floor(place * hotWidth + hotStart);
  };
}

/** key = 1 + floor(rows * u^(ln h / ln(1 - h))): a share h of the rows, the first, gets 1 - h of the draws, at each scale. */
function paretoKeys(rows: number): DrawKey {
  const power = Math.log(PARETO_H) / Math.log(1 - PARETO_H);
  return (random) => 1 + Math.floor(rows * random.nextFraction() ** power);
}

/** By the sum of twelve a bell around 1/2 with standard deviation 1/12. */
function meanOfUniforms(random: Random): number {
  let sum = 0;
  for (let draw = 0; draw < ITERATIONS; draw++) sum += random.nextFraction();
  return sum / ITERATIONS;
}
