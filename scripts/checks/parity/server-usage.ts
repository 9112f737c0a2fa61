/** What CPU a server took and how often its threads gave it up, between two moments at which all of them live. */
import { readProcessStatus, readSchedstat } from "../../../src/os/proc.ts";
import { os } from "./subjects.ts";

interface ThreadReading {
  readonly cpuSeconds: number;
  readonly voluntary: number;
  readonly involuntary: number;
}

export interface ServerReading {
  readonly at: number;
  /** By `/proc` folder. */
  readonly threads: ReadonlyMap<string, ThreadReading>;
}

/** Every thread of every process of the tree, to the nanosecond. */
export async function readServer(pid: number): Promise<ServerReading> {
  const pids = await os.processes.tree(pid);
  const at = os.clock.monotonic();
  const folders = await Promise.all(pids.map(threadFolders));
  const threads = folders.flat().flatMap((folder) => {
    const reading = readThread(folder);
    return reading === null ? [] : [[folder, reading] as const];
  });
  return { at, threads: new Map(threads) };
}

export interface ServerUsage {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly voluntary: number;
  readonly involuntary: number;
}

export function serverUsage(begin: ServerReading, end: ServerReading): ServerUsage {
  const total = (field: keyof ThreadReading): number =>
    [...end.threads].reduce((sum, [folder, now]) => sum + now[field] - (begin.threads.get(folder)?.[field] ?? 0), 0);
  return {
    seconds: end.at - begin.at,
    cpuSeconds: total("cpuSeconds"),
    voluntary: total("voluntary"),
    involuntary: total("involuntary"),
  };
}

/** Empty for a process that ended a moment ago. */
async function threadFolders(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/task`;
  const ids = await os.files.list(folder).catch(() => []);
  return ids.map((id) => `${folder}/${id}`);
}

function readThread(folder: string): ThreadReading | null {
  const schedstat = os.files.readKernelFile(`${folder}/schedstat`);
  const status = os.files.readKernelFile(`${folder}/status`);
  if (schedstat === null || status === null) return null;
  const { voluntarySwitches, involuntarySwitches } = readProcessStatus(status);
  const { cpuSeconds } = readSchedstat(schedstat);
  return { cpuSeconds, voluntary: voluntarySwitches, involuntary: involuntarySwitches };
}
