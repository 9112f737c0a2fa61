import { describe, expect, it } from "vitest";
import { closeness, ratioOf } from "./ratio.ts";

describe("the ratio of two drivers", () => {
  it("is the geometric mean, with Student's t interval on the log scale", () => {
    const { mean, low, high } = ratioOf([
      { native: 1, sysbench: 1 },
      { native: 2, sysbench: 1 },
      { native: 4, sysbench: 1 },
    ]);
    expect(mean).toBeCloseTo(2, 10);
    // t = 4.302653 at 2 degrees of freedom; the logarithms have standard deviation ln 2.
    expect(Math.log(high / mean)).toBeCloseTo((4.302653 * Math.LN2) / Math.sqrt(3), 5);
    expect(low * high).toBeCloseTo(mean * mean, 10);
  });

  it("turns over when the sides are changed", () => {
    const rounds = [
      { native: 3, sysbench: 2 },
      { native: 5, sysbench: 4 },
      { native: 9, sysbench: 7 },
    ];
    const turned = rounds.map(({ native, sysbench }) => ({ native: sysbench, sysbench: native }));
    expect(ratioOf(turned).low).toBeCloseTo(1 / ratioOf(rounds).high, 10);
  });

  it("is within, beyond, or not known well enough", () => {
    expect(closeness({ mean: 1, low: 0.96, high: 1.04 }, 0.05)).toBe("within");
    expect(closeness({ mean: 1.1, low: 1.06, high: 1.14 }, 0.05)).toBe("differs");
    expect(closeness({ mean: 0.9, low: 0.87, high: 0.94 }, 0.05)).toBe("differs");
    expect(closeness({ mean: 1.03, low: 0.99, high: 1.07 }, 0.05)).toBe("interval too wide");
  });
});
