import type { LoopKind } from "../messages.ts";
import type { TappedSocket } from "../tapped-socket.ts";
import { EpollLoop } from "./epoll-loop.ts";
import type { LoadLoop } from "./load-loop.ts";
import { NodeLoop } from "./node-loop.ts";
import { loadSyscalls } from "./syscalls.ts";

/** The loop for connections like `taps`; Node's own events where there is no descriptor to poll (TLS), or no epoll. */
export async function openLoadLoop(taps: readonly TappedSocket[], kind: LoopKind): Promise<LoadLoop> {
  const canPoll = kind !== "node" && taps.every((tap) => tap.descriptor() !== null);
  const calls = canPoll ? await loadSyscalls() : null;
  return calls === null ? new NodeLoop() : new EpollLoop(calls, kind === "gathering");
}
