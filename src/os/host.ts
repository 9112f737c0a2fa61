/** What this machine is. */
import { LabError } from "../model/errors.ts";
import type { HostFacts } from "../model/host.ts";
import { findCgroups } from "./cgroup.ts";
import { findMount } from "./mounts.ts";
import type { Os } from "./os.ts";
import { readHardLimit, readMeminfo, readProcessStatus } from "./proc.ts";
import { groupByCore, readCpuinfo } from "./topology.ts";

/** A user namespace can be slow to make on a loaded machine, but a command that asks for a password never ends. */
const UNSHARE_LIMIT_SECONDS = 10;

/**
 * Facts of the machine and of what this user may do on it. `labDirectory` need not be there yet. CPUs are those
 * that this process may use (affinity, cpuset), not those that the machine has.
 */
export async function gatherHostFacts(os: Os, labDirectory: string): Promise<HostFacts> {
  const status = readProcessStatus(await os.files.read("/proc/self/status"));
  const cpuinfo = readCpuinfo(await os.files.read("/proc/cpuinfo"));
  const cores = groupByCore(cpuinfo.cpus, status.allowedCpus);
  const mount = await findMount(os, labDirectory);
  const openFiles = readHardLimit(await os.files.read("/proc/self/limits"), "Max open files");
  return {
    hostname: await line(os, "/proc/sys/kernel/hostname"),
    kernel: await line(os, "/proc/sys/kernel/osrelease"),
    cpuModel: cpuinfo.model,
    cpus: status.allowedCpus,
    cores: cores.length,
    siblings: cores.filter((threads) => threads.length > 1),
    memory: readMeminfo(await os.files.read("/proc/meminfo")),
    openFiles,
    fileSystem: mount?.fileSystem ?? "unknown",
    cgroup: await findCgroups(os),
    isRoot: status.effectiveUserId === 0,
    userNamespaces: await hasUserNamespaces(os),
  };
}

async function line(os: Os, path: string): Promise<string> {
  return (await os.files.read(path)).trim();
}

/** Tried, not looked up: kernels, distributions and container runtimes each forbid it by another switch. */
async function hasUserNamespaces(os: Os): Promise<boolean> {
  try {
    const argv = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "true"];
    return (await os.processes.run(argv, { timeoutSeconds: UNSHARE_LIMIT_SECONDS })).exitCode === 0;
  } catch (fault) {
    if (fault instanceof LabError && fault.code === "tool-missing") return false;
    throw fault;
  }
}
