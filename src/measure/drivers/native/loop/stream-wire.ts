/** A connection that Node's own stream reads and writes. */
import type { TappedSocket } from "../tapped-socket.ts";
import type { Wire, WireEvents } from "./load-loop.ts";

export class StreamWire implements Wire {
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
