/** Which processes a server consists of. */
import type { Os } from "../../../os/os.ts";
import { probeFault } from "../probe-fault.ts";

/**
 * The server's first process and its children, the first one in front: mysqld alone, or the postmaster with its backends
 * and auxiliary processes. One level is enough: what a backend starts itself (`COPY ... TO PROGRAM`, an archive command)
 * is in the backend's own totals as soon as it was waited for. Costs one read of a kernel file.
 * Throws `server-died` when the first process is gone.
 */
export async function serverPids(os: Os, pid: number): Promise<readonly number[]> {
  const children = childPids(os, pid);
  if (children !== null) return [pid, ...children];
  if (!(await os.files.exists(`/proc/${pid}`))) throw probeFault("server-died", `process ${pid} of the server is gone`);
  // A kernel without CONFIG_PROC_CHILDREN: the whole process table is read instead.
  return os.processes.tree(pid);
}

/**
 * Children that the first thread of `pid` started (proc(5), `/proc/PID/task/TID/children`). Null where the process is gone
 * or the kernel has no such file.
 */
export function childPids(os: Os, pid: number): readonly number[] | null {
  const text = os.files.readKernelFile(`/proc/${pid}/task/${pid}/children`);
  return text === null ? null : text.split(/\s+/).filter(Boolean).map(Number);
}
