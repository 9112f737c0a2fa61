/**
 * Cgroups of our own: one for each server, to freeze it as a whole and to account its CPU with that of all its
 * children. Version 1: the controllers `freezer` and `cpuacct`, each in a tree of its own; version 2: one tree.
 * Files: Documentation/admin-guide/cgroup-v2.rst, cgroup-v1/freezer-subsystem.rst and cgroup-v1/cpuacct.rst of
 * the Linux kernel. A name is a relative folder, `dbdyno/<something>`, the same below each controller.
 */
import { dirname, join, normalize } from "node:path";
import { LabError } from "../model/errors.ts";
import type { CgroupFacts } from "../model/host.ts";
import type { Seconds } from "../model/units.ts";
import { errnoOf } from "./faults.ts";
import type { Freezer, Os } from "./os.ts";

export { findCgroups } from "./cgroup-find.ts";

/** What the two versions call the same things. */
const FILES = {
  1: {
    freeze: { file: "freezer.state", order: "FROZEN", stateFile: "freezer.state", done: /^FROZEN$/m },
    thaw: { file: "freezer.state", order: "THAWED", stateFile: "freezer.state", done: /^THAWED$/m },
    cpu: { file: "cpuacct.usage", total: /^(\d+)$/m, unitsPerSecond: 1e9 },
  },
  2: {
    freeze: { file: "cgroup.freeze", order: "1", stateFile: "cgroup.events", done: /^frozen 1$/m },
    thaw: { file: "cgroup.freeze", order: "0", stateFile: "cgroup.events", done: /^frozen 0$/m },
    cpu: { file: "cpu.stat", total: /^usage_usec (\d+)$/m, unitsPerSecond: 1e6 },
  },
} as const;

const LOOK_SECONDS = 0.005;
/** A process is frozen only when its system call lets it: one that waits for a slow disk takes its time. */
const STATE_LIMIT_SECONDS = 30;
/** A group is busy until its last process is reaped, which is a moment after it ended. */
const REMOVAL_LIMIT_SECONDS = 5;

/** Makes the group `name` below each controller there is; one that is there already is used. Throws `permission-denied`. */
export async function createCgroup(os: Os, facts: CgroupFacts, name: string): Promise<void> {
  for (const folder of groupFolders(facts, name)) await os.files.makeDirectory(folder);
}

/**
 * Files that take a pid, one for each controller. A shell that writes its own pid there and then `exec`s the
 * server has the server in the group from its first instruction.
 */
export function cgroupProcsFiles(facts: CgroupFacts, name: string): readonly string[] {
  return groupFolders(facts, name).map((folder) => join(folder, "cgroup.procs"));
}

/**
 * Moves the process and its descendants; children forked later are born in the group. CPU used before stays where
 * it was used. Throws when `pid` is not there; a descendant that ends meanwhile is no fault. `Processes.killAll` knows of the
 * freezer from here on.
 */
export async function addToCgroup(os: Os, facts: CgroupFacts, name: string, pid: number): Promise<void> {
  const files = cgroupProcsFiles(facts, name);
  if (facts.freezer !== null) os.processes.noteFreezer(pid, freezerOf(facts, name));
  await moveProcess(os, files, pid);
  const moved = new Set([pid]);
  // A child forked while we looked is found by the next look; each round moves at least one process.
  for (let rest = await unmoved(os, pid, moved); rest.length > 0; rest = await unmoved(os, pid, moved)) {
    for (const descendant of rest) {
      moved.add(descendant);
      await moveIfThere(os, files, descendant);
    }
  }
}

function freezerOf(facts: CgroupFacts, name: string): Freezer {
  const { file, order } = FILES[facts.version ?? 1].thaw;
  return { file: join(groupFolder(facts.freezer, name), file), thaw: order };
}

async function unmoved(os: Os, pid: number, moved: ReadonlySet<number>): Promise<readonly number[]> {
  return (await os.processes.tree(pid)).filter((member) => !moved.has(member));
}

async function moveProcess(os: Os, files: readonly string[], pid: number): Promise<void> {
  for (const file of files) await os.files.write(file, `${pid}`);
}

async function moveIfThere(os: Os, files: readonly string[], pid: number): Promise<void> {
  try {
    await moveProcess(os, files, pid);
  } catch (fault) {
    if (errnoOf(fault) !== "ESRCH") throw fault;
  }
}

/** Stops every process of the group; resolves when all have stopped. Throws `measurement-failed` after 30 s. */
export function freezeCgroup(os: Os, facts: CgroupFacts, name: string): Promise<void> {
  return order(os, groupFolder(facts.freezer, name), FILES[facts.version ?? 1].freeze);
}

/** Lets the group run again; resolves when it does. A group of version 1 must be thawed before SIGKILL works. */
export function thawCgroup(os: Os, facts: CgroupFacts, name: string): Promise<void> {
  return order(os, groupFolder(facts.freezer, name), FILES[facts.version ?? 1].thaw);
}

