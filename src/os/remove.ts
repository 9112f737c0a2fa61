/** Removal of folders, with the guards that a wrong path needs. */
import { lstat, realpath, rm, rmdir } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, resolve } from "node:path";
import { LabError } from "../model/errors.ts";
import { errnoOf } from "./faults.ts";

/**
 * Removes a file, or a folder with all that is in it; links inside are removed, not followed. What is not there,
 * or goes while we look at it, is no fault: two variants that end at once both remove the cgroup above theirs.
 * Throws `data-directory-foreign` for a symbolic link, `/`, a home folder and every folder above one.
 */
export async function remove(path: string): Promise<void> {
  try {
    // `link/` would be followed; resolve takes the slash away.
    await removeGuarded(path, resolve(path));
  } catch (fault) {
    if (!isAbsence(fault)) throw fault;
  }
}

async function removeGuarded(path: string, target: string): Promise<void> {
  const facts = await lstat(target);
  if (facts.isSymbolicLink()) throw refused(path, "it is a symbolic link");
  if (await holdsHome(await realpath(target))) throw refused(path, "it is, or holds, the root or a home folder");
  if (facts.isDirectory()) await removeFolder(target);
  else await rm(target, { force: true });
}

/** A cgroup's folder is never empty, its files cannot be unlinked, and rmdir alone removes it: so rmdir comes first. */
async function removeFolder(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (fault) {
    if (errnoOf(fault) !== "ENOTEMPTY") throw fault;
    await rm(path, { recursive: true, force: true });
  }
}

/** ENOTDIR: a folder on the way has become a file. */
function isAbsence(fault: unknown): boolean {
  return errnoOf(fault) === "ENOENT" || errnoOf(fault) === "ENOTDIR";
}

async function holdsHome(real: string): Promise<boolean> {
  if (dirname(real) === "/home") return true;
  const inside = `${real === "/" ? "" : real}/`;
  const homes = await Promise.all(["/home/any", ...homeFolders()].map(realPathIfThere));
  return homes.some((home) => home === real || home.startsWith(inside));
}

function homeFolders(): readonly string[] {
  const homes = ["/root", process.env.HOME ?? ""];
  try {
    homes.push(userInfo().homedir);
  } catch {
    // A user id without an entry in passwd has no home folder of its own.
  }
  return homes.filter((home) => home.startsWith("/"));
}

async function realPathIfThere(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Not there, or closed to us: its name still guards what is above it.
    return path;
  }
}

function refused(path: string, why: string): LabError {
  return new LabError({
    code: "data-directory-foreign",
    message: `refused to remove ${path}: ${why}`,
    hint: "give a folder of its own with --lab DIR",
    where: path,
  });
}
