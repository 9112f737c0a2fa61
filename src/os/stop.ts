/** The end of a started process and of all that it started. */
import { setTimeout as delay } from "node:timers/promises";
import { LabError } from "../model/errors.ts";
import type { Seconds } from "../model/units.ts";
import { isAlive, listProcesses, processTree } from "./process-table.ts";
import { sendSignal } from "./signals.ts";

const MILLISECONDS = 1e3;
/** Between two looks at what is left once the first process is gone. A look costs 1 ms of CPU. */
const LOOK_SECONDS = 0.02;
/** SIGKILL works at once, save on a process inside the kernel (`D`) or frozen by a cgroup of version 1. */
const KILL_LIMIT_SECONDS = 30;

/** A process that leads a group of its own. */
export interface Leader {
  readonly pid: number;
  readonly startTicks: number;
  readonly ended: Promise<void>;
  isRunning(): boolean;
}

/** Start ticks by pid: PostgreSQL's backends make groups of their own, so the leader's group is not all of the family. */
type Family = Map<number, number>;

/**
 * SIGCONT to the family, since a stopped process acts on nothing but SIGKILL; SIGTERM to the leader; after
 * `graceSeconds` SIGKILL to what is left of the family. Resolves when none of it is left, at once when none is.
 * Throws `measurement-failed` when something outlives SIGKILL by 30 s.
 */
export async function stopFamily(leader: Leader, graceSeconds: Seconds): Promise<void> {
  const family: Family = new Map();
  for (const pid of livingMembers(leader, family)) sendSignal(pid, "SIGCONT");
  if (leader.isRunning()) sendSignal(leader.pid, "SIGTERM");
  if (await isGoneWithin(graceSeconds, leader, family)) return;
  for (const pid of livingMembers(leader, family)) sendSignal(pid, "SIGKILL");
  if (!(await isGoneWithin(KILL_LIMIT_SECONDS, leader, family))) throw unkillable(livingMembers(leader, family));
}

async function isGoneWithin(limitSeconds: Seconds, leader: Leader, family: Family): Promise<boolean> {
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

/** Pids of the family that can still run, leader first. Members found now are remembered: orphans have lost the leader as parent. */
function livingMembers(leader: Leader, family: Family): readonly number[] {
  const processes = listProcesses();
  const stats = new Map(processes.map((stat) => [stat.pid, stat]));
  const leaderStat = stats.get(leader.pid);
  // Another process has the pid by now: its group and children are not ours.
  const isReused = leaderStat !== undefined && leaderStat.startTicks !== leader.startTicks;
  const group = processes.filter((stat) => stat.groupId === leader.pid).map((stat) => stat.pid);
  const found = isReused ? [] : [...processTree(processes, leader.pid), ...group];
  for (const pid of found) family.set(pid, stats.get(pid)?.startTicks ?? 0);
  return [...family.keys()].filter((pid) => {
    const stat = stats.get(pid);
    return stat !== undefined && stat.startTicks === family.get(pid) && isAlive(stat);
  });
}

function unkillable(pids: readonly number[]): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `processes ${pids.join(", ")} are still there ${KILL_LIMIT_SECONDS} s after SIGKILL`,
    hint: `look at their state with \`ps -o pid,stat,wchan,args -p ${pids.join(",")}\`: frozen by a cgroup, or waiting for a device`,
    where: `/proc/${pids[0] ?? ""}`,
  });
}
