/** What carries the clients' bytes and keeps the time of one load: one thread, one loop. */
import type { TappedSocket } from "../tapped-socket.ts";

/** A client's connection while the load has it. */
export interface Wire {
  /** Since it was attached. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** All of `bytes`, now or as soon as the kernel takes them. The caller may overwrite them afterwards. */
  send(bytes: Buffer): void;
  /** Closes it at once. `onLost` is not called. */
  destroy(): void;
  /** Why it was lost, as the system names it (`ECONNRESET`); null: the other end closed it in order. */
  errorCode(): string | null;
}

/** Whoever has the connection; an object of many fields, and not two functions more for each client. */
export interface WireEvents {
  /** `bytes` are valid until it returns. */
  onBytes(bytes: Uint8Array, length: number): void;
  /** Once: the connection is gone. Not before `attach` has returned. */
  onLost(): void;
}

export interface LoadLoop {
  /** Takes a logged-in connection over from the library. */
  attach(tap: TappedSocket, events: WireEvents): Wire;
  /** `onWake` is called once at `at` (`performance.now()`) or as soon after as can be, in place of any earlier order. */
  wakeAt(at: number, onWake: () => void): void;
  /** Every connection that is left goes back to its library, which can then say goodbye. */
  close(): void;
}
