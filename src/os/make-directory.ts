/** Making folders, with those above them. */
import { lstat, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errnoOf } from "./faults.ts";

/** Whoever removes folders above ours while we make them must win so often before we give up. */
const ATTEMPTS = 10;

/**
 * Makes the folder and those above it that are missing; one that is there is no fault. One by one and not by Node's
 * recursive mkdir: that never returns where the kernel says ENOENT below a folder that is there (/proc), and says ENOENT
 * for a folder that may not be made.
 */
export async function makeDirectory(path: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await mkdir(path);
      return;
    } catch (fault) {
      if (await isFolder(path)) return;
      if (errnoOf(fault) !== "ENOENT" || attempt === ATTEMPTS || dirname(path) === path) throw fault;
      // There now or there all the time: only another attempt tells.
      if (!(await isThere(dirname(path)))) await makeDirectory(dirname(path));
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isDirectory(),
    // What cannot be looked at is no folder that can be used; the fault of mkdir says why.
    () => false,
  );
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
