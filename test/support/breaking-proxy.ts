/** A proxy between load and server that cuts connections, as one that is restarted or has an idle limit does; it counts bytes. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

export interface BreakingProxy {
  /** Where the load connects; named as the server's own socket is. */
  readonly path: string;
  /** Cuts every connection that is open, in the middle of whatever goes on. New ones are served. */
  cut(): void;
  /** Bytes that came from the clients, and from the server, since it was started. */
  passed(): { readonly toServer: number; readonly toClients: number };
  close(): Promise<void>;
}

export async function startBreakingProxy(serverSocket: string): Promise<BreakingProxy> {
  const folder = mkdtempSync(join(tmpdir(), "dbdyno-proxy-"));
  const path = join(folder, basename(serverSocket));
  const open = new Set<Socket>();
  const passed = { toServer: 0, toClients: 0 };
  const server = createServer((client) => {
    const behind = connect(serverSocket);
    client.on("data", (bytes) => {
      passed.toServer += bytes.length;
    });
    behind.on("data", (bytes) => {
      passed.toClients += bytes.length;
    });
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from);
      from.on("error", () => undefined);
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    path,
    cut,
    passed: () => ({ ...passed }),
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
