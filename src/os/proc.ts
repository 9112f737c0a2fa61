/**
 * Texts of /proc as values in SI units. Pure: whoever reads the file hands its text over.
 * Formats: proc(5); Documentation/filesystems/proc.rst, admin-guide/iostats.rst, accounting/psi.rst and
 * scheduler/sched-stats.rst of the Linux kernel. A text that does not have the format is a LabError
 * `measurement-failed`: a made-up zero would look like a measurement.
 */
import { LabError } from "../model/errors.ts";
import type { HostMemory } from "../model/host.ts";
import type { Bytes, Seconds } from "../model/units.ts";
import { parseCpuList } from "./cpu-list.ts";

/** USER_HZ: part of the kernel's interface to programs and 100 on every architecture but alpha, whatever CONFIG_HZ is. */
export const CLOCK_TICKS_PER_SECOND = 100;
/** The block layer counts in these, also on disks with 4096-byte sectors (iostats.rst). */
const SECTOR_BYTES = 512;
const KIB = 1024;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const MILLISECONDS = 1e3;

export interface ProcessStat {
  readonly pid: number;
  /** At most 15 bytes, may hold spaces and parentheses. */
  readonly command: string;
  /** `R` runs, `S` sleeps, `D` waits for a device, `T` stopped, `Z` ended but not reaped, `I` idle kernel thread. */
  readonly state: string;
  readonly parentPid: number;
  readonly groupId: number;
  readonly minorFaults: number;
  readonly majorFaults: number;
  /** Of all its threads, also those that ended. Steps of 10 ms. */
  readonly userCpuSeconds: Seconds;
  readonly systemCpuSeconds: Seconds;
  /** User and system CPU of children that ended and were waited for. */
  readonly reapedCpuSeconds: Seconds;
  readonly threads: number;
  /** Clock ticks since boot: with the pid it names a process for ever. */
  readonly startTicks: number;
}

/** `/proc/PID/stat`. The command is what stands between the first `(` and the last `)`. */
export function readProcessStat(text: string): ProcessStat {
  const open = text.indexOf("(");
  const close = text.lastIndexOf(")");
  const rest = text.slice(close + 1).trim();
  const fields = rest.split(" ");
  if (open < 1 || close < open || fields.length < 20) throw unreadable("/proc/PID/stat", text);
  const [state = ""] = fields;
  // Field 3 of proc(5) is the first one after the command.
  const field = (number: number) => toNumber(fields[number - 3], "/proc/PID/stat", text);
  return {
    pid: toNumber(text.slice(0, open).trim(), "/proc/PID/stat", text),
    command: text.slice(open + 1, close),
    state,
    parentPid: field(4),
    groupId: field(5),
    minorFaults: field(10),
    majorFaults: field(12),
    userCpuSeconds: field(14) / CLOCK_TICKS_PER_SECOND,
    systemCpuSeconds: field(15) / CLOCK_TICKS_PER_SECOND,
    reapedCpuSeconds: (field(16) + field(17)) / CLOCK_TICKS_PER_SECOND,
    threads: field(20),
    startTicks: field(22),
  };
}

/** Totals since boot over all CPUs. The four add up to the CPU time that there was. */
export interface HostCpu {
  /** user, nice, system, irq and softirq. Guests are in user and nice already. */
  readonly busySeconds: Seconds;
  /** Idle with no I/O outstanding. */
  readonly idleSeconds: Seconds;
  /** Idle while a task of this CPU waits for I/O: the CPU was free. */
  readonly ioWaitSeconds: Seconds;
  /** Taken by the hypervisor. */
  readonly stealSeconds: Seconds;
}

