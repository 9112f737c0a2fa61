import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTappedSocket, type TappedSocket } from "../tapped-socket.ts";
import { EpollLoop } from "./epoll-loop.ts";
import type { LoadLoop, Wire } from "./load-loop.ts";
import { NodeLoop } from "./node-loop.ts";
import { loadSyscalls } from "./syscalls.ts";

const root = mkdtempSync(join(tmpdir(), "dbdyno-loop-"));
const path = join(root, "s");
let server: Server;
let accepted: Socket;

beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    accepted = socket;
    socket.on("error", () => undefined);
  }).listen(path);
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

const LOOPS: Readonly<Record<string, () => Promise<LoadLoop>>> = {
  "Node's events": async () => new NodeLoop(),
  epoll: async () => {
    const calls = await loadSyscalls();
    if (calls === null) throw new Error("the machine of the tests has epoll and the FFI library");
    return new EpollLoop(calls, true);
  },
};

describe.each(Object.keys(LOOPS))("a load loop on %s", (name) => {
  let loop: LoadLoop;
  let tap: TappedSocket;
  let wire: Wire;
  let received: string;
  let lost: number;

  beforeEach(async () => {
    loop = (await LOOPS[name]?.()) ?? new NodeLoop();
    tap = openTappedSocket({ kind: "socket", path });
    await once(tap.socket, "connect");
    await until(() => accepted !== undefined && !accepted.destroyed);
    received = "";
    lost = 0;
    wire = loop.attach(tap, {
      onBytes: (bytes, length) => {
        received += Buffer.from(bytes.subarray(0, length)).toString();
      },
      onLost: () => lost++,
    });
  });
  afterEach(() => {
    loop.close();
    tap.socket.destroy();
    accepted.destroy();
  });

  it("carries bytes both ways and counts them", async () => {
    accepted.on("data", (bytes) => accepted.write(`<${bytes.toString()}>`));
    wire.send(Buffer.from("one"));
    await until(() => received === "<one>");
    wire.send(Buffer.from("two"));
    await until(() => received === "<one><two>");
    expect({ sent: wire.bytesSent, received: wire.bytesReceived }).toEqual({ sent: 6, received: 10 });
  });

  it("sends all of what the kernel has no room for, though the caller overwrites it", async () => {
    const size = 5_000_000;
    const bytes = Buffer.alloc(size, "a");
    wire.send(bytes);
    wire.send(Buffer.from("z"));
    if (name === "epoll") bytes.fill("b");
    let got = 0;
    let last = "";
    accepted.on("data", (chunk) => {
      got += chunk.length;
      last = chunk.toString().slice(-2);
      if (chunk.includes("b")) last = "overwritten";
    });
    await until(() => got === size + 1);
    expect(last).toBe("az");
    expect(wire.bytesSent).toBe(size + 1);
  });

  it("tells once that the other end is gone, after what it said last", async () => {
    accepted.end("goodbye");
    await until(() => lost === 1);
    expect(received).toBe("goodbye");
    expect(wire.errorCode()).toBe(null);
    await pause(20);
    expect(lost).toBe(1);
  });

  it("names the error of a connection that breaks while it sends", async () => {
    accepted.destroy();
    await until(() => {
      wire.send(Buffer.from("anybody there"));
      return lost === 1;
    });
    expect([null, "EPIPE", "ECONNRESET"]).toContain(wire.errorCode());
  });

  it("does not tell of a connection that it was told to destroy", async () => {
    wire.destroy();
    await pause(30);
    expect(lost).toBe(0);
    expect(tap.socket.destroyed).toBe(true);
  });

  it("tells of a connection that was closed before the load had it", async () => {
    const other = openTappedSocket({ kind: "socket", path });
    await once(other.socket, "connect");
    other.socket.destroy();
    let told = 0;
    const closed = loop.attach(other, { onBytes: () => undefined, onLost: () => told++ });
    expect(told).toBe(0);
    await until(() => told === 1);
    closed.send(Buffer.from("anybody there"));
    await pause(20);
    expect({ told, lost }).toEqual({ told: 1, lost: 0 });
  });

  it("wakes at the time of the last order, never before", async () => {
    const woken: number[] = [];
    loop.wakeAt(performance.now() + 5, () => woken.push(0));
    const at = performance.now() + 30;
    loop.wakeAt(at, () => woken.push(performance.now()));
    await until(() => woken.length > 0);
    expect(woken).toHaveLength(1);
    expect(woken[0]).toBeGreaterThanOrEqual(at - 0.01);
  });

  it("gives a connection back to its library, which can still talk", async () => {
    loop.close();
    tap.handBack();
    const data = once(tap.socket, "data");
    accepted.write("library");
    expect(String((await data)[0])).toBe("library");
    expect(received).toBe("");
  });
});

describe("a system without descriptors", () => {
  it("cannot have a load loop, and says which call failed and why", async () => {
    const calls = await loadSyscalls();
    if (calls === null) throw new Error("the machine of the tests has epoll and the FFI library");
    const EMFILE = 24;
    const without = { ...calls, epollCreate: () => -1, errorNumber: () => EMFILE };
    expect(() => new EpollLoop(without, true)).toThrow("epoll_create1 failed with EMFILE");
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(2);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
