/** Durable copies of a data directory. */
import { constants } from "node:fs";
import { chmod, chown, copyFile, lstat, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LabError } from "../model/errors.ts";
import { atPath, errnoOf } from "./faults.ts";
import { makeDirectory } from "./make-directory.ts";

/**
 * Copies and fsyncs in flight. Synced one by one, 1000 files take seconds; in flight together they share the
 * journal's commits (ext4: 0.1 to 0.3 s). libuv's pool has 4 threads: more than that only keeps it busy.
 */
const IN_FLIGHT = 16;

interface Survey {
  /** Paths relative to the root, parents first; the root itself is the empty text. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/**
 * Copies `from` to `to`, which must not exist: reflinks where the file system has them, else copies, never hard
 * links, since servers write in place. Modes are kept, owners too where root copies. Files and folders are on
 * storage when it returns; a failed copy is removed again.
 * Throws `data-directory-foreign` for anything inside that is neither file nor folder, and when `to` exists.
 */
export async function cloneDirectory(from: string, to: string): Promise<void> {
  const survey = await surveyDirectory(from);
  await makeDirectory(dirname(to));
  await makeFolder(to);
  try {
    await copyAll(from, to, survey);
  } catch (fault) {
    // The first fault is the one to tell; where even this fails, the rest of the copy stays to be seen there.
    await rm(to, { recursive: true, force: true }).catch(() => undefined);
    throw fault;
  }
}

async function copyAll(from: string, to: string, survey: Survey): Promise<void> {
  for (const folder of survey.folders.slice(1)) await makeFolder(join(to, folder));
  await inFlight(survey.files, (file) => copyDurably(join(from, file), join(to, file)));
  // Children first: a folder may lose the right to write only when it is filled.
  for (const folder of survey.folders.toReversed()) await keepModeAndOwner(join(from, folder), join(to, folder));
  await inFlight(survey.folders, (folder) => sync(join(to, folder)));
  await sync(dirname(to));
}

/** Reads the whole tree before anything is written, so a copy into the tree itself cannot run on for ever. */
async function surveyDirectory(root: string): Promise<Survey> {
  const folders = [""];
  const files: string[] = [];
  if (!(await atPath(root, () => lstat(root))).isDirectory()) throw foreign(root);
  // `folders` grows while it is walked.
  for (const folder of folders) {
    for (const entry of await atPath(join(root, folder), () => readdir(join(root, folder), { withFileTypes: true }))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
      else throw foreign(join(root, path));
    }
  }
  return { folders, files };
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (fault) {
    if (errnoOf(fault) !== "EEXIST") throw fault;
    throw new LabError({
      code: "data-directory-foreign",
      message: `cannot clone to ${path}: something is there already`,
      hint: `look at it with \`ls -la ${path}\` and move it away, or use another --lab DIR`,
      where: path,
      cause: fault,
    });
  }
}

function copyDurably(from: string, to: string): Promise<void> {
  return atPath(to, async () => {
    await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await keepModeAndOwner(from, to);
    await sync(to);
  });
}

async function keepModeAndOwner(from: string, to: string): Promise<void> {
  const source = await stat(from);
  const copy = await stat(to);
  if (process.geteuid?.() === 0 && (copy.uid !== source.uid || copy.gid !== source.gid)) {
    await chown(to, source.uid, source.gid);
  }
  if (copy.mode !== source.mode) await chmod(to, source.mode);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Runs `work` over all items, at most IN_FLIGHT at a time. After a fault none is begun, and the fault is thrown when
 * those under way have ended: nothing writes behind the back of whoever cleans up.
 */
async function inFlight<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const faults: unknown[] = [];
  const worker = async () => {
    for (const item of queue) {
      if (faults.length > 0) return;
      await work(item).catch((fault) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, items.length) }, worker));
  if (faults.length > 0) throw faults[0];
}

function foreign(path: string): LabError {
  return new LabError({
    code: "data-directory-foreign",
    message: `cannot clone ${path}: it is neither a file nor a folder of the data directory`,
    hint: "links (PostgreSQL tablespaces, moved logs) lead out of the data directory: keep all data inside it",
    where: path,
  });
}