/** `/proc/stat`, its `cpu` line. */
export function readHostCpu(text: string): HostCpu {
  const line = /^cpu +(.*)$/m.exec(text)?.[1];
  if (line === undefined) throw unreadable("/proc/stat", text);
  const ticks = line.split(" ").map((field) => toNumber(field, "/proc/stat", text));
  if (ticks.length < 8) throw unreadable("/proc/stat", text);
  const [user = 0, nice = 0, system = 0, idle = 0, ioWait = 0, irq = 0, softIrq = 0, steal = 0] = ticks;
  return {
    busySeconds: (user + nice + system + irq + softIrq) / CLOCK_TICKS_PER_SECOND,
    idleSeconds: idle / CLOCK_TICKS_PER_SECOND,
    ioWaitSeconds: ioWait / CLOCK_TICKS_PER_SECOND,
    stealSeconds: steal / CLOCK_TICKS_PER_SECOND,
  };
}

export interface ProcessIo {
  /** Fetched from storage. */
  readonly readBytes: Bytes;
  /** Sent to storage: counted when a page is made dirty, so `cancelledWriteBytes` may never have got there. */
  readonly writtenBytes: Bytes;
  readonly cancelledWriteBytes: Bytes;
  /** Bytes of read-like and write-like calls, whether or not storage was touched; sockets are in them. */
  readonly requestedReadBytes: Bytes;
  readonly requestedWriteBytes: Bytes;
  readonly readCalls: number;
  readonly writeCalls: number;
}

/** `/proc/PID/io`: of all threads. Only the owner of the process and root may read it. */
export function readProcessIo(text: string): ProcessIo {
  const value = keyedNumbers(text, "/proc/PID/io");
  return {
    readBytes: value("read_bytes"),
    writtenBytes: value("write_bytes"),
    cancelledWriteBytes: value("cancelled_write_bytes"),
    requestedReadBytes: value("rchar"),
    requestedWriteBytes: value("wchar"),
    readCalls: value("syscr"),
    writeCalls: value("syscw"),
  };
}

export interface ProcessStatus {
  readonly name: string;
  readonly parentPid: number;
  readonly effectiveUserId: number;
  readonly threads: number;
  /** Null for a process that ended and for kernel threads: they have no memory. */
  readonly rss: ProcessRss | null;
  /** Of this one thread only: a server's sum goes over `/proc/PID/task/TID/status`. */
  readonly voluntarySwitches: number;
  readonly involuntarySwitches: number;
  /** CPUs it may use, ascending. */
  readonly allowedCpus: readonly number[];
}

/** Resident memory. Shared memory (a PostgreSQL buffer pool) is in the RSS of every process that touched it. */
export interface ProcessRss {
  readonly totalBytes: Bytes;
  readonly anonymousBytes: Bytes;
  readonly fileBytes: Bytes;
  readonly sharedBytes: Bytes;
}

/** `/proc/PID/status` and `/proc/PID/task/TID/status`. */
export function readProcessStatus(text: string): ProcessStatus {
  const value = keyedNumbers(text, "/proc/PID/status");
  return {
    name: keyedText(text, "Name", "/proc/PID/status"),
    parentPid: value("PPid"),
    effectiveUserId: toNumber(keyedText(text, "Uid", "/proc/PID/status").split(/\s+/)[1], "/proc/PID/status", text),
    threads: value("Threads"),
    rss: /^VmRSS:/m.test(text)
      ? {
          totalBytes: value("VmRSS") * KIB,
          anonymousBytes: value("RssAnon") * KIB,
          fileBytes: value("RssFile") * KIB,
          sharedBytes: value("RssShmem") * KIB,
        }
      : null,
    voluntarySwitches: value("voluntary_ctxt_switches"),
    involuntarySwitches: value("nonvoluntary_ctxt_switches"),
    allowedCpus: parseCpuList(keyedText(text, "Cpus_allowed_list", "/proc/PID/status")),
  };
}

/** The hard limit in the line `name` of /proc/PID/limits (proc(5)); null: unlimited. */
export function readHardLimit(text: string, name: string): number | null {
  const [, limit] = text.match(new RegExp(`^${name} +\\S+ +(\\d+|unlimited) `, "m")) ?? [];
  if (limit === undefined) throw new Error(`/proc/PID/limits has no ${name}: ${text}`);
  return limit === "unlimited" ? null : Number(limit);
}

