/** The processes of this machine, as /proc lists them. */
import { readdirSync, readFileSync } from "node:fs";
import { errnoOf, fileFault } from "./faults.ts";
import { type ProcessStat, readProcessStat } from "./proc.ts";

/**
 * All processes, in no order that matters. Read synchronously: /proc never waits for a device, and 150 processes
 * take 1 ms so, where the thread pool takes ten times the CPU. Processes that end meanwhile are left out.
 */
export function listProcesses(): readonly ProcessStat[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => processStat(Number(pid))).filter((stat) => stat !== null);
}

/** `/proc/PID/stat`; null when there is no such process. */
export function processStat(pid: number): ProcessStat | null {
  const path = `/proc/${pid}/stat`;
  try {
    return readProcessStat(readFileSync(path, "utf8"));
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT" || errnoOf(fault) === "ESRCH") return null;
    throw fileFault(fault, path);
  }
}

/** `pid` and its descendants among `processes`, parents before their children; empty when `pid` is not there. Pure. */
export function processTree(processes: readonly ProcessStat[], pid: number): readonly number[] {
  if (!processes.some((stat) => stat.pid === pid)) return [];
  const children = Map.groupBy(processes, (stat) => stat.parentPid);
  const tree = [pid];
  // `tree` grows while it is walked.
  for (const parent of tree) tree.push(...(children.get(parent) ?? []).map((stat) => stat.pid));
  return tree;
}

/** True for a process that can still run: `Z` and `X` wait only to be reaped, which a container's init may never do. */
export function isAlive(stat: ProcessStat): boolean {
  return stat.state !== "Z" && stat.state !== "X";
}
