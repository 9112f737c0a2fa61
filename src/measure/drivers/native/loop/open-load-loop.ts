import type { TappedSocket } from "../tapped-socket.ts";
import { EpollLoop } from "./epoll-loop.ts";
import type { LoadLoop } from "./load-loop.ts";
import { NodeLoop } from "./node-loop.ts";
import { loadSyscalls } from "./syscalls.ts";

export interface LoopWishes {
  /** False: a reply is handled at once, also where handling several together would cost less. */
  readonly mayGather: boolean;
}

/** The loop for connections like `taps`: epoll, or Node's own events where there is no descriptor to poll (TLS). */
export async function openLoadLoop(taps: readonly TappedSocket[], wishes: LoopWishes): Promise<LoadLoop> {
  const calls = taps.every((tap) => tap.descriptor() !== null) ? await loadSyscalls() : null;
  return calls === null ? new NodeLoop() : new EpollLoop(calls, wishes.mayGather);
}
