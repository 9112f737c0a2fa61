/** Node's own event loop as a load loop: for TLS, whose bytes only Node can read, and where epoll cannot be called. */
import type { TappedSocket } from "../tapped-socket.ts";
import type { LoadLoop, Wire, WireEvents } from "./load-loop.ts";

export class NodeLoop implements LoadLoop {
  private readonly wires = new Set<StreamWire>();
  private timer: NodeJS.Timeout | undefined;

  attach(tap: TappedSocket, events: WireEvents): Wire {
    const wire = new StreamWire(tap, events);
    this.wires.add(wire);
    return wire;
  }

  /** Node's timers count whole milliseconds and may come a part of one early: then once more. Up to one late. */
  wakeAt(at: number, onWake: () => void): void {
    clearTimeout(this.timer);
    const onTimer = (): void => {
      if (performance.now() < at) this.wakeAt(at, onWake);
      else onWake();
    };
    this.timer = setTimeout(onTimer, Math.max(0, Math.ceil(at - performance.now())));
  }

  close(): void {
    clearTimeout(this.timer);
    for (const wire of this.wires) wire.release();
    this.wires.clear();
  }
}

class StreamWire implements Wire {
  private readonly tap: TappedSocket;
  private readonly sentBefore: number;
  private readonly receivedBefore: number;
  private over = false;

  constructor(tap: TappedSocket, events: WireEvents) {
    this.tap = tap;
    const { socket } = tap;
    this.sentBefore = socket.bytesWritten;
    this.receivedBefore = socket.bytesRead;
    tap.takeOver((bytes, length) => events.onBytes(bytes, length));
    const lose = (): void => {
      if (!this.over) events.onLost();
      this.over = true;
    };
    if (socket.closed) setImmediate(lose);
    else socket.once("close", lose);
  }

  get bytesSent(): number {
    return this.tap.socket.bytesWritten - this.sentBefore;
  }

  get bytesReceived(): number {
    return this.tap.socket.bytesRead - this.receivedBefore;
  }

  send(bytes: Buffer): void {
    // A copy: the stream may write it later, and the caller may overwrite its own.
    this.tap.socket.write(Buffer.from(bytes));
  }

  destroy(): void {
    this.over = true;
    this.tap.socket.destroy();
  }

  release(): void {
    this.over = true;
  }

  errorCode(): string | null {
    return this.tap.errorCode();
  }
}
