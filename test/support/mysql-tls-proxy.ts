/**
 * TLS in front of a MySQL server that has none that today's clients take (5.6 with yaSSL ends at TLS 1.0). Towards the client
 * it is the server's own protocol: the greeting offers TLS, the client asks for it, and the rest is the server's, with the
 * numbers of the login's packets moved by the one packet that asks. Login goes to and fro, so each read is one packet.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext, TLSSocket } from "node:tls";
import type { Certificate } from "./certificates.ts";
import { endTogether } from "./end-together.ts";

export interface MysqlTlsProxy {
  readonly path: string;
  /** Connections that came to use TLS. */
  secured(): number;
  close(): Promise<void>;
}

/** Offset of the payload, behind length (3) and number (1). */
const HEADER = 4;
const NUMBER = 3;
/** Flags, longest packet, character set, 23 reserved. */
const TLS_REQUEST_BYTES = HEADER + 4 + 4 + 1 + 23;
/** CLIENT_SSL of the capability flags, in their second byte. */
const TLS_FLAG = 0x08;
const OK = 0x00;

export async function startMysqlTlsProxy(serverSocket: string, certificate: Certificate): Promise<MysqlTlsProxy> {
  const path = join(mkdtempSync(join(tmpdir(), "dbdyno-tls-proxy-")), "mysql.sock");
  const secureContext = createSecureContext({
    cert: readFileSync(certificate.certificateFile),
    key: readFileSync(certificate.keyFile),
  });
  const open = new Set<Socket>();
  let secured = 0;
  const server = createServer((client) => {
    const behind = connect(serverSocket);
    endTogether(client, behind, open);
    behind.once("data", (greeting) => {
      client.write(offeringTls(greeting));
      client.once("readable", () => {
        secured++;
        // What the client sends behind it is TLS: it may be here already, and is left for the TLS stream.
        client.read(TLS_REQUEST_BYTES);
        const secure = new TLSSocket(client, { isServer: true, secureContext });
        secure.on("error", () => client.destroy());
        secure.once("data", (login) => {
          behind.write(withoutTlsFlag(login));
          relayLogin(secure, behind);
        });
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    path,
    secured: () => secured,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(join(path, ".."), { recursive: true, force: true });
    },
  };
}

/** Packet by packet until the server says OK, then as it comes. */
function relayLogin(secure: TLSSocket, behind: Socket): void {
  const onServer = (packet: Buffer): void => {
    secure.write(renumbered(packet, 1));
    if (packet[HEADER] !== OK) return;
    behind.off("data", onServer);
    secure.off("data", onClient);
    secure.pipe(behind);
    behind.pipe(secure);
  };
  const onClient = (packet: Buffer): boolean => behind.write(renumbered(packet, -1));
  behind.on("data", onServer);
  secure.on("data", onClient);
}

/** https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_handshake_v10.html */
function offeringTls(greeting: Buffer): Buffer {
  const version = greeting.indexOf(0, HEADER + 1);
  // Behind the version's end: connection (4), scramble (8), filler (1), flags.
  return withByte(greeting, version + 1 + 4 + 8 + 1 + 1, (byte) => byte | TLS_FLAG);
}

function withoutTlsFlag(login: Buffer): Buffer {
  return renumbered(
    withByte(login, HEADER + 1, (byte) => byte & ~TLS_FLAG),
    -1,
  );
}

function renumbered(packet: Buffer, by: number): Buffer {
  return withByte(packet, NUMBER, (byte) => byte + by);
}

function withByte(packet: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(packet);
  copy[at] = change(copy[at] ?? 0);
  return copy;
}
