/** Who listens where, from the kernel's socket tables. Format: proc_pid_net(5), `tcp` and `unix`. Pure. */

/** State 0A of `/proc/net/tcp` and `tcp6`: TCP_LISTEN of the kernel's include/net/tcp_states.h. */
const LISTEN = "0A";

/** TCP ports with a listener, in the text of `/proc/net/tcp` or `tcp6`. */
export function listeningPorts(text: string): ReadonlySet<number> {
  const rows = text
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/));
  const listeners = rows.filter(([, , , state]) => state === LISTEN);
  return new Set(listeners.map(([, local = ""]) => Number.parseInt(local.slice(local.lastIndexOf(":") + 1), 16)));
}

/** True when the text of `/proc/net/unix` has a socket bound to `path`. */
export function isBoundSocket(text: string, path: string): boolean {
  return text.split("\n").some((line) => line.endsWith(` ${path}`));
}
