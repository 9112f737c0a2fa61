/** Why a server did not start, read from the end of its log. Pure. */
import { dirname } from "node:path";
import { type ErrorCode, LabError } from "../../model/errors.ts";

/** One row: what a log line looks like, what it means, and what to do about it. `$1` ... stand for the pattern's groups. */
export interface StartFailure {
  readonly pattern: RegExp;
  readonly cause: string;
  readonly hint: string;
  /** Where it is not `server-did-not-start`. */
  readonly code?: ErrorCode;
  /** The server goes on trying by itself, for minutes: there is nothing to wait for. */
  readonly retries?: boolean;
}

/**
 * Asked before a family's own rows: what could not be written is then told as damaged, locked or not to be made. Not of
 * shared memory, whose size is another matter (`could not resize shared memory segment`), nor of a user namespace.
 * mysqld waits for ever for somebody to free space.
 */
export const DISK_FULL: StartFailure = {
  pattern:
    /^(?!.*(?:shared memory|unshare)).*(?:No space left on device|Disk quota exceeded|Check free disk space|(?:[Ee]rror(?: number)?|[Ee]rrno|Errcode):? 28\b)/,
  cause: "the disk is full",
  hint: "free space there (df -h), or put the lab elsewhere with --lab DIR",
  code: "disk-full",
  retries: true,
};

/** What the loader, the kernel and the file system say, the same for each family. Asked after a family's own rows. */
export const COMMON_FAILURES: readonly StartFailure[] = [
  {
    pattern: /error while loading shared libraries: ([^:]+):/,
    cause: "the shared library $1 is not on this machine",
    hint: "install the package that has $1, or name its folder in LD_LIBRARY_PATH",
  },
  {
    pattern: /Address already in use/,
    cause: "another process listens on its port",
    hint: "leave `port` out of the variant's config, so that a free one is taken, or see who it is: ss -ltnp",
    code: "port-in-use",
  },
  {
    pattern: /Cannot allocate memory|errno:? 12\b|[Oo]ut of memory/,
    cause: "there is not enough memory for what it is asked to take",
    hint: "make its buffer pool or its number of connections smaller; free -m says what there is",
  },
  {
    pattern: /Too many open files/,
    cause: "the limit of open files is too low",
    hint: "raise it before dbdyno starts: ulimit -n 65536",
  },
  {
    pattern: /failed to set pid \d+'s affinity|failed to set affinity/,
    cause: "the CPUs of `cpus:` are not there, or not allowed to this process",
    hint: "write CPUs that `taskset -pc $$` lists into `cpus: { server: ... }`",
  },
  {
    pattern: /Permission denied|Operation not permitted/,
    cause: "this user may not read or write something that it needs",
    hint: "look at the path in the line above with namei -l PATH; the lab's folder and the build must be open to this user",
  },
];

/** All rows for a server of one family, in the order in which they are asked. */
export function failureTable(family: readonly StartFailure[]): readonly StartFailure[] {
  return [DISK_FULL, ...family, ...COMMON_FAILURES];
}

/** A row with its groups filled in, and the line that told. */
export interface LikelyFailure extends StartFailure {
  readonly line: string;
}

/** The first row that matches any line; rows in order of how much they explain. Null when none does. */
export function likelyFailure(table: readonly StartFailure[], lines: readonly string[]): LikelyFailure | null {
  for (const row of table) {
    const match = lines.map((line) => row.pattern.exec(line)).find((found) => found !== null);
    if (match) return { ...row, cause: filled(row.cause, match), hint: filled(row.hint, match), line: match.input };
  }
  return null;
}

function filled(text: string, match: RegExpExecArray): string {
  return text.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? "");
}

/** Lines of the log that an error shows. Enough for a server's error with its DETAIL and HINT, or InnoDB's chain of errors. */
const SHOWN_LINES = 12;

/** The end of a log, without empty lines. Oldest first. */
export function lastLines(log: string, count = SHOWN_LINES): readonly string[] {
  return log
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "")
    .slice(-count);
}

export interface FailedStart {
  readonly variant: string;
  /** What was seen: `it ended with exit code 1`, `it did not answer within 120 s`. */
  readonly what: string;
  /** What this start wrote into its log. */
  readonly log: string;
  readonly errorLog: string;
  readonly dataDirectory: string;
  /** The family's own rows. */
  readonly table: readonly StartFailure[];
  /** Where it is known without the log; null: the log must tell. */
  readonly hint: string | null;
  readonly cause?: unknown;
}

/** The error of a start that failed: what happened, the likely cause, the last lines of the server's own log, the remedy. */
export function startFailed(start: FailedStart): LabError {
  // All of it is searched: the first error is the cause, and what follows may be long.
  const likely = start.hint === null ? likelyFailure(failureTable(start.table), start.log.split("\n")) : null;
  const lines = shownLines(start.log, likely?.line ?? null).map((line) => `  ${line}`);
  const log = lines.length === 0 ? ["its log is empty"] : ["the last lines of its log:", ...lines];
  const cause = likely === null ? "" : `; likely cause: ${likely.cause}`;
  return new LabError({
    code: likely?.code ?? "server-did-not-start",
    message: [`the server of variant ${start.variant} did not start: ${start.what}${cause}`, ...log].join("\n"),
    hint:
      likely === null
        ? (start.hint ?? `read the whole log: less ${start.errorLog}`)
        : hintAt(start.dataDirectory, likely),
    where: start.errorLog,
    cause: start.cause,
  });
}

export interface FailedInitialise {
  /** `/b/bin/initdb`. */
  readonly program: string;
  readonly argv: readonly string[];
  readonly exitCode: number | null;
  readonly output: string;
  readonly dataDirectory: string;
  /** The family's own rows. */
  readonly table: readonly StartFailure[];
}

/** The error of a data directory that could not be made: the likely cause, the program's last lines, the remedy. */
export function initialiseFailed(failed: FailedInitialise): LabError {
  const { program, dataDirectory, output } = failed;
  const likely = likelyFailure(failureTable(failed.table), output.split("\n"));
  const cause = likely === null ? "" : `; likely cause: ${likely.cause}`;
  const what = `${program} could not make the data directory ${dataDirectory} (exit code ${failed.exitCode})${cause}`;
  return new LabError({
    code: likely?.code ?? "server-did-not-start",
    message: [`${what}; its last words:`, ...shownLines(output, likely?.line ?? null).map((line) => `  ${line}`)].join(
      "\n",
    ),
    hint: likely === null ? `run it by hand: ${failed.argv.join(" ")}` : hintAt(dataDirectory, likely),
    where: dataDirectory,
  });
}

/** Which disk is full is told by a folder on it. */
function hintAt(folder: string, likely: LikelyFailure): string {
  if (likely.code !== "disk-full") return likely.hint;
  // The folder above it: a data directory that could not be made is removed again.
  return `free space in ${dirname(folder)} (\`df -h ${dirname(folder)}\`), or put the lab elsewhere with --lab DIR`;
}

/** The end of the log; before it the line that told the cause, when mysqld's notes on its shutdown came after it. */
function shownLines(log: string, telling: string | null): readonly string[] {
  const end = lastLines(log);
  const line = telling?.trimEnd() ?? "";
  return line === "" || end.includes(line) ? end : [line, "...", ...end.slice(2)];
}
