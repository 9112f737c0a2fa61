/**
 * The only door to processes, files, the clock, /proc and cgroups. Everything in `measure` and `store` that
 * touches the machine takes an `Os`; `fake-os.ts` is the deterministic stand-in for the loop's unit tests.
 */
import type { Bytes, MonotonicSeconds, Seconds } from "../model/units.ts";

export interface Os {
  readonly clock: Clock;
  readonly files: Files;
  readonly processes: Processes;
}

export interface Clock {
  /** CLOCK_MONOTONIC: comparable between processes of this machine. */
  monotonic(): MonotonicSeconds;
  wall(): Date;
  /** Resolves after `seconds`, or at once with a LabError `interrupted` when `signal` fires. */
  sleep(seconds: Seconds, signal?: AbortSignal): Promise<void>;
}

export interface Files {
  read(path: string): Promise<string>;
  /** Null where the file is not there; other faults are LabErrors. */
  readIfThere(path: string): Promise<string | null>;
  /**
   * The same at once, for files that the kernel makes as they are read (/proc, /sys, cgroups): they wait for no device, and
   * the thread pool would cost 80 to 220 us of CPU a file where this takes 10 to 20. Never for files on storage.
   */
  readKernelFile(path: string): string | null;
  write(path: string, text: string): Promise<void>;
  append(path: string, text: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  makeDirectory(path: string): Promise<void>;
  list(path: string): Promise<readonly string[]>;
  /** Recursive. Throws `data-directory-foreign` for `/`, a home folder or a symbolic link. */
  remove(path: string): Promise<void>;
  /** Reflink where the file system has it, else copy; never a hard link. Synced to storage when it returns. */
  cloneDirectory(from: string, to: string): Promise<void>;
  size(path: string): Promise<Bytes>;
  sha256(path: string): Promise<string>;
  isSymbolicLink(path: string): Promise<boolean>;
  /** A new private folder (0700) with a short path, for sockets: 107 bytes is the limit of a socket's path. */
  makeSocketDirectory(): Promise<string>;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly timeoutSeconds?: Seconds;
  readonly signal?: AbortSignal;
}

export interface DaemonRequest {
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Both output streams are appended here. */
  readonly logFile: string;
}

/** A process started detached, in a process group of its own. */
export interface Daemon {
  readonly pid: number;
  /** Clock ticks since boot: with the pid it names a process for ever. */
  readonly startTicks: number;
  /** Null while it runs. */
  exitCode(): number | null;
  /** SIGTERM, then SIGKILL to the group after `graceSeconds`. Resolves when the process is gone. */
  stop(graceSeconds: Seconds): Promise<void>;
}

/** How processes that were frozen by a cgroup are let run again: `thaw` is written to `file`. */
export interface Freezer {
  readonly file: string;
  readonly thaw: string;
}

export interface Processes {
  /** Runs to the end. Throws `tool-missing` when argv[0] is not there; any exit code is a result. */
  run(argv: readonly string[], options?: CommandOptions): Promise<CommandResult>;
  start(request: DaemonRequest): Promise<Daemon>;
  which(command: string): Promise<string | null>;
  /** The process and all its descendants, parents first. */
  tree(pid: number): Promise<readonly number[]>;
  signal(pid: number, signal: NodeJS.Signals): void;
  /** Notes that the daemon `pid` may be frozen from now on: in a cgroup of version 1 not even SIGKILL ends it then. */
  noteFreezer(pid: number, freezer: Freezer): void;
  /**
   * SIGKILL to every daemon and command that was started here and to all that they started, frozen and stopped ones too.
   * Synchronous and never throws: for a signal handler, just before `process.exit`. Nothing is waited for and nothing tidied:
   * sockets, data directories and empty cgroups stay.
   */
  killAll(): void;
}
