/** What is asked of a file at once, without opening it: for the store, whose library is synchronous too. */
import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import type { LabError } from "../model/errors.ts";
import type { Bytes } from "../model/units.ts";
import { errnoOf, fileFault } from "./faults.ts";

/**
 * Why this user may not write the file `path`, or make it and others beside it, as the LabError of the fault: a read-only
 * file system, a missing folder, a folder in its place, and a missing right are told apart. Null where nothing is in the way.
 */
export function whyNotWritable(path: string): LabError | null {
  return faultOf(path, isFolder) ?? faultOf(path, mayWrite) ?? faultOf(dirname(path), mayWrite);
}

function faultOf(path: string, look: (path: string) => void): LabError | null {
  try {
    look(path);
    return null;
  } catch (fault) {
    return fileFault(fault, path);
  }
}

/** Throws as writing a folder does. */
function isFolder(path: string): void {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts?.isDirectory()) throw Object.assign(new Error("illegal operation on a directory"), { code: "EISDIR" });
}

/** Size of a file; null where nothing is at `path`. */
export function sizeIfThere(path: string): Bytes | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}

/** Of a file that is not there yet its folder decides. */
function mayWrite(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (fault) {
    if (errnoOf(fault) !== "ENOENT" || sizeIfThere(dirname(path)) === null) throw fault;
  }
}
