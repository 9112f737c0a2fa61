import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, createServer, type Server, type TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAuthority } from "../../../../test/support/certificates.ts";
import type { Wire } from "./loop/load-loop.ts";
import { NodeLoop } from "./loop/node-loop.ts";
import { openLoadLoop } from "./loop/open-load-loop.ts";
import { openTappedSocket, type TappedSocket } from "./tapped-socket.ts";
import { tapLibraryStream } from "./tls-tap.ts";

const root = mkdtempSync(join(tmpdir(), "dbdyno-tls-"));
const path = join(root, "s");
let server: Server;
let accepted: TLSSocket;

beforeAll(async () => {
  const { certificateFile, keyFile } = createAuthority(root, "ca");
  server = createServer({ cert: readFileSync(certificateFile), key: readFileSync(keyFile) }, (socket) => {
    accepted = socket;
    socket.on("data", (bytes) => socket.write(`<${bytes.toString()}>`));
    socket.on("error", () => undefined);
  });
  server.listen(path);
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

describe("a connection that its library made TLS", () => {
  let tap: TappedSocket;
  let loop: NodeLoop;
  let wire: Wire;
  let library: string;
  let received: string;
  let lost: number;

  beforeEach(async () => {
    library = "";
    received = "";
    lost = 0;
    const plain = openTappedSocket({ kind: "socket", path });
    const stream = connect({ socket: plain.socket, rejectUnauthorized: false });
    stream.on("data", (bytes) => {
      library += bytes.toString();
    });
    await once(stream, "secureConnect");
    tap = tapLibraryStream(plain, stream);
    tap.socket.write("login");
    await until(() => library === "<login>");
    loop = new NodeLoop();
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
  });

  it("has no descriptor to poll, so that its load runs on Node's events", async () => {
    expect(tap.descriptor()).toBeNull();
    expect(await openLoadLoop([tap], "gathering")).toBeInstanceOf(NodeLoop);
  });

  it("carries the load's bytes past the library, counted as they are inside TLS", async () => {
    wire.send(Buffer.from("one"));
    await until(() => received === "<one>");
    wire.send(Buffer.from("two"));
    await until(() => received === "<one><two>");
    expect({ sent: wire.bytesSent, received: wire.bytesReceived }).toEqual({ sent: 6, received: 10 });
    expect(library).toBe("<login>");
  });

  it("goes back to the library, which can say goodbye", async () => {
    tap.takeOver(() => undefined);
    tap.handBack();
    tap.socket.write("goodbye");
    await until(() => library === "<login><goodbye>");
    expect(received).toBe("");
  });

  it("tells once that the other end is gone", async () => {
    accepted.destroy();
    await until(() => lost > 0);
    await pause(20);
    expect(lost).toBe(1);
  });
});

describe("a library that reads from something else", () => {
  it("is told as the wrong version of the library", () => {
    const tap = openTappedSocket({ kind: "socket", path });
    expect(tapLibraryStream(tap, tap.socket)).toBe(tap);
    expect(() => tapLibraryStream(tap, {})).toThrow("neither from the socket");
    tap.socket.destroy();
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