export interface Schedstat {
  readonly cpuSeconds: Seconds;
  /** Ready to run, but no CPU was free. */
  readonly runQueueSeconds: Seconds;
  readonly timeSlices: number;
}

/** `/proc/PID/schedstat` (first thread only) and `/proc/PID/task/TID/schedstat`. Nanosecond steps. */
export function readSchedstat(text: string): Schedstat {
  const fields = text.trim().split(" ");
  const field = (index: number) => toNumber(fields[index], "/proc/PID/schedstat", text);
  return { cpuSeconds: field(0) / NANOSECONDS, runQueueSeconds: field(1) / NANOSECONDS, timeSlices: field(2) };
}

/** Pressure stall information, totals since boot. */
export interface Pressure {
  /** Time in which at least one task waited for the resource. */
  readonly someSeconds: Seconds;
  /** Time in which all tasks that had work waited. Null for the CPU before Linux 5.13. */
  readonly fullSeconds: Seconds | null;
}

/** `/proc/pressure/{cpu,io,memory}`, and the same files of a cgroup v2. */
export function readPressure(text: string): Pressure {
  const total = (kind: string) => new RegExp(`^${kind} .*total=(\\d+)`, "m").exec(text)?.[1];
  const full = total("full");
  return {
    someSeconds: toNumber(total("some"), "/proc/pressure", text) / MICROSECONDS,
    fullSeconds: full === undefined ? null : toNumber(full, "/proc/pressure", text) / MICROSECONDS,
  };
}

/** Totals since boot of one block device or partition. */
export interface DiskStat {
  /** `major:minor`, as in mountinfo. */
  readonly device: string;
  readonly name: string;
  readonly reads: number;
  readonly readBytes: Bytes;
  readonly writes: number;
  readonly writtenBytes: Bytes;
  /** Time in which at least one request was in flight. */
  readonly busySeconds: Seconds;
}

/** `/proc/diskstats`, in its order. */
export function readDiskstats(text: string): readonly DiskStat[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => readDiskLine(line.trim().split(/\s+/), line));
}

function readDiskLine(fields: readonly string[], line: string): DiskStat {
  const field = (index: number) => toNumber(fields[index], "/proc/diskstats", line);
  return {
    device: `${field(0)}:${field(1)}`,
    name: fields[2] ?? "",
    reads: field(3),
    readBytes: field(5) * SECTOR_BYTES,
    writes: field(7),
    writtenBytes: field(9) * SECTOR_BYTES,
    busySeconds: field(12) / MILLISECONDS,
  };
}

/** `/proc/meminfo`. Available: what can be had without swapping, by the kernel's own estimate. */
export function readMeminfo(text: string): HostMemory {
  const value = keyedNumbers(text, "/proc/meminfo");
  return { totalBytes: value("MemTotal") * KIB, availableBytes: value("MemAvailable") * KIB };
}

/** Reader of `Key:  12 kB` lines: the number as it stands there. */
function keyedNumbers(text: string, file: string): (key: string) => number {
  return (key) => toNumber(keyedText(text, key, file).split(/\s+/)[0], file, text);
}

function keyedText(text: string, key: string, file: string): string {
  const found = new RegExp(`^${key}:[ \\t]*(.*)$`, "m").exec(text)?.[1];
  if (found === undefined) throw unreadable(`${key} in ${file}`, text);
  return found.trimEnd();
}

function toNumber(field: string | undefined, file: string, text: string): number {
  const number = Number(field);
  if (field === undefined || field === "" || !Number.isFinite(number)) throw unreadable(file, text);
  return number;
}

function unreadable(what: string, text: string): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `cannot read ${what}: its text is ${JSON.stringify(text.slice(0, 120))}`,
    hint: "run `dbdyno doctor`: it tells which figures this kernel gives",
  });
}
