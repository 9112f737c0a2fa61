import { describe, expect, it } from "vitest";
import type { Client } from "../client.ts";
import { OpenLoop } from "./open-loop.ts";

/** Ten milliseconds apart, two clients that are in nobody's hands but ours. */
function open() {
  const begun: [client: number, intended: number, now: number][] = [];
  const rested: number[] = [];
  const wakes: number[] = [];
  const clients = [1, 2].map(
    (number) =>
      ({
        begin: (intended: number, now: number) => begun.push([number, intended, now]),
        rest: () => rested.push(number),
      }) as unknown as Client,
  );
  const loop = new OpenLoop(
    () => 10,
    (at) => wakes.push(at),
  );
  loop.start(clients, 100);
  const [first, second] = clients as [Client, Client];
  return { loop, begun, rested, wakes, first, second };
}

describe("an open loop", () => {
  it("begins nothing before it is due, and orders a wake-up for it", () => {
    const { loop, begun, wakes } = open();
    expect(wakes).toEqual([110]);
    loop.woken(109);
    expect(begun).toEqual([]);
    loop.woken(110.5);
    expect(begun).toEqual([[1, 110, 110.5]]);
    expect(wakes.at(-1)).toBe(120);
  });

  it("counts from when an operation was due, also when no client was free then", () => {
    const { loop, begun, first, second } = open();
    loop.woken(125);
    // 110 and 120 are on their way; both clients hang for half a second.
    loop.free(first, 620);
    loop.free(second, 621);
    expect(begun.slice(2)).toEqual([
      [1, 130, 620],
      [2, 140, 621],
    ]);
  });

  it("does not hold a busy server's queue against the client's punctuality", () => {
    const { loop, first } = open();
    loop.woken(121);
    loop.free(first, 620);
    const late = loop.takeLateness();
    expect(late.total).toBe(2);
    expect(late.maxMilliseconds).toBe(11);
    expect(loop.takeLateness().total).toBe(0);
  });

  it("is late itself where a client that becomes free takes what another free one should have sent", () => {
    const { loop, first } = open();
    loop.woken(111);
    // The wake-up for 120 comes late; the first client's reply is handled before it, the second is free all the time.
    loop.free(first, 150);
    expect(loop.takeLateness().maxMilliseconds).toBe(30);
  });

  it("goes on to what was due before its stop, then rests", () => {
    const { loop, begun, rested, first, second } = open();
    loop.woken(121);
    loop.stop(145);
    expect(rested).toEqual([]);
    loop.free(first, 200);
    loop.free(second, 200);
    expect(begun.slice(2).map(([, intended]) => intended)).toEqual([130, 140]);
    loop.free(first, 300);
    expect(rested).toEqual([1]);
    expect(loop.takeUnsent()).toEqual([]);
  });

  it("tells how many it could not send before it had to end", () => {
    const { loop } = open();
    loop.woken(121);
    loop.stop(160);
    // 130, 140 and 150: what is due at the stop itself is not part of the stretch.
    expect(loop.takeUnsent()).toEqual([130, 140, 150]);
  });
});
