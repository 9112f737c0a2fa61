/** Processes that stay: servers and load clients. */
import type { ChildProcess } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { constants } from "node:os";
import { type FamilyHead, livingMembers } from "./family.ts";
import { fileFault } from "./faults.ts";
import type { Daemon, DaemonRequest } from "./os.ts";
import { processStat } from "./process-table.ts";
import { spawnInOwnGroup } from "./spawning.ts";
import type { StartedFamilies } from "./started.ts";
import { stopFamily } from "./stop.ts";

/**
 * Starts `argv` in a session and process group of its own; it does not keep us running, and stays when we end. It is on the
 * list of `started` until nothing of it is left.
 * Throws `tool-missing`, `permission-denied`, or `disk-full` for the log file.
 */
export async function startDaemon(started: StartedFamilies, request: DaemonRequest): Promise<Daemon> {
  const log = openLog(request.logFile);
  try {
    const stdio = ["ignore" as const, log, log];
    const { child, pid } = await spawnInOwnGroup({ argv: request.argv, cwd: request.cwd, env: request.env, stdio });
    child.unref();
    return daemonOf(child, pid, started);
  } finally {
    closeSync(log);
  }
}

function openLog(path: string): number {
  try {
    return openSync(path, "a");
  } catch (fault) {
    throw fileFault(fault, path);
  }
}

function daemonOf(child: ChildProcess, pid: number, started: StartedFamilies): Daemon {
  const stat = processStat(pid);
  if (stat === null) throw fileFault(new Error("no entry of a child that was just started"), `/proc/${pid}/stat`);
  const head = { pid, startTicks: stat.startTicks };
  const takeOff = started.add(head);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  // A process table that cannot be read keeps it on the list, which does no harm.
  ended.then(() => takeOffWhenAlone(head, takeOff)).catch(() => undefined);
  const exitCode = () => exitCodeOf(child);
  return {
    ...head,
    exitCode,
    stop: async (graceSeconds) => {
      await stopFamily({ ...head, ended, isRunning: () => exitCode() === null }, graceSeconds);
      takeOff();
    },
  };
}

/** A daemon that ended by itself may leave children behind: they are still to be killed. */
function takeOffWhenAlone(head: FamilyHead, takeOff: () => void): void {
  if (livingMembers(head, new Map()).length === 0) takeOff();
}

/** As a shell tells it: 128 and the signal's number where a signal ended it. Null while it runs. */
function exitCodeOf(child: ChildProcess): number | null {
  if (child.signalCode !== null) return 128 + constants.signals[child.signalCode];
  return child.exitCode;
}
