/** What can be done to a server that was started: freeze it, thaw it, end it. */
import type { CgroupFacts } from "../../model/host.ts";
import type { RunningServer } from "../../model/server.ts";
import type { Seconds } from "../../model/units.ts";
import { freezeCgroup, removeCgroup, thawCgroup } from "../../os/cgroup.ts";
import type { Daemon, Os } from "../../os/os.ts";
import type { ServerHandle } from "./dbms.ts";

export interface HandleParts {
  readonly os: Os;
  readonly cgroups: CgroupFacts;
  readonly daemon: Daemon;
  readonly server: RunningServer;
  readonly privateFolder: string;
  /** SIGTERM waits for all clients to leave in PostgreSQL; SIGINT does not. */
  readonly shutdownSignal: "SIGTERM" | "SIGINT";
}

/** A clean shutdown writes all dirty pages: half a GB at the speed of a slow disk. */
const GRACE_SECONDS = 60;

/** The handle of a started server. Ending it twice is ending it once. */
export function createServerHandle(parts: HandleParts): ServerHandle {
  let ending: Promise<void> | null = null;
  return {
    server: parts.server,
    stop: (graceSeconds = GRACE_SECONDS) => {
      ending ??= end(parts, graceSeconds);
      return ending;
    },
    freeze: () => freeze(parts),
    thaw: () => thaw(parts),
    exitCode: () => parts.daemon.exitCode(),
  };
}

/** The processes first, then what only they used. */
async function end(parts: HandleParts, graceSeconds: Seconds): Promise<void> {
  const { os, daemon, privateFolder } = parts;
  await thawIfPossible(parts);
  if (daemon.exitCode() === null) os.processes.signal(daemon.pid, parts.shutdownSignal);
  await daemon.stop(graceSeconds);
  await os.files.remove(privateFolder);
  if (parts.server.cgroup !== null) await removeCgroup(os, parts.cgroups, parts.server.cgroup);
}

/**
 * A frozen process acts on no signal, in a cgroup of version 1 not even on SIGKILL: also children whose first process
 * has ended.
 */
async function thawIfPossible(parts: HandleParts): Promise<void> {
  try {
    await thaw(parts);
  } catch {
    // Such as a group that somebody removed. If anything stays frozen by it, the stop that follows says what it waits for.
    return;
  }
}

async function freeze({ os, cgroups, daemon, server }: HandleParts): Promise<void> {
  if (server.cgroup !== null && cgroups.freezer !== null) return freezeCgroup(os, cgroups, server.cgroup);
  await signalTree(os, daemon.pid, "SIGSTOP");
}

async function thaw({ os, cgroups, daemon, server }: HandleParts): Promise<void> {
  if (server.cgroup !== null && cgroups.freezer !== null) return thawCgroup(os, cgroups, server.cgroup);
  await signalTree(os, daemon.pid, "SIGCONT");
}

/** Parents first: a stopped parent starts no more children, so the second look finds those that came meanwhile. */
async function signalTree(os: Os, pid: number, signal: "SIGSTOP" | "SIGCONT"): Promise<void> {
  const signalled = new Set<number>();
  for (;;) {
    const fresh = (await os.processes.tree(pid)).filter((member) => !signalled.has(member));
    if (fresh.length === 0) return;
    for (const member of fresh) {
      os.processes.signal(member, signal);
      signalled.add(member);
    }
  }
}
