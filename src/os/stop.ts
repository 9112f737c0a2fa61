/** The end of a started process and of all that it started. */
import { setTimeout as delay } from "node:timers/promises";
import { LabError } from "../model/errors.ts";
import type { Seconds } from "../model/units.ts";
import { type FamilyHead, type FamilyMembers, livingMembers } from "./family.ts";
import { sendSignal } from "./signals.ts";

const MILLISECONDS = 1e3;
/** Between two looks at what is left once the first process is gone. A look costs 1 ms of CPU. */
const LOOK_SECONDS = 0.02;
/** SIGKILL works at once, save on a process inside the kernel (`D`) or frozen by a cgroup of version 1. */
const KILL_LIMIT_SECONDS = 30;

/** A process that leads a group of its own. */
export interface Leader extends FamilyHead {
  readonly ended: Promise<void>;
  isRunning(): boolean;
}

/**
 * SIGCONT to the family, since a stopped process acts on nothing but SIGKILL; SIGTERM to the leader; after
 * `graceSeconds` SIGKILL to what is left of the family. Resolves when none of it is left, at once when none is.
 * Throws `measurement-failed` when something outlives SIGKILL by 30 s.
 */
export async function stopFamily(leader: Leader, graceSeconds: Seconds): Promise<void> {
  const family: FamilyMembers = new Map();
  for (const pid of livingMembers(leader, family)) sendSignal(pid, "SIGCONT");
  if (leader.isRunning()) sendSignal(leader.pid, "SIGTERM");
  if (await isGoneWithin(graceSeconds, leader, family)) return;
  for (const pid of livingMembers(leader, family)) sendSignal(pid, "SIGKILL");
  if (!(await isGoneWithin(KILL_LIMIT_SECONDS, leader, family))) throw unkillable(livingMembers(leader, family));
}

async function isGoneWithin(limitSeconds: Seconds, leader: Leader, family: FamilyMembers): Promise<boolean> {
  const deadline = performance.now() + limitSeconds * MILLISECONDS;
  await firstOf(leader.ended, limitSeconds);
  while (leader.isRunning() || livingMembers(leader, family).length > 0) {
    if (performance.now() >= deadline) return false;
    await delay(LOOK_SECONDS * MILLISECONDS);
  }
  return true;
}

/** Its timer keeps us running meanwhile: a daemon, unreferenced, does not. */
async function firstOf(ended: Promise<void>, limitSeconds: Seconds): Promise<void> {
  const timer = new AbortController();
  const timeUp = delay(limitSeconds * MILLISECONDS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([ended, timeUp]);
  timer.abort();
}

function unkillable(pids: readonly number[]): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `processes ${pids.join(", ")} are still there ${KILL_LIMIT_SECONDS} s after SIGKILL`,
    hint: `look at their state with \`ps -o pid,stat,wchan,args -p ${pids.join(",")}\`: frozen by a cgroup, or waiting for a device`,
    where: `/proc/${pids[0] ?? ""}`,
  });
}
