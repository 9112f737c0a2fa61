/**
 * The mark by which what a killed dbdyno left behind is known: its process id, start time, boot and pid namespace, inherited
 * in the environment of all that it starts. No list has to be kept, so no kill comes between a start and its entry.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { isAlive, processStat } from "./process-table.ts";

export const OWNER_VARIABLE = "DBDYNO_OWNER";

export interface Owner {
  readonly pid: number;
  /** Clock ticks since boot: with the pid it names a process for ever, until the next boot. */
  readonly startTicks: number;
  /** First part of the boot's id. */
  readonly boot: string;
  /** The pid namespace's number: in another one the pid means another process. */
  readonly namespace: string;
}

/** Of this process. Linux: /proc must be mounted. */
export function ownerOfThis(): Owner {
  const { pid } = process;
  const [boot = ""] = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").split("-");
  const namespace = readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  return { pid, startTicks: processStat(pid)?.startTicks ?? 0, boot, namespace };
}

/** `4711-1234567-0a1b2c3d-4026531836`. */
export function formatOwner({ pid, startTicks, boot, namespace }: Owner): string {
  return [pid, startTicks, boot, namespace].join("-");
}

/** Null for what `formatOwner` did not write. */
export function parseOwner(text: string): Owner | null {
  const [, pid, startTicks, boot = "", namespace = ""] = /^(\d+)-(\d+)-([0-9a-f]+)-(\d+)$/.exec(text) ?? [];
  return pid === undefined ? null : { pid: Number(pid), startTicks: Number(startTicks), boot, namespace };
}

/** Whose the process is; null for one that no dbdyno started, that ended in between, or that this user may not read. */
export function ownerOf(pid: number): Owner | null {
  const mark = environmentOf(pid).find((entry) => entry.startsWith(`${OWNER_VARIABLE}=`));
  return mark === undefined ? null : parseOwner(mark.slice(OWNER_VARIABLE.length + 1));
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
  } catch {
    return [];
  }
}

/** True where that dbdyno has certainly ended; of another pid namespace nothing is known. A boot ends everything. */
export function hasEnded(owner: Owner, self: Owner): boolean {
  if (owner.boot !== self.boot) return true;
  if (owner.namespace !== self.namespace) return false;
  const stat = processStat(owner.pid);
  return stat === null || stat.startTicks !== owner.startTicks || !isAlive(stat);
}
