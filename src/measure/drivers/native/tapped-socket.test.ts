import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTappedSocket } from "./tapped-socket.ts";

const root = mkdtempSync(join(tmpdir(), "dbdyno-tap-"));
const path = join(root, "s");
const accepted: Socket[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((socket) => accepted.push(socket)).listen(path);
  await once(server, "listening");
});
afterAll(() => {
  for (const socket of accepted) socket.destroy();
  server.close();
  rmSync(root, { recursive: true, force: true });
});

describe("a socket for a load", () => {
  it("breaks off when the server says nothing while a client logs in", async () => {
    const tap = openTappedSocket({ kind: "socket", path }, 50);
    const [error] = await once(tap.socket, "error");
    expect(error).toMatchObject({ code: "ETIMEDOUT", message: "the server said nothing for 0.05 s" });
    expect(tap.errorCode()).toBe("ETIMEDOUT");
  });

  it("waits for any time once the limit is taken off, for the load has its own", async () => {
    const tap = openTappedSocket({ kind: "socket", path }, 50);
    tap.socket.setTimeout(0);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(tap.socket.destroyed).toBe(false);
    tap.socket.destroy();
  });
});
