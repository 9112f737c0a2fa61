/** Where a server will listen: a private socket always, and a TCP port of 127.0.0.1 only when asked. */
import { LabError } from "../../model/errors.ts";
import type { ServerAddress } from "../../model/server.ts";
import type { Os } from "../../os/os.ts";
import { isBoundSocket, listeningPorts } from "./listening.ts";

export interface EndpointRequest {
  readonly variant: string;
  readonly listen: "socket" | "tcp";
  /** From the configuration; null: any that is free, or the family's own for a socket. */
  readonly port: number | null;
  /** The port where only the socket counts: PostgreSQL names its socket by it. */
  readonly defaultPort: number;
  /** Folder for the socket from the configuration; null: a private one. */
  readonly folder: string | null;
  /** Name of the socket's file. */
  readonly socketName: (port: number) => string;
}

export interface Endpoint {
  /** Private folder, removed when the server has stopped; also for the pid file. */
  readonly privateFolder: string;
  readonly socketFolder: string;
  readonly socketPath: string;
  readonly port: number;
  readonly address: ServerAddress;
}

/** Below the kernel's own range for outgoing connections (ip_local_port_range, from 32768), above the well-known ones. */
const PORT_RANGE = { first: 21000, last: 29999 };
const LOCALHOST = "127.0.0.1";

/**
 * Picks and checks the address, and makes the private folder, last, so that a refused address leaves nothing behind.
 * Throws `port-in-use` and `socket-in-use`. Between this check and the server's own bind somebody else may come first;
 * the server then dies and its log says so.
 */
export async function openEndpoint(os: Os, request: EndpointRequest): Promise<Endpoint> {
  const port = request.listen === "tcp" ? await choosePort(os, request) : (request.port ?? request.defaultPort);
  const name = request.socketName(port);
  if (request.folder !== null) await refuseTaken(os, request, `${request.folder}/${name}`);
  const privateFolder = await os.files.makeSocketDirectory();
  const socketFolder = request.folder ?? privateFolder;
  const socketPath = `${socketFolder}/${name}`;
  const address: ServerAddress =
    request.listen === "tcp" ? { kind: "tcp", host: LOCALHOST, port } : { kind: "socket", path: socketPath };
  return { privateFolder, socketFolder, socketPath, port, address };
}

async function choosePort(os: Os, { variant, port }: EndpointRequest): Promise<number> {
  const taken = await takenPorts(os);
  if (port === null) return freePort(taken);
  if (!taken.has(port)) return port;
  throw new LabError({
    code: "port-in-use",
    message: `variant ${variant}: another process listens on port ${port}`,
    hint: `leave \`port\` out of its config, so that a free one is taken, or see who it is: ss -ltnp sport = ${port}`,
    where: `${LOCALHOST}:${port}`,
  });
}

/** Empty where the kernel has no such tables (no IPv6): the server's own bind is then the only check. */
async function takenPorts(os: Os): Promise<ReadonlySet<number>> {
  const tables = await Promise.all(["/proc/net/tcp", "/proc/net/tcp6"].map((path) => os.files.readIfThere(path)));
  return new Set(tables.flatMap((text) => [...listeningPorts(text ?? "")]));
}

/** Each process begins elsewhere, so that two of them that start servers at the same moment do not pick the same. */
function freePort(taken: ReadonlySet<number>): number {
  const count = PORT_RANGE.last - PORT_RANGE.first + 1;
  for (let step = 0; step < count; step++) {
    const port = PORT_RANGE.first + ((process.pid + step) % count);
    if (!taken.has(port)) return port;
  }
  throw new LabError({
    code: "port-in-use",
    message: `no free port between ${PORT_RANGE.first} and ${PORT_RANGE.last}`,
    hint: "leave `listen: tcp` out of the spec: servers then listen on private sockets",
  });
}

/** mysqld unlinks a socket that is there and takes its place, whoever listens on it: so nothing may be there. */
async function refuseTaken(os: Os, { variant }: EndpointRequest, path: string): Promise<void> {
  if (!(await os.files.exists(path))) return;
  const bound = isBoundSocket((await os.files.readIfThere("/proc/net/unix")) ?? "", path);
  throw new LabError({
    code: "socket-in-use",
    message: `variant ${variant}: ${bound ? `another process listens on ${path}` : `something is at ${path} already`}`,
    hint: bound
      ? `leave the socket out of its config, so that a private one is made, or see who it is: ss -lxp src ${path}`
      : `leave the socket out of its config, so that a private one is made, or remove ${path} if a dead server left it`,
    where: path,
  });
}
