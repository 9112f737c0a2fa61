import { describe, expect, it } from "vitest";
import { gatheringTime } from "./gathering.ts";

describe("gathering replies", () => {
  it("takes a sixteenth of the mean latency", () => {
    // 64 clients at 64 replies a millisecond: one millisecond each.
    expect(gatheringTime({ clients: 64, cpus: 2, replies: 320, milliseconds: 5 })).toBe(63);
  });

  it("takes 200 us at most", () => {
    expect(gatheringTime({ clients: 1024, cpus: 2, replies: 250, milliseconds: 5 })).toBe(200);
  });

  it("is off where a server could run out of requests: four clients for each CPU and fewer", () => {
    expect(gatheringTime({ clients: 8, cpus: 2, replies: 2, milliseconds: 5 })).toBe(0);
    expect(gatheringTime({ clients: 9, cpus: 2, replies: 2, milliseconds: 5 })).toBe(200);
  });

  it("is off where a sixteenth is too short to sleep, and where nothing came", () => {
    expect(gatheringTime({ clients: 64, cpus: 2, replies: 2000, milliseconds: 5 })).toBe(0);
    expect(gatheringTime({ clients: 64, cpus: 2, replies: 0, milliseconds: 5 })).toBe(0);
  });
});
