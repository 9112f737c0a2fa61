import type { Bytes } from "./units.ts";

/** What this machine is and what can be measured on it. Gathered before the plan, stored with the run. */
export interface HostFacts {
  readonly hostname: string;
  readonly kernel: string;
  readonly cpuModel: string;
  /** Hardware threads that this process may use, ascending. */
  readonly cpus: readonly number[];
  readonly cores: number;
  /** Hardware threads of one core, where it has several of `cpus`; absent in runs of before it was looked at. */
  readonly siblings?: readonly (readonly number[])[];
  readonly memory: HostMemory;
  /** How many files one process may have open, whatever its soft limit; null: no limit. Absent in runs of before it was looked at. */
  readonly openFiles?: number | null;
  /** The loaded lab's file system: `ext4`, `tmpfs`. */
  readonly fileSystem: string;
  readonly cgroup: CgroupFacts;
  readonly isRoot: boolean;
  /** True where `unshare --user` works for this user. */
  readonly userNamespaces: boolean;
}

/** Which controllers this user can write, and where. Null: accounting falls back to the process tree, freezing to SIGSTOP. */
export interface CgroupFacts {
  readonly version: 1 | 2 | null;
  readonly freezer: string | null;
  readonly cpuacct: string | null;
}

export interface HostMemory {
  readonly totalBytes: Bytes;
  readonly availableBytes: Bytes;
}
