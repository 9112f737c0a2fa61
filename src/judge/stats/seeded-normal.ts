/**
 * A seeded stream of standard normal numbers, for simulations that must repeat to the bit: calibration of the
 * boundary and the tests of error rates. Not for keys or orders of a run.
 *
 * Generator: sfc32 (Doty-Humphrey, PractRand), normal numbers by Marsaglia's polar method. One stream per seed;
 * 32 bits a uniform are enough here, since no probability below 1e-5 is read from a simulation.
 */
export function seededNormal(seed: number): () => number {
  const uniform = seededUniform(seed);
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    let x = 0;
    let y = 0;
    let square = 0;
    do {
      x = 2 * uniform() - 1;
      y = 2 * uniform() - 1;
      square = x * x + y * y;
    } while (square >= 1 || square === 0);
    const factor = Math.sqrt((-2 * Math.log(square)) / square);
    spare = y * factor;
    return x * factor;
  };
}

/** A seeded stream of numbers in [0, 1), 32 bits each. `seed` is an integer. */
export function seededUniform(seed: number): () => number {
  let a = 0x9e3779b9 ^ seed;
  let b = 0x243f6a88;
  let c = Math.imul(seed, 2654435761) ^ 0xb7e15162;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  // The first outputs still show the seed.
  for (let i = 0; i < 20; i++) next();
  return next;
}
