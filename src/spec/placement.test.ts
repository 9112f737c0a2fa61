import { describe, expect, it } from "vitest";
import { placementWarnings } from "./placement.ts";
import { HOST } from "./test-samples.ts";

const FOUR_CORES = {
  ...HOST,
  cpus: [0, 1, 2, 3, 4, 5, 6, 7],
  cores: 4,
  siblings: [
    [0, 4],
    [1, 5],
    [2, 6],
    [3, 7],
  ],
};

describe("the placement of server and clients", () => {
  it("is doubted where they share a core though no CPU, with halves that share none", () => {
    expect(placementWarnings({ server: [0, 1, 2, 3], client: [4, 7] }, FOUR_CORES)).toEqual([
      {
        code: "shared-cores",
        message: "server and load clients share cores: CPU 0,4, CPU 3,7 are hardware threads of one",
        advice: expect.stringContaining('cpus: { server: "0-1,4-5", client: "2-3,6-7" }'),
      },
    ]);
    expect(placementWarnings({ server: [0, 1, 4, 5], client: [2, 3, 6, 7] }, FOUR_CORES)).toEqual([]);
  });

  it("is doubted for the CPUs alone where those are shared", () => {
    expect(placementWarnings(null, FOUR_CORES).map(({ code }) => code)).toEqual(["shared-cpus"]);
  });

  it("cannot be better on one core", () => {
    const host = { ...HOST, cpus: [0, 1], cores: 1, siblings: [[0, 1]] };
    const [warning] = placementWarnings({ server: [0], client: [1] }, host);
    expect(warning?.advice).toContain("this machine has one core for us");
  });
});
