/** Mounts of this machine: which file system and which block device a folder is on. */
import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { LabError } from "../model/errors.ts";
import { errnoOf, fileFault } from "./faults.ts";
import type { Os } from "./os.ts";

export interface Mount {
  readonly mountPoint: string;
  /** The folder of the file system that is seen at the mount point; not `/` for bind mounts and in containers. */
  readonly root: string;
  /** `major:minor`, as in /proc/diskstats. */
  readonly device: string;
  /** `ext4`, `tmpfs`, `cgroup`, `cgroup2`. */
  readonly fileSystem: string;
  /** Options of the file system itself; a cgroup's controllers are here. */
  readonly superOptions: readonly string[];
}

/** `/proc/self/mountinfo` (proc_pid_mountinfo(5)), in its order: a later mount hides an earlier one of the same place. Pure. */
export function readMountinfo(text: string): readonly Mount[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(readMountLine);
}

/** `36 35 98:0 /root /point rw,noatime shared:1 - ext4 /dev/sda1 rw,errors=continue`; the part before `-` varies in length. */
function readMountLine(line: string): Mount {
  const fields = line.split(" ");
  const separator = fields.indexOf("-", 6);
  const [, , device, root, mountPoint] = fields;
  const fileSystem = fields[separator + 1];
  if (separator < 0 || !device || !root || !mountPoint || !fileSystem) {
    throw new LabError({
      code: "measurement-failed",
      message: `cannot read /proc/self/mountinfo: ${JSON.stringify(line)}`,
      hint: "run `dbdyno doctor`: it tells which figures this kernel gives",
      where: "/proc/self/mountinfo",
    });
  }
  const superOptions = (fields[separator + 3] ?? "").split(",");
  return { mountPoint: unescapeField(mountPoint), root: unescapeField(root), device, fileSystem, superOptions };
}

/** Space, tab, newline and backslash stand there as `\040`, octal. */
function unescapeField(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/** The mount that an absolute `path` without links is on: the longest mount point above it, the last of equals. Pure. */
export function mountOf(mounts: readonly Mount[], path: string): Mount | null {
  const above = mounts.filter(({ mountPoint }) => isInside(path, mountPoint));
  return above.reduce<Mount | null>(
    (best, mount) => (mount.mountPoint.length >= (best?.mountPoint.length ?? 0) ? mount : best),
    null,
  );
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** The mount of `path`, which need not be there yet: then its nearest folder above decides. */
export async function findMount(os: Os, path: string): Promise<Mount | null> {
  const mounts = readMountinfo(await os.files.read("/proc/self/mountinfo"));
  return mountOf(mounts, await nearestRealPath(resolve(path)));
}

async function nearestRealPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (fault) {
    if (errnoOf(fault) !== "ENOENT" || path === "/") throw fileFault(fault, path);
    return nearestRealPath(dirname(path));
  }
}
