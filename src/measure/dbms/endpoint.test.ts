import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../os/fake-os.ts";
import { type EndpointRequest, openEndpoint } from "./endpoint.ts";

const REQUEST: EndpointRequest = {
  variant: "A",
  listen: "socket",
  port: null,
  defaultPort: 5432,
  folder: null,
  socketName: (port) => `.s.PGSQL.${port}`,
};
const LISTENING_ON_21000 = "sl\n 0: 0100007F:5208 00000000:0000 0A 0 0 0 0 0 0 1\n";

describe("an endpoint", () => {
  it("is a socket in a private folder unless TCP is asked for", async () => {
    const endpoint = await openEndpoint(createFakeOs(), REQUEST);
    expect(endpoint.socketFolder).toBe(endpoint.privateFolder);
    expect(endpoint.address).toEqual({ kind: "socket", path: `${endpoint.privateFolder}/.s.PGSQL.5432` });
  });

  it("takes a port on which nobody listens", async () => {
    const free = await openEndpoint(createFakeOs(), { ...REQUEST, listen: "tcp" });
    const row = ` 0: 0100007F:${free.port.toString(16).toUpperCase()} 00000000:0000 0A 0 0 0 0 0 0 1`;
    const os = createFakeOs({ files: { "/proc/net/tcp": `sl\n${row}\n` } });
    const endpoint = await openEndpoint(os, { ...REQUEST, listen: "tcp" });
    expect(endpoint.port).not.toBe(free.port);
    expect(endpoint.address).toEqual({ kind: "tcp", host: "127.0.0.1", port: endpoint.port });
    expect(endpoint.socketPath).toBe(`${endpoint.privateFolder}/.s.PGSQL.${endpoint.port}`);
  });

  it("is refused on a port that is taken, on IPv4 or IPv6", async () => {
    for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
      const os = createFakeOs({ files: { [table]: LISTENING_ON_21000 } });
      await expect(openEndpoint(os, { ...REQUEST, listen: "tcp", port: 21000 })).rejects.toMatchObject({
        code: "port-in-use",
        where: "127.0.0.1:21000",
      });
    }
  });

  it("may have a port of somebody else's where only the socket's name follows from it", async () => {
    const os = createFakeOs({ files: { "/proc/net/tcp": LISTENING_ON_21000 } });
    const endpoint = await openEndpoint(os, { ...REQUEST, port: 21000 });
    expect(endpoint.socketPath).toBe(`${endpoint.privateFolder}/.s.PGSQL.21000`);
  });

  it("is refused where something is in the socket's place", async () => {
    const os = createFakeOs({ files: { "/run/.s.PGSQL.5432": "" } });
    await expect(openEndpoint(os, { ...REQUEST, folder: "/run" })).rejects.toMatchObject({
      code: "socket-in-use",
      where: "/run/.s.PGSQL.5432",
    });
  });
});
