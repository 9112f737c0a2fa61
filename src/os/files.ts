/** Files of this machine. Every fault is a LabError that names the path. */
import { createHash } from "node:crypto";
import { createReadStream, readFileSync } from "node:fs";
import { appendFile, lstat, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { pipeline } from "node:stream/promises";
import { cloneDirectory } from "./clone.ts";
import { atPath, errnoOf, fileFault, notAFile } from "./faults.ts";
import { makeDirectory } from "./make-directory.ts";
import type { Files } from "./os.ts";
import { remove } from "./remove.ts";
import { makeSocketDirectory } from "./socket-folder.ts";

/** ESRCH: a file of /proc whose process ended between open and read. */
const NOT_THERE: readonly (string | null)[] = ["ENOENT", "ENOTDIR", "ESRCH"];

export function createFiles(): Files {
  return {
    read: (path) => atPath(path, () => readFile(path, "utf8")),
    readIfThere: (path) => atPath(path, () => nullWhereNotThere(() => readFile(path, "utf8"))),
    readKernelFile,
    write: (path, text) => atPath(path, () => writeFile(path, text)),
    append: (path, text) => atPath(path, () => appendFile(path, text)),
    // lstat: a link that leads nowhere is something that is there.
    exists: (path) => atPath(path, async () => (await nullWhereNotThere(() => lstat(path))) !== null),
    makeDirectory: (path) => atPath(path, () => makeDirectory(path)),
    list: (path) => atPath(path, async () => (await readdir(path)).sort()),
    remove: (path) => atPath(path, () => remove(path)),
    cloneDirectory: (from, to) => atPath(to, () => cloneDirectory(from, to)),
    size: (path) => atPath(path, async () => (await stat(path)).size),
    sha256: (path) => atPath(path, () => sha256(path)),
    isSymbolicLink: (path) => atPath(path, () => isSymbolicLink(path)),
    makeSocketDirectory: () => makeSocketDirectory(tmpdir()),
  };
}

function readKernelFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (fault) {
    if (NOT_THERE.includes(errnoOf(fault))) return null;
    throw fileFault(fault, path);
  }
}

async function nullWhereNotThere<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (fault) {
    if (NOT_THERE.includes(errnoOf(fault))) return null;
    throw fault;
  }
}

async function isSymbolicLink(path: string): Promise<boolean> {
  const facts = await nullWhereNotThere(() => lstat(path));
  return facts?.isSymbolicLink() ?? false;
}

/** Of a regular file: a pipe or a device may never come to an end. */
async function sha256(path: string): Promise<string> {
  if (!(await stat(path)).isFile()) throw notAFile(path);
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
