/** A process that we started, and all that it started. */
import { isAlive, listProcesses, processTree } from "./process-table.ts";

/** The first process of a family; it leads a process group of its own. */
export interface FamilyHead {
  readonly pid: number;
  /** Clock ticks since boot: with the pid it names a process for ever. */
  readonly startTicks: number;
}

/** Start ticks by pid: PostgreSQL's backends make groups of their own, so the head's group is not all of the family. */
export type FamilyMembers = Map<number, number>;

/**
 * Pids of the family that can still run, the head first. Members found now are put into `known`, so that a later look
 * with the same map finds orphans too: they have lost the head as their parent. Synchronous; costs 1 ms.
 */
export function livingMembers(head: FamilyHead, known: FamilyMembers): readonly number[] {
  const processes = listProcesses();
  const stats = new Map(processes.map((stat) => [stat.pid, stat]));
  const headStat = stats.get(head.pid);
  // Another process has the pid by now: its group and children are not ours.
  const isReused = headStat !== undefined && headStat.startTicks !== head.startTicks;
  const group = processes.filter((stat) => stat.groupId === head.pid).map((stat) => stat.pid);
  const found = isReused ? [] : [...processTree(processes, head.pid), ...group];
  for (const pid of found) known.set(pid, stats.get(pid)?.startTicks ?? 0);
  return [...known.keys()].filter((pid) => {
    const stat = stats.get(pid);
    return stat !== undefined && stat.startTicks === known.get(pid) && isAlive(stat);
  });
}