type FreezerOrder = (typeof FILES)[1 | 2]["freeze" | "thaw"];

async function order(os: Os, folder: string, { file, order, stateFile, done }: FreezerOrder): Promise<void> {
  const deadline = os.clock.monotonic() + STATE_LIMIT_SECONDS;
  await os.files.write(join(folder, file), order);
  while (!done.test(await os.files.read(join(folder, stateFile)))) {
    if (os.clock.monotonic() > deadline) throw stuck(folder, order);
    await os.clock.sleep(LOOK_SECONDS);
    // Version 1 tries only when it is told: a process that could not be frozen then is tried again by each order.
    await os.files.write(join(folder, file), order);
  }
}

/** CPU, user and system, that the group's processes used since it was made, those that ended included. */
export function readCgroupCpuSeconds(os: Os, facts: CgroupFacts, name: string): Seconds {
  const { file, total, unitsPerSecond } = FILES[facts.version ?? 1].cpu;
  const path = join(groupFolder(facts.cpuacct, name), file);
  const text = os.files.readKernelFile(path);
  const digits = total.exec(text ?? "")?.[1];
  if (digits === undefined) throw unreadable(path, text);
  return Number(digits) / unitsPerSecond;
}

/**
 * Ends what a killed run left in the group `name`, frozen or not, and removes the group: a server that joined it would be
 * frozen with it, and be charged for the CPU of what is in it. A group that is not there is no fault.
 * Throws as `removeCgroup`.
 */
export async function clearCgroup(os: Os, facts: CgroupFacts, name: string): Promise<void> {
  const files = cgroupProcsFiles(facts, name);
  for (const pid of files.flatMap((file) => processesIn(os, file))) os.processes.signal(pid, "SIGKILL");
  // Only after the signal: what was frozen must not run again. Version 1 delivers it when thawed.
  if (facts.freezer !== null && (await os.files.exists(groupFolder(facts.freezer, name)))) {
    await thawCgroup(os, facts, name);
  }
  await removeCgroup(os, facts, name);
}

/** A process of another pid namespace is shown as 0, which as a pid would mean our own group. */
function processesIn(os: Os, procsFile: string): readonly number[] {
  const text = os.files.readKernelFile(procsFile) ?? "";
  return text
    .split("\n")
    .map(Number)
    .filter((pid) => pid > 0);
}

/**
 * Removes the group, and the folders of its name above it when they are empty then. A group that is not there is
 * no fault. Throws `measurement-failed` when it still holds processes after 5 s.
 */
export async function removeCgroup(os: Os, facts: CgroupFacts, name: string): Promise<void> {
  for (const folder of groupFolders(facts, name)) {
    const deadline = os.clock.monotonic() + REMOVAL_LIMIT_SECONDS;
    while (!(await isRemoved(os, folder))) {
      if (os.clock.monotonic() > deadline) throw busy(folder);
      await os.clock.sleep(LOOK_SECONDS);
    }
  }
  // Another lab's groups may be in there: then its folder is busy, and stays.
  for (let above = dirname(name); above !== "."; above = dirname(above)) {
    for (const folder of groupFolders(facts, above)) await isRemoved(os, folder);
  }
}

/** False while the kernel says that the group has processes or groups in it. */
async function isRemoved(os: Os, folder: string): Promise<boolean> {
  try {
    await os.files.remove(folder);
    return true;
  } catch (fault) {
    if (errnoOf(fault) === "EBUSY") return false;
    throw fault;
  }
}

function groupFolders(facts: CgroupFacts, name: string): readonly string[] {
  const roots = new Set([facts.freezer, facts.cpuacct].filter((root) => root !== null));
  return [...roots].map((root) => groupFolder(root, name));
}

function groupFolder(root: string | null, name: string): string {
  const isBelow = name !== "" && normalize(name) === name && !name.startsWith("/") && !/^\.|\/$/.test(name);
  if (root !== null && isBelow) return join(root, name);
  throw new LabError({
    code: "bug",
    message: root === null ? `no cgroup controller for ${name}` : `${JSON.stringify(name)} is no name of a cgroup`,
    hint: "please report this: callers look at the facts of the host first",
  });
}

function stuck(folder: string, order: string): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `${folder} was told ${order} and did not obey within ${STATE_LIMIT_SECONDS} s`,
    hint: `look at its processes with \`ps -o pid,stat,wchan,args -p $(paste -sd, ${folder}/cgroup.procs)\``,
    where: folder,
  });
}

function busy(folder: string): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `${folder} still holds processes, so it cannot be removed`,
    hint: `see them with \`cat ${folder}/cgroup.procs\`; frozen ones end only when thawed`,
    where: folder,
  });
}

function unreadable(file: string, text: string | null): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `cannot read ${file}: ${text === null ? "it is not there" : `its text is ${JSON.stringify(text.slice(0, 120))}`}`,
    hint: "run `dbdyno doctor`: it tells which figures this kernel gives",
    where: file,
  });
}
