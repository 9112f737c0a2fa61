import type { Plan } from "../model/plan.ts";
import type { Placement } from "../model/spec.ts";
import { formatMemory } from "./format-number.ts";

/** `2 cores (a CPU), 3.8 GiB memory, kernel 6.1.0, ext4, server on CPU 0, client on CPU 1, over a socket`. */
export function environmentLine(plan: Pick<Plan, "host" | "cpus" | "listen">): string {
  const { host } = plan;
  return [
    `${coreCount(host.cores, host.cpus.length)} (${host.cpuModel})`,
    `${formatMemory(host.memory.totalBytes)} memory`,
    `kernel ${host.kernel}`,
    host.fileSystem,
    placementText(plan.cpus),
    plan.listen === "socket" ? "over a socket" : "over TCP",
  ].join(", ");
}

function coreCount(cores: number, threads: number): string {
  const count = cores === 1 ? "1 core" : `${cores} cores`;
  return threads > cores ? `${count} with ${threads} hardware threads` : count;
}

function placementText(cpus: Placement | null): string {
  if (cpus === null) return "server and client share all CPUs";
  const shared = cpus.server.some((cpu) => cpus.client.includes(cpu));
  return `server on ${cpuList(cpus.server)}, client on ${cpuList(cpus.client)}${shared ? " (shared)" : ""}`;
}

function cpuList(cpus: readonly number[]): string {
  return cpus.length === 1 ? `CPU ${cpus[0]}` : `CPUs ${cpus.join(",")}`;
}
