import { describe, expect, it } from "vitest";
import type { Family } from "../../../model/build.ts";
import type { RunningServer } from "../../../model/server.ts";
import { mostLoops, shapeOf } from "./load-shape.ts";

function shape(family: Family, clients: number, cpus: number) {
  const part: Pick<RunningServer, "family"> = { family };
  return shapeOf({ clients, server: part as RunningServer }, cpus);
}

describe("the shape of a load", () => {
  it("on a small machine is one loop, and two before a crowd of PostgreSQL's processes", () => {
    expect([1, 31, 32, 1024].map((clients) => shape("postgres", clients, 2).loops)).toEqual([1, 1, 2, 2]);
    expect([1, 1024].map((clients) => shape("mysql", clients, 2).loops)).toEqual([1, 1]);
  });

  it("gathers replies of MySQL alone", () => {
    expect(shape("mysql", 8, 2).loop).toBe("gathering");
    expect(shape("postgres", 8, 2).loop).toBe("epoll");
  });

  it("has as many loops as a session opened on a large machine", () => {
    expect(mostLoops(64, null)).toBe(8);
    expect(mostLoops(16, null)).toBe(4);
    expect(mostLoops(16, [0, 1])).toBe(2);
    expect(shape("mysql", 8, 64).loops).toBe(8);
  });

  it("never has more loops than the clients have CPUs", () => {
    expect(mostLoops(2, null)).toBe(2);
    expect(mostLoops(2, [1])).toBe(1);
    expect(mostLoops(1, null)).toBe(1);
  });
});
