/** Whether server and load clients are apart, and how they could be. */
import type { HostFacts } from "../model/host.ts";
import type { Placement } from "../model/spec.ts";
import type { Warning } from "../model/warning.ts";
import { formatCpuList } from "./cpu-list.ts";

/** Server and load clients that may run on one CPU, or on two hardware threads of one core, measure each other. */
export function placementWarnings(cpus: Placement | null, host: HostFacts): readonly Warning[] {
  const shared = cpus === null ? host.cpus : cpus.server.filter((cpu) => cpus.client.includes(cpu));
  if (shared.length > 0) {
    const message = `server and load clients share CPU ${formatCpuList(shared)}`;
    return [{ code: "shared-cpus", message, advice: advice(host) }];
  }
  const cores = (host.siblings ?? []).filter((threads) => isSplit(threads, cpus));
  if (cores.length === 0) return [];
  const message = `server and load clients share cores: CPU ${cores.map(formatCpuList).join(", CPU ")} are hardware threads of one`;
  return [{ code: "shared-cores", message, advice: advice(host) }];
}

function isSplit(threads: readonly number[], cpus: Placement | null): boolean {
  const has = (side: readonly number[] = []): boolean => threads.some((cpu) => side.includes(cpu));
  return has(cpus?.server) && has(cpus?.client);
}

/** Half of the cores each, all threads of a core on one side. */
function advice({ cpus, siblings = [] }: HostFacts): string {
  const cores = cpus.flatMap((cpu) => {
    const threads = siblings.find((group) => group.includes(cpu)) ?? [cpu];
    return threads[0] === cpu ? [threads] : [];
  });
  const half = Math.ceil(cores.length / 2);
  const [server, client] = [cores.slice(0, half), cores.slice(half)].map((side) =>
    formatCpuList(side.flat().toSorted((a, b) => a - b)),
  );
  return client
    ? `keep them apart with cpus: { server: "${server}", client: "${client}" }, or expect throughput of both together`
    : "this machine has one core for us; differences hold, absolute throughput is of server and client together";
}
