/**
 * A name that one process of this machine holds at a time: an abstract socket (unix(7)). The kernel frees it when its holder
 * ends, however that ends, so there is no stale lock; and whoever finds it taken can ask by whom.
 */
import { connect, createServer, type Server } from "node:net";
import { errnoOf } from "./faults.ts";

export interface Held {
  readonly kind: "held";
  release(): Promise<void>;
}

export interface Taken {
  readonly kind: "taken";
  /** What the holder says of itself; null where it does not answer within a second. */
  readonly by: string | null;
}

const ANSWER_MILLISECONDS = 1000;

/** `about` is told to others who ask for the name. It does not keep the process running. Linux only: elsewhere all names are free. */
export async function holdName(name: string, about: string): Promise<Held | Taken> {
  if (process.platform !== "linux") return { kind: "held", release: async () => undefined };
  const path = `\0dbdyno-${name}`;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(about);
  });
  try {
    await listen(server, path);
  } catch (fault) {
    if (errnoOf(fault) !== "EADDRINUSE") throw fault;
    return { kind: "taken", by: await ask(path) };
  }
  server.unref();
  return { kind: "held", release: () => close(server) };
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}

function ask(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(path).setEncoding("utf8");
    socket.setTimeout(ANSWER_MILLISECONDS, () => socket.destroy());
    socket.on("data", (text) => {
      said += text;
    });
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(said === "" ? null : said));
  });
}
