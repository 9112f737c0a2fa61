import type { Socket } from "node:net";

/** The two connections of a proxy: one ends with the other. `open` has them as long as they are open. */
export function endTogether(client: Socket, behind: Socket, open: Set<Socket>): void {
  for (const [one, other] of [
    [client, behind],
    [behind, client],
  ] as const) {
    open.add(one);
    one.on("error", () => undefined);
    one.on("close", () => {
      open.delete(one);
      other.destroy();
    });
  }
}
