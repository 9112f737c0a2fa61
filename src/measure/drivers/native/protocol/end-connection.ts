import type { TappedSocket } from "../tapped-socket.ts";

/** A server that is stopped or frozen never answers a goodbye. */
const GOODBYE_MILLISECONDS = 1000;

/** Hands the socket back, says goodbye and waits for its close; a second later it is closed by force. */
export function endWithin(tap: TappedSocket, goodbye: () => void): Promise<void> {
  const { socket } = tap;
  if (socket.closed) return Promise.resolve();
  return new Promise((resolve) => {
    const force = setTimeout(() => socket.destroy(), GOODBYE_MILLISECONDS);
    socket.once("close", () => {
      clearTimeout(force);
      resolve();
    });
    tap.handBack();
    goodbye();
  });
}
