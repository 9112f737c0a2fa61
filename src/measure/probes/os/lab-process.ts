/** CPU of dbdyno and of its load clients: neither the server's nor foreign. */
import type { Seconds } from "../../../model/units.ts";
import type { Os } from "../../../os/os.ts";
import { type ProcessStat, readProcessStat } from "../../../os/proc.ts";
import type { Probe } from "../probe.ts";
import { createHighWaterMark, sum } from "./running-total.ts";
import { childPids } from "./server-tree.ts";

/**
 * The lab's pids, their children that ended and were waited for, and living children in the same process group: short
 * commands and helpers of a load client. Servers are children of dbdyno too, but lead groups of their own, so they are not
 * in it while they live. A server that ends adds its whole CPU here at once: differences are good within a measurement only.
 */
export function labProcessProbe(options: { readonly os: Os; readonly every: Seconds }): Probe {
  const { os, every } = options;
  return {
    name: "lab-process",
    every,
    async open({ labPids }) {
      const total = createHighWaterMark();
      return {
        read: async () => ({ lab_cpu_seconds: total(labCpuSeconds(os, labPids())) }),
        close: async () => undefined,
      };
    },
  };
}

function labCpuSeconds(os: Os, labPids: readonly number[]): Seconds {
  const stats = readStats(os, labPids);
  const all = new Map([...stats, ...stats.flatMap((stat) => ownChildren(os, stat))].map((stat) => [stat.pid, stat]));
  return sum([...all.values()].map((stat) => stat.userCpuSeconds + stat.systemCpuSeconds + stat.reapedCpuSeconds));
}

function ownChildren(os: Os, parent: ProcessStat): readonly ProcessStat[] {
  const children = readStats(os, childPids(os, parent.pid) ?? []);
  return children.filter((child) => child.groupId === parent.groupId);
}

function readStats(os: Os, pids: readonly number[]): readonly ProcessStat[] {
  const texts = pids.map((pid) => os.files.readKernelFile(`/proc/${pid}/stat`));
  return texts.filter((text) => text !== null).map(readProcessStat);
}
