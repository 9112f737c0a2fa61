/**
 * Student's t distribution, by the regularised incomplete beta function: P(|T| > t) = I_x(df/2, 1/2) with
 * x = df / (df + t^2) (Abramowitz & Stegun 26.7.1). Relative error below 1e-12 for 1 <= df <= 1000, also far out in
 * the tail, because the tail itself is computed and not one minus the body.
 */

/** P(|T| >= |t|): the two-sided p of a t statistic. `df` > 0; `t` may be infinite (0). */
export function twoSidedP(t: number, df: number): number {
  if (!Number.isFinite(t)) return Number.isNaN(t) ? Number.NaN : 0;
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** P(T <= t). */
export function studentTCdf(t: number, df: number): number {
  const tail = twoSidedP(t, df) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** The t with P(T <= t) = p. `p` in (0, 1); for upper tails below 1e-9 `criticalT` keeps more digits. */
export function studentTQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  const size = criticalT(2 * Math.min(p, 1 - p), df);
  return p < 0.5 ? -size : size;
}

/**
 * The positive t with P(|T| >= t) = p: half-width factor of a two-sided interval at level 1 - p. `p` in (0, 1].
 * Newton's method on ln p inside a bracket, bisection where a step leaves it; about 8 evaluations.
 */
export function criticalT(p: number, df: number): number {
  if (p >= 1) return 0;
  const goal = Math.log(p);
  let low = 0;
  let high = 1;
  while (Math.log(twoSidedP(high, df)) > goal) {
    low = high;
    high *= 2;
  }
  let t = high;
  for (let i = 0; i < 200 && high - low > 1e-14 * high; i++) {
    const tail = twoSidedP(t, df);
    const excess = Math.log(tail) - goal;
    if (excess > 0) low = t;
    else high = t;
    const step = (excess * tail) / (2 * density(t, df));
    if (Math.abs(step) < 1e-14 * t) return t + step;
    const next = t + step;
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return t;
}

function density(t: number, df: number): number {
  const log = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  return Math.exp(log - ((df + 1) / 2) * Math.log1p((t * t) / df));
}

/** Regularised incomplete beta I_x(a, b), 0 <= x <= 1; continued fraction DLMF 8.17.22 on the side where it is fast. */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** Lentz's evaluation of the continued fraction; the two terms of each turn are its even and odd coefficients. */
function betaFraction(x: number, a: number, b: number): number {
  const apart = (value: number) => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let c = 1;
  let d = 1 / apart(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  const turn = (coefficient: number) => {
    d = 1 / apart(1 + coefficient * d);
    c = apart(1 + coefficient / c);
    fraction *= c * d;
  };
  for (let m = 1; m <= 1000; m++) {
    turn((m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)));
    turn((-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)));
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return fraction;
}

/** Lanczos' coefficients for g = 7, n = 9 (Godfrey): about 15 digits for positive arguments. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

function logGamma(x: number): number {
  // Lanczos' sum loses digits below 1/2; here x is a half integer, so only 1/2 itself is that small.
  const shifted = x - 1;
  const base = shifted + 7.5;
  const sum = LANCZOS.reduce(
    (total, coefficient, i) => (i === 0 ? coefficient : total + coefficient / (shifted + i)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(sum);
}
