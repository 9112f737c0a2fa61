/** Somebody between client and PostgreSQL server who ends the client's TLS, reads along, and has TLS of his own to the server. */
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { connect as connectTls, createSecureContext, TLSSocket } from "node:tls";
import type { Certificate } from "./certificates.ts";
import { endTogether } from "./end-together.ts";

export interface PostgresTlsProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** SSLRequest: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const TLS_REQUEST = Buffer.from("0000000804d2162f", "hex");

/** `certificate`: what the client sees. */
export async function startPostgresTlsProxy(serverPort: number, certificate: Certificate): Promise<PostgresTlsProxy> {
  const secureContext = createSecureContext({
    cert: readFileSync(certificate.certificateFile),
    key: readFileSync(certificate.keyFile),
  });
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect({ host: "127.0.0.1", port: serverPort });
    endTogether(client, behind, open);
    client.once("readable", () => {
      client.read(TLS_REQUEST.length);
      behind.write(TLS_REQUEST);
    });
    behind.once("data", (answer) => {
      client.write(answer);
      const inside = new TLSSocket(client, { isServer: true, secureContext });
      const secure = connectTls({ socket: behind, rejectUnauthorized: false });
      for (const stream of [secure, inside]) stream.on("error", () => client.destroy());
      secure.pipe(inside).pipe(secure);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: portOf(server.address()),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== "object" || address === null) throw new Error("the proxy listens on no port");
  return address.port;
}
