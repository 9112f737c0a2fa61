/** Ends and removes what killed dbdynos left behind: servers, frozen ones too, load programs, groups, folders of sockets. */
import { lstatSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readMemberships } from "./cgroup-find.ts";
import { readMountinfo } from "./mounts.ts";
import { hasEnded, type Owner, ownerOf, parseOwner } from "./owner.ts";
import type { ProcessStat } from "./proc.ts";
import { isAlive, listProcesses, processStat } from "./process-table.ts";
import { OWNER_FILE, SOCKET_FOLDER } from "./socket-folder.ts";
import { killFamily } from "./started.ts";

export interface Orphan {
  readonly pid: number;
  /** At most 15 bytes. */
  readonly command: string;
}

/** What SIGKILL does not end within this is inside the kernel. */
const LIMIT_MILLISECONDS = 10_000;
const LOOK_MILLISECONDS = 20;
/** Our groups' own part of their path; see `cgroup.ts`. */
const OWN_GROUP = /\/dbdyno\/[^/]+$/;

/**
 * SIGKILL to every process whose mark names a dbdyno that has ended, and to its descendants; resolves when they are gone,
 * or 10 s later. Gives those that were found. Processes that this user may not read are another user's.
 */
export async function endOrphans(self: Owner): Promise<readonly Orphan[]> {
  const orphans = listProcesses().filter((stat) => stat.pid !== self.pid && isAlive(stat) && isOrphan(stat.pid, self));
  const groups = new Set(orphans.flatMap(({ pid }) => groupFoldersOf(pid)));
  for (const { pid, startTicks } of orphans) killFamily({ head: { pid, startTicks }, freezer: null });
  for (const folder of groups) thaw(folder);
  await gone(orphans);
  for (const folder of groups) attempt(() => rmdirSync(folder));
  return orphans.map(({ pid, command }) => ({ pid, command }));
}

/** Removes folders for sockets whose dbdyno has ended, in both places where they are made. */
export function removeOrphanFolders(self: Owner): void {
  for (const base of new Set([tmpdir(), "/tmp"])) {
    for (const name of namesIn(base).filter((each) => SOCKET_FOLDER.test(each))) {
      const folder = join(base, name);
      if (isOrphanFolder(folder, self)) attempt(() => rmSync(folder, { recursive: true }));
    }
  }
}

function isOrphan(pid: number, self: Owner): boolean {
  const owner = ownerOf(pid);
  return owner !== null && hasEnded(owner, self);
}

/** Ours by user and by mark: whatever else has such a name is somebody else's. */
function isOrphanFolder(folder: string, self: Owner): boolean {
  try {
    const facts = lstatSync(folder);
    if (!facts.isDirectory() || facts.uid !== process.geteuid?.()) return false;
    const owner = parseOwner(readFileSync(join(folder, OWNER_FILE), "utf8"));
    return owner !== null && hasEnded(owner, self);
  } catch {
    return false;
  }
}

/** Folders of our own groups that the process is in, of both versions. */
function groupFoldersOf(pid: number): readonly string[] {
  const mounts = readMountinfo(readOrEmpty("/proc/self/mountinfo"));
  const own = readMemberships(readOrEmpty(`/proc/${pid}/cgroup`)).filter(({ path }) => OWN_GROUP.test(path));
  return own.flatMap(({ controllers, path }) => {
    const isUnified = controllers.includes("");
    const mount = mounts.find(({ fileSystem, superOptions }) =>
      isUnified ? fileSystem === "cgroup2" : controllers.some((each) => superOptions.includes(each)),
    );
    return mount === undefined ? [] : [join(mount.mountPoint, relative(mount.root, path))];
  });
}

/** A group without a freezer has neither file. In version 1 a frozen process ends only when it is let run. */
function thaw(folder: string): void {
  for (const [file, order] of [
    ["freezer.state", "THAWED"],
    ["cgroup.freeze", "0"],
  ] as const) {
    if (namesIn(folder).includes(file)) attempt(() => writeFileSync(join(folder, file), order));
  }
}

async function gone(orphans: readonly ProcessStat[]): Promise<void> {
  const deadline = performance.now() + LIMIT_MILLISECONDS;
  while (orphans.some(isThere) && performance.now() < deadline) await delay(LOOK_MILLISECONDS);
}

function isThere({ pid, startTicks }: ProcessStat): boolean {
  const stat = processStat(pid);
  return stat !== null && stat.startTicks === startTicks && isAlive(stat);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Tidying must not keep a command from its work: what cannot be removed stays. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}
