/** Faults of the operating system as LabErrors with place, cause and remedy. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { type ErrorCode, LabError } from "../model/errors.ts";

/** The errno name of a fault of node:fs or node:child_process (`ENOSPC`), also behind a LabError's cause; null for others. */
export function errnoOf(fault: unknown): string | null {
  if (fault instanceof LabError) return errnoOf(fault.cause);
  if (!(fault instanceof Error) || !("code" in fault)) return null;
  return typeof fault.code === "string" ? fault.code : null;
}

/** What an errno means for a path, and what helps. */
interface Meaning {
  /** Default: `file-failed`. */
  readonly code?: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const LOOK = (path: string) => `look at it with \`ls -ld ${path}\`, and at the folder that it is in`;

/** By errno(3) name; the others are told by their name alone. */
const MEANINGS: Readonly<Record<string, (path: string) => Meaning>> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: (path) => ({
    code: "permission-denied",
    message: `${path} is on a read-only file system`,
    hint: `\`findmnt -T ${path}\` shows how it is mounted; put the lab where it may be written, with --lab DIR`,
  }),
  ENOENT: notThere,
  // Of a folder to be made: a file has its name. Of a file that must be new: it is there.
  EEXIST: (path) => (isFile(path) ? fileForFolder(path) : thereAlready(path)),
  ENOTDIR: (path) => fileForFolder(fileOn(path)),
  EISDIR: (path) => ({
    message: `${path} is a folder, not a file`,
    hint: `name a file in it: \`ls ${path}\``,
  }),
  ENOTEMPTY: (path) => ({
    message: `${path} is not empty`,
    hint: `look at what is in it with \`ls -la ${path}\`; another process may be writing there`,
  }),
  EBUSY: (path) => ({
    message: `${path} is in use`,
    hint: `see by whom: \`fuser -v ${path}\`, or whether something is mounted there: \`findmnt ${path}\``,
  }),
  ENAMETOOLONG: (path) => ({
    message: `the path is too long: ${path}`,
    hint: "give the experiment or its variants shorter names, or the lab a shorter path with --lab DIR",
  }),
  ELOOP: (path) => ({
    message: `${path} goes through symbolic links that lead back to themselves`,
    hint: `\`namei ${path}\` shows them`,
  }),
  EMFILE: tooManyOpenFiles,
  ENFILE: tooManyOpenFiles,
  EIO: (path) => ({
    message: `the storage under ${path} failed to read or write`,
    hint: "look at the kernel's log (`dmesg | tail`), and put the lab on another device with --lab DIR",
  }),
  EFBIG: (path) => ({
    message: `${path} became larger than a file may be here`,
    hint: "look at the limit of this user (`ulimit -f`) and of the file system",
  }),
  ETXTBSY: (path) => ({
    message: `${path} is a program that runs`,
    hint: `end it first: \`fuser -v ${path}\` names it`,
  }),
};

/**
 * The LabError of a fault at `path`, a sentence of its own for each errno that users meet: `disk-full`, `permission-denied`,
 * else `file-failed`; whoever expects a file to be missing asks `readIfThere` or `exists`. A LabError passes through
 * unchanged. Looks at the path again, to tell a missing file from a missing folder.
 */
export function fileFault(fault: unknown, path: string): LabError {
  if (fault instanceof LabError) return fault;
  const errno = errnoOf(fault) ?? "unknown fault";
  const { code = "file-failed", message, hint } = MEANINGS[errno]?.(path) ?? unknown(path);
  return new LabError({ code, message: `${message} (${errno})`, hint, where: path, cause: fault });
}

function unknown(path: string): Meaning {
  return { message: `cannot use ${path}`, hint: LOOK(path) };
}

function diskFull(path: string): Meaning {
  return {
    code: "disk-full",
    message: `no space left for ${path}`,
    hint: `free space there (\`df -h ${nearestThere(path)}\`): \`rm -r\` of the lab's templates/ gives back what can be loaded again; or put the lab elsewhere with --lab DIR`,
  };
}

function notAllowed(path: string): Meaning {
  return {
    code: "permission-denied",
    message: `not allowed: ${path}`,
    hint: `look at its owner and mode (\`namei -l ${path}\`), or put the lab elsewhere with --lab DIR`,
  };
}

function notThere(path: string): Meaning {
  const folder = dirname(path);
  if (isThere(folder)) return { message: `there is no ${path}`, hint: `see what is there: \`ls -la ${folder}\`` };
  return {
    message: `cannot use ${path}: the folder ${folder} does not exist`,
    hint: `make it (\`mkdir -p ${folder}\`), or name another path`,
  };
}

function fileForFolder(path: string): Meaning {
  return {
    message: `${path} is a file, where a folder is needed`,
    hint: "a lab is a folder: name one with --lab DIR, or move the file away",
  };
}

function thereAlready(path: string): Meaning {
  return { message: `${path} is there already`, hint: `look at it with \`ls -la ${path}\`, and move it away` };
}

function tooManyOpenFiles(path: string): Meaning {
  return {
    message: `cannot open ${path}: too many files are open`,
    hint: "raise the limit before dbdyno starts: `ulimit -n 65536`",
  };
}

/** Of a folder, a pipe or a device where a regular file is needed. */
export function notAFile(path: string): LabError {
  return new LabError({
    code: "file-failed",
    message: `${path} is not a regular file`,
    hint: LOOK(path),
    where: path,
  });
}

/** The first part of `path`, from below, that is a file; `path` itself where none is. */
function fileOn(path: string): string {
  for (let each = path; each !== dirname(each); each = dirname(each)) if (isFile(each)) return each;
  return path;
}

/** `path`, or the nearest folder above it that is there: a file that found no space often is not. */
function nearestThere(path: string): string {
  return isThere(path) || path === dirname(path) ? path : nearestThere(dirname(path));
}

function isFile(path: string): boolean {
  return statSafely(path)?.isFile() ?? false;
}

function isThere(path: string): boolean {
  return statSafely(path) !== null;
}

/** Null for what is not there or closed to us: a fault is being explained, and a second one must not take its place. */
function statSafely(path: string) {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** Runs `work` and gives its result; a fault becomes the LabError of `fileFault` at `path`. */
export async function atPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    throw fileFault(fault, path);
  }
}
