/** Node's own event loop as a load loop: for TLS, whose bytes only Node can read, and where epoll cannot be called. */
import type { TappedSocket } from "../tapped-socket.ts";
import type { LoadLoop, Wire, WireEvents } from "./load-loop.ts";
import { StreamWire } from "./stream-wire.ts";

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
