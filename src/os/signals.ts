/** Signals to processes and process groups. */
import { LabError } from "../model/errors.ts";
import { errnoOf } from "./faults.ts";

/** Sends `signal`. A process that is gone already is no fault: a signal cannot be raced. Throws `permission-denied`. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (fault) {
    if (errnoOf(fault) === "ESRCH") return;
    throw new LabError({
      code: errnoOf(fault) === "EPERM" ? "permission-denied" : "bug",
      message: `cannot send ${signal} to process ${Math.abs(pid)} (${errnoOf(fault)})`,
      hint: `look at its owner with \`ps -o user,args -p ${Math.abs(pid)}\``,
      where: `/proc/${Math.abs(pid)}`,
      cause: fault,
    });
  }
}

/** The same to all processes of a group. */
export function sendGroupSignal(groupId: number, signal: NodeJS.Signals): void {
  sendSignal(-groupId, signal);
}
