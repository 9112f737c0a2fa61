/** System calls of a server by the kernel's tracepoint, through perf: only where this user may count them. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { os } from "./subjects.ts";

const EVENT = "raw_syscalls:sys_enter";
const SECONDS = 0.5;

/** System calls a second of all threads of the tree, now. Null where perf is missing or not allowed to count them. */
export async function syscallRate(pid: number): Promise<number | null> {
  const pids = await os.processes.tree(pid);
  const args = ["stat", "-e", EVENT, "-p", pids.join(","), "--", "sleep", String(SECONDS)];
  try {
    const { stderr } = await promisify(execFile)("perf", args, { env: { ...process.env, LC_ALL: "C" } });
    return parsePerfStat(stderr);
  } catch {
    return null;
  }
}

/** From what `perf stat` prints; null where it counted nothing. */
export function parsePerfStat(text: string): number | null {
  const count = /^\s*([\d,]+)\s+raw_syscalls:sys_enter/m.exec(text)?.[1];
  const seconds = /^\s*([\d.]+) seconds time elapsed/m.exec(text)?.[1];
  if (count === undefined || seconds === undefined) return null;
  return Number(count.replaceAll(",", "")) / Number(seconds);
}
