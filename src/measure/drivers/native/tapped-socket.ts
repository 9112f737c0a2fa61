/**
 * A socket that a client library logs in on and that the load then takes over. It reads by `onread`, into one buffer
 * for all sockets: 6-8 us of CPU less for each operation than 'data' events, and the buffer stays in the cache.
 */
import { connect, type Socket } from "node:net";
import type { ServerAddress } from "../../../model/server.ts";

/** Called with bytes that are valid until it returns. */
export type Receive = (bytes: Uint8Array, length: number) => void;

export interface TappedSocket {
  readonly socket: Socket;
  /** From now on bytes go to `receive` and no longer to the library. */
  takeOver(receive: Receive): void;
  /** Back to the library, so that it can say goodbye. */
  handBack(): void;
  /**
   * The system's number of the socket; null where it cannot be read by it (TLS), where it is closed, or Node does not tell: it
   * is no documented property.
   */
  descriptor(): number | null;
  /** The code of the socket's last error (`ECONNRESET`, `EPIPE`), null where it had none. */
  errorCode(): string | null;
}

/** Shared: a socket's bytes are read and handled before the event loop turns to the next socket. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024);

/** A server that says nothing for so long while a client logs in and prepares is hung. */
const SILENCE_MILLISECONDS = 60_000;

/**
 * Begins to connect, in the clear: what a library makes TLS of it, see `tls-tap.ts`. A silence of `silence` milliseconds
 * breaks it off as ETIMEDOUT, until `socket.setTimeout(0)`: a load has limits of its own.
 */
export function openTappedSocket(address: ServerAddress, silence: number = SILENCE_MILLISECONDS): TappedSocket {
  let receive: Receive | null = null;
  const socket: Socket = connect({
    ...(address.kind === "socket" ? { path: address.path } : { host: address.host, port: address.port, noDelay: true }),
    onread: {
      buffer: READ_BUFFER,
      callback(length, bytes) {
        // A library keeps what it is given, so it gets a copy.
        if (receive === null) socket.emit("data", Buffer.from(bytes.subarray(0, length)));
        else receive(bytes, length);
        return true;
      },
    },
  });
  breakOffWhenSilent(socket, silence);
  return {
    socket,
    takeOver(take) {
      receive = take;
    },
    handBack() {
      receive = null;
    },
    descriptor: () => descriptorOf(socket),
    errorCode: keepError(socket),
  };
}

/** Until `socket.setTimeout(0)`. */
export function breakOffWhenSilent(socket: Socket, silence: number = SILENCE_MILLISECONDS): void {
  socket.setTimeout(silence, () => socket.destroy(silent(silence)));
}

/** Keeps the code of its last error from now on; it is no fault of the process then. */
export function keepError(socket: Socket): () => string | null {
  let code: string | null = null;
  socket.on("error", (error) => {
    code = "code" in error && typeof error.code === "string" ? error.code : error.message;
  });
  return () => code;
}

function descriptorOf(socket: Socket): number | null {
  const handle: unknown = Reflect.get(socket, "_handle");
  if (typeof handle !== "object" || handle === null || !("fd" in handle)) return null;
  return typeof handle.fd === "number" && handle.fd >= 0 ? handle.fd : null;
}

function silent(milliseconds: number): Error {
  return Object.assign(new Error(`the server said nothing for ${milliseconds / 1000} s`), { code: "ETIMEDOUT" });
}
