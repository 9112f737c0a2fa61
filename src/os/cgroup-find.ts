/** Where on this machine cgroups of our own can be made: found by making one. */
import { randomUUID } from "node:crypto";
import { join, relative } from "node:path";
import { LabError } from "../model/errors.ts";
import type { CgroupFacts } from "../model/host.ts";
import { type Mount, readMountinfo } from "./mounts.ts";
import type { Os } from "./os.ts";

/** Our own place in one hierarchy. The one of version 2 has the empty controller name. */
export interface Membership {
  readonly controllers: readonly string[];
  readonly path: string;
}

/** `/proc/self/cgroup` (cgroups(7)): `9:freezer:/path` of version 1, `0::/path` of version 2. Pure. */
export function readMemberships(text: string): readonly Membership[] {
  const lines = [...text.matchAll(/^\d+:([^:]*):(.*)$/gm)];
  return lines.map(([, controllers = "", path = "/"]) => ({ controllers: controllers.split(","), path }));
}

/**
 * Version 1 where at least one of its controllers can be used, else version 2. Each controller is tried: a folder
 * is made and removed. Null where that fails: not mounted, mounted read-only, or not delegated to this user.
 */
export async function findCgroups(os: Os): Promise<CgroupFacts> {
  const mounts = readMountinfo(await os.files.read("/proc/self/mountinfo"));
  const memberships = readMemberships((await os.files.readIfThere("/proc/self/cgroup")) ?? "");
  const find = (mount: Mount | undefined, controller: string, file: string) =>
    mount === undefined ? null : firstUsable(os, placesIn(mount, memberships, controller), file);
  const v1 = (controller: string) =>
    mounts.find(({ fileSystem, superOptions }) => fileSystem === "cgroup" && superOptions.includes(controller));
  const freezer = await find(v1("freezer"), "freezer", "freezer.state");
  const cpuacct = await find(v1("cpuacct"), "cpuacct", "cpuacct.usage");
  if (freezer !== null || cpuacct !== null) return { version: 1, freezer, cpuacct };
  const v2 = mounts.find(({ fileSystem }) => fileSystem === "cgroup2");
  const unified = { freezer: await find(v2, "", "cgroup.freeze"), cpuacct: await find(v2, "", "cpu.stat") };
  return { version: unified.freezer === null && unified.cpuacct === null ? null : 2, ...unified };
}

/**
 * Our own group first: in version 2 a user may move processes only below a group that is delegated to them, and
 * in a container the mount's root may belong to somebody else. Then the root of the mount. Pure.
 */
export function placesIn(mount: Mount, memberships: readonly Membership[], controller: string): readonly string[] {
  const own = memberships.find(({ controllers }) => controllers.includes(controller))?.path ?? "/";
  const below = relative(mount.root, own);
  const isOutside = below.startsWith("..");
  return [...new Set([isOutside ? mount.mountPoint : join(mount.mountPoint, below), mount.mountPoint])];
}

async function firstUsable(os: Os, places: readonly string[], file: string): Promise<string | null> {
  for (const place of places) if (await isUsable(os, place, file)) return place;
  return null;
}

/** True when a group made in `place` has `file`: Linux before 5.2 has version 2 without a freezer. */
async function isUsable(os: Os, place: string, file: string): Promise<boolean> {
  // makeDirectory makes the folders above too: a place that is not there must not come to be.
  if (!(await os.files.exists(place))) return false;
  const trial = join(place, `dbdyno-trial-${randomUUID()}`);
  try {
    await os.files.makeDirectory(trial);
  } catch (fault) {
    // Whatever the reason, the answer is no: groups cannot be made here.
    if (fault instanceof LabError) return false;
    throw fault;
  }
  const isThere = await os.files.exists(join(trial, file));
  await os.files.remove(trial);
  return isThere;
}
