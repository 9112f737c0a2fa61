/** A connection that an `EpollLoop` reads and writes by its descriptor. */
import { getSystemErrorName } from "node:util";
import type { TappedSocket } from "../tapped-socket.ts";
import type { Wire, WireEvents } from "./load-loop.ts";
import type { Syscalls } from "./syscalls.ts";

/** Errno of a socket that has nothing more to give, or no room: EAGAIN. Others mean that the connection is gone. */
const EAGAIN = 11;
const EINTR = 4;

/** Shared: what was read is handled before the next read, and the buffer stays in the cache. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024);

/** What a wire asks of its loop. */
export interface Poller {
  readonly calls: Syscalls;
  /** With `forRoom`, tell when there is room to write too. */
  watch(wire: PolledWire, forRoom: boolean): void;
  forget(wire: PolledWire): void;
}

export class PolledWire implements Wire {
  bytesSent = 0;
  bytesReceived = 0;
  readonly descriptor: number;
  private readonly tap: TappedSocket;
  private readonly events: WireEvents;
  private readonly poller: Poller;
  private readonly calls: Syscalls;
  /** What the kernel had no room for. */
  private unsent: Buffer | null = null;
  private over = false;
  private error: string | null = null;

  constructor(parts: {
    readonly tap: TappedSocket;
    readonly descriptor: number;
    readonly events: WireEvents;
    readonly poller: Poller;
  }) {
    this.tap = parts.tap;
    this.descriptor = parts.descriptor;
    this.events = parts.events;
    this.poller = parts.poller;
    this.calls = parts.poller.calls;
  }

  send(bytes: Buffer): void {
    // Lost, and not told yet: its descriptor may be another connection's by now.
    if (this.over) return;
    if (this.unsent !== null) {
      this.unsent = Buffer.concat([this.unsent, bytes]);
      return;
    }
    const { length } = bytes;
    const sent = this.calls.write(this.descriptor, bytes, length);
    if (sent === length) this.bytesSent += length;
    else this.keepUnsent(bytes, sent);
  }

  /**
   * There is something to read. With `hungUp` all of it is read up to the end of the stream; else a read that does not
   * fill the buffer was the last: what comes later is told anew.
   */
  readable(hungUp: boolean): void {
    while (!this.over) {
      const length = this.calls.read(this.descriptor, READ_BUFFER, READ_BUFFER.length);
      if (length > 0) {
        this.bytesReceived += length;
        this.events.onBytes(READ_BUFFER, length);
        if (length < READ_BUFFER.length && !hungUp) return;
      } else if (length === 0) this.lose(null);
      else if (this.callFailed() === "later") return;
    }
  }

  /** There is room to write. */
  writable(): void {
    const { unsent } = this;
    if (unsent === null) return;
    this.unsent = null;
    this.poller.watch(this, false);
    this.send(unsent);
  }

  destroy(): void {
    this.giveUp();
    this.tap.socket.destroy();
  }

  /** Back to Node and its library. */
  release(): void {
    if (this.over) return;
    this.giveUp();
    this.tap.socket.resume();
  }

  errorCode(): string | null {
    return this.error;
  }

  /** `sent` bytes went, below zero none: the rest goes when there is room. */
  private keepUnsent(bytes: Buffer, sent: number): void {
    if (sent < 0 && this.callFailed() === "gone") return;
    const taken = Math.max(0, sent);
    this.bytesSent += taken;
    // A copy: the caller may overwrite its own.
    this.unsent = Buffer.from(bytes.subarray(taken));
    this.poller.watch(this, true);
  }

  private callFailed(): "later" | "again" | "gone" {
    const number = this.calls.errorNumber();
    if (number === EAGAIN) return "later";
    if (number === EINTR) return "again";
    this.lose(getSystemErrorName(-number));
    return "gone";
  }

  /** It is told later: who sends is in the middle of something. */
  private lose(error: string | null): void {
    if (this.over) return;
    this.error = error;
    this.destroy();
    setImmediate(() => this.events.onLost());
  }

  private giveUp(): void {
    if (this.over) return;
    this.over = true;
    this.poller.forget(this);
  }
}
