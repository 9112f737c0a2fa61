import { type ErrorCode, LabError } from "../../model/errors.ts";
import { whyNotWritable } from "../../os/file-facts.ts";

/** Primary result codes of SQLite that users can do something about: https://www.sqlite.org/rescode.html */
const REMEDIES: ReadonlyMap<number, Remedy> = new Map([
  [5, busy()],
  [6, busy()],
  [8, denied("it was opened read-only")],
  [3, denied("it is closed to this user")],
  [14, denied("it cannot be opened")],
  [
    13,
    {
      code: "disk-full",
      message: (file) => `no space left while writing the store ${file}`,
      hint: "free space there (df -h FILE); templates/ in the lab holds what can be loaded again",
    },
  ],
  [10, damaged("the system failed to read or write it")],
  [11, damaged("it is damaged")],
  [26, damaged("it is no SQLite database")],
]);

/** SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN do not tell a missing folder from a closed or a read-only one. */
const REFUSALS = [3, 8, 14];

interface Remedy {
  readonly code: ErrorCode;
  readonly message: (file: string) => string;
  readonly hint: string;
}

function busy(): Remedy {
  return {
    code: "store-failed",
    message: (file) => `the store ${file} is locked by another process`,
    hint: "end the process that holds it (fuser FILE names it)",
  };
}

function denied(reason: string): Remedy {
  return {
    code: "permission-denied",
    message: (file) => `the store ${file} cannot be used: ${reason}`,
    hint: "make the lab's folder writable for this user, or name another: --lab DIR",
  };
}

/** In the words of the operating system, asked again. */
function obstructed(file: string, { code, message, hint }: LabError, cause: unknown): LabError {
  return new LabError({ code, message: `the store ${file} cannot be used: ${message}`, hint, where: file, cause });
}

function damaged(reason: string): Remedy {
  return {
    code: "store-failed",
    message: (file) => `the store ${file} cannot be used: ${reason}`,
    hint: `look at it with: sqlite3 FILE 'PRAGMA integrity_check', move it away, or name another lab: --lab DIR`,
  };
}

/** Turns what node:sqlite throws into a LabError with `where` = `file`. A LabError passes as it is. */
export function storeError(error: unknown, file: string): LabError {
  if (error instanceof LabError) return error;
  const code = primaryResultCode(error);
  const obstacle = REFUSALS.includes(code) ? whyNotWritable(file) : null;
  if (obstacle !== null) return obstructed(file, obstacle, error);
  const remedy = REMEDIES.get(code);
  if (remedy !== undefined) {
    const hint = remedy.hint.replaceAll("FILE", file);
    return new LabError({ code: remedy.code, message: remedy.message(file), hint, where: file, cause: error });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new LabError({
    code: "store-failed",
    message: `the store ${file} refused a statement: ${reason}`,
    hint: "run it again with -v, and report this with its output: it should not happen",
    where: file,
    cause: error,
  });
}

/** True for a broken PRIMARY KEY or UNIQUE constraint (extended codes 1555 and 2067). */
export function isTaken(error: unknown): boolean {
  const code = resultCode(error);
  return code === 1555 || code === 2067;
}

/** True when another connection holds a lock that the busy timeout does not wait for. */
export function isBusy(error: unknown): boolean {
  return primaryResultCode(error) === 5;
}

/** The low byte of an extended result code. */
function primaryResultCode(error: unknown): number {
  return resultCode(error) & 0xff;
}

/** node:sqlite puts SQLite's extended result code in `errcode`; 0 where there is none. */
function resultCode(error: unknown): number {
  if (!(error instanceof Error) || !("errcode" in error)) return 0;
  return typeof error.errcode === "number" ? error.errcode : 0;
}
