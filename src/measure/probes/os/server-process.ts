/** CPU, context switches, memory and I/O of a server, from its cgroup and from /proc. */
import type { CounterValues } from "../../../model/counters.ts";
import { LabError } from "../../../model/errors.ts";
import type { CgroupFacts } from "../../../model/host.ts";
import type { Seconds } from "../../../model/units.ts";
import { readCgroupCpuSeconds } from "../../../os/cgroup.ts";
import { errnoOf } from "../../../os/faults.ts";
import type { Os } from "../../../os/os.ts";
import { type ProcessStatus, readProcessIo, readProcessStat, readProcessStatus } from "../../../os/proc.ts";
import type { Probe, ProbeSession, ProbeTarget } from "../probe.ts";
import { residentBytes } from "./resident-memory.ts";
import { createHighWaterMark, createRunningTotal, sum } from "./running-total.ts";
import { serverPids } from "./server-tree.ts";

export interface ServerProcessOptions {
  readonly os: Os;
  readonly cgroups: CgroupFacts;
  readonly every: Seconds;
}

/**
 * CPU: of the server's own cgroup where there is one, exact to the nanosecond and with everything that ever ran in it;
 * else of the process tree, in steps of 10 ms. The tree's sum has children that ended (PostgreSQL's backends), since
 * whoever waits for a child gets its CPU added to its own; a process whose parent ended first is lost.
 * I/O goes the same way. It is counted where a page is made dirty, so a page written out twice counts once, and a log
 * record of 512 bytes counts as the page of 4096 that it lies in. Of another user's processes it cannot be read: left out.
 * Context switches: of every thread; see `RunningTotal` for what is lost when threads end.
 * Cost: 10 to 20 us for each file, and each process is up to three, each further thread one.
 */
export function serverProcessProbe(options: ServerProcessOptions): Probe {
  return {
    name: "server-process",
    every: options.every,
    open: async (target) => openSession(options, target),
  };
}

function openSession(options: ServerProcessOptions, target: ProbeTarget): ProbeSession {
  const { os } = options;
  const { pid } = target.server;
  const switches = createRunningTotal();
  const cpuTotal = createHighWaterMark();
  const readTotal = createHighWaterMark();
  const writtenTotal = createHighWaterMark();
  return {
    async read() {
      const pids = await serverPids(os, pid);
      const cpu = serverCpuSeconds(options, target, pids);
      const statuses = readStatuses(os, pids);
      const io = readIo(os, pids);
      const counts = await Promise.all(statuses.map((process) => threadSwitches(os, process)));
      const memory = statuses.flatMap(({ status }) => status.rss ?? []);
      const values: CounterValues = {
        server_cpu_seconds: cpuTotal(cpu),
        server_context_switches: switches.add(new Map(counts.flat())),
        server_rss_bytes: residentBytes(memory),
      };
      if (io === null) return values;
      return { ...values, server_read_bytes: readTotal(io.read), server_written_bytes: writtenTotal(io.written) };
    },
    close: async () => undefined,
  };
}

function serverCpuSeconds(
  { os, cgroups }: ServerProcessOptions,
  { server }: ProbeTarget,
  pids: readonly number[],
): Seconds {
  const { cgroup } = server;
  const accounted = cgroup !== null && cgroups.cpuacct !== null;
  return accounted ? readCgroupCpuSeconds(os, cgroups, cgroup) : treeCpuSeconds(os, pids);
}

/** CPU of `pids` and of their children that ended and were waited for. Processes that are gone count nothing. */
export function treeCpuSeconds(os: Os, pids: readonly number[]): Seconds {
  const texts = pids.map((pid) => os.files.readKernelFile(`/proc/${pid}/stat`));
  const stats = texts.filter((text) => text !== null).map(readProcessStat);
  return sum(stats.map((stat) => stat.userCpuSeconds + stat.systemCpuSeconds + stat.reapedCpuSeconds));
}

interface PidStatus {
  readonly pid: number;
  readonly status: ProcessStatus;
}

function readStatuses(os: Os, pids: readonly number[]): readonly PidStatus[] {
  return pids.flatMap((pid) => {
    const text = os.files.readKernelFile(`/proc/${pid}/status`);
    return text === null ? [] : [{ pid, status: readProcessStatus(text) }];
  });
}

/** Bytes from and to storage of all `pids`; null where one of them may not be read. */
function readIo(os: Os, pids: readonly number[]): { readonly read: number; readonly written: number } | null {
  try {
    const texts = pids.map((pid) => os.files.readKernelFile(`/proc/${pid}/io`));
    const all = texts.filter((text) => text !== null).map(readProcessIo);
    return {
      read: sum(all.map((io) => io.readBytes)),
      written: sum(all.map((io) => io.writtenBytes - io.cancelledWriteBytes)),
    };
  } catch (fault) {
    if (fault instanceof LabError && fault.code === "permission-denied") return null;
    throw fault;
  }
}

/** Switches by `pid/tid`. A process of one thread (a backend) needs no further reading: its status is that thread's. */
async function threadSwitches(os: Os, { pid, status }: PidStatus): Promise<readonly (readonly [string, number])[]> {
  if (status.threads === 1) return [[`${pid}/${pid}`, switchesOf(status)]];
  const threads = await listThreads(os, pid);
  return threads.flatMap((tid) => {
    const text = os.files.readKernelFile(`/proc/${pid}/task/${tid}/status`);
    return text === null ? [] : [[`${pid}/${tid}`, switchesOf(readProcessStatus(text))] as const];
  });
}

async function listThreads(os: Os, pid: number): Promise<readonly string[]> {
  try {
    return await os.files.list(`/proc/${pid}/task`);
  } catch (fault) {
    // The process ended a moment ago: its threads stay in the total with their last counts.
    if (errnoOf(fault) === "ENOENT" || errnoOf(fault) === "ESRCH") return [];
    throw fault;
  }
}

function switchesOf(status: ProcessStatus): number {
  return status.voluntarySwitches + status.involuntarySwitches;
}
