import type { LoopKind } from "../messages.ts";
import type { TappedSocket } from "../tapped-socket.ts";
import { EpollLoop } from "./epoll-loop.ts";
import type { LoadLoop } from "./load-loop.ts";
import { NodeLoop } from "./node-loop.ts";
import { loadSyscalls } from "./syscalls.ts";

/**
 * The loop for connections like `taps`; Node's own events where none has a descriptor to poll (TLS), or there is no epoll.
 * A connection that was lost since it was opened has none either, and says nothing of the others.
 */
export async function openLoadLoop(taps: readonly TappedSocket[], kind: LoopKind): Promise<LoadLoop> {
  const canPoll = kind !== "node" && taps.some((tap) => tap.descriptor() !== null);
  const calls = canPoll ? await loadSyscalls() : null;
  return calls === null ? new NodeLoop() : new EpollLoop(calls, kind === "gathering");
}
