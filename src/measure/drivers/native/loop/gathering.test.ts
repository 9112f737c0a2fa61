import { describe, expect, it } from "vitest";
import { gatheringTime } from "./gathering.ts";

describe("gathering replies", () => {
  it("takes the time in which two replies come, from a sixth to a sixteenth of the mean latency", () => {
    // 64 clients at 64 replies a millisecond: one millisecond each.
    expect(gatheringTime({ clients: 64, cpus: 2, replies: 320, milliseconds: 5 })).toBe(63);
    expect(gatheringTime({ clients: 20, cpus: 2, replies: 100, milliseconds: 5 })).toBe(100);
    expect(gatheringTime({ clients: 8, cpus: 2, replies: 333, milliseconds: 5 })).toBe(20);
  });

  it("takes 200 us at most", () => {
    expect(gatheringTime({ clients: 1024, cpus: 2, replies: 250, milliseconds: 5 })).toBe(200);
  });

  it("is off where a server could run out of requests: with fewer than four clients for each CPU", () => {
    expect(gatheringTime({ clients: 7, cpus: 2, replies: 2, milliseconds: 5 })).toBe(0);
    expect(gatheringTime({ clients: 8, cpus: 2, replies: 2, milliseconds: 5 })).toBe(200);
  });

  it("is off where that is too short to sleep, and where nothing came", () => {
    expect(gatheringTime({ clients: 64, cpus: 2, replies: 4000, milliseconds: 5 })).toBe(0);
    expect(gatheringTime({ clients: 64, cpus: 2, replies: 0, milliseconds: 5 })).toBe(0);
  });
});
