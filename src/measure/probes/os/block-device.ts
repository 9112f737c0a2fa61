/** Which line of /proc/diskstats is the storage below a folder. */
import { findMount } from "../../../os/mounts.ts";
import type { Os } from "../../../os/os.ts";
import { type DiskStat, readDiskstats } from "../../../os/proc.ts";

/**
 * The line of diskstats that holds `folder`, as `major:minor`: a disk, a partition, or a virtual device (LVM, RAID) as such.
 * A file system with a device number of its own (btrfs) is found by what was mounted. Null on tmpfs, overlay and network
 * file systems: they have no block device, or none that can be told.
 */
export async function findBlockDevice(os: Os, folder: string): Promise<string | null> {
  const mount = await findMount(os, folder);
  if (mount === null) return null;
  const disks = readDiskstats(await os.files.read("/proc/diskstats"));
  if (disks.some((disk) => disk.device === mount.device)) return mount.device;
  const source = mountSource(await os.files.read("/proc/self/mountinfo"), mount.device);
  return source?.startsWith("/dev/") ? diskNamed(disks, await realName(os, source)) : null;
}

/** What was mounted as `device` (`major:minor`): `/dev/vda1`, `tmpfs`; null for no such mount. `text` is mountinfo. */
export function mountSource(text: string, device: string): string | null {
  const line = text.split("\n").find((mount) => mount.split(" ")[2] === device);
  // After the lone `-` stand the type, the source and the options.
  return line?.split(" - ")[1]?.split(" ")[1] ?? null;
}

/** `/dev/mapper/vg-data` is a link to `../dm-0`, the name that diskstats knows. */
async function realName(os: Os, path: string): Promise<string> {
  const { exitCode, stdout } = await os.processes.run(["readlink", "-f", "--", path]);
  return (exitCode === 0 ? stdout.trim() : path).replace(/^.*\//, "");
}

function diskNamed(disks: readonly DiskStat[], name: string): string | null {
  return disks.find((disk) => disk.name === name)?.device ?? null;
}
