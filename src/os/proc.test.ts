import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LabError } from "../model/errors.ts";
import {
  CLOCK_TICKS_PER_SECOND,
  readDiskstats,
  readHostCpu,
  readMeminfo,
  readPressure,
  readProcessIo,
  readProcessStat,
  readProcessStatus,
  readSchedstat,
} from "./proc.ts";
import { createProcesses } from "./processes.ts";

const STAT_TAIL =
  "S 5478 5479 2542 0 -1 4194304 103 77 8 6 151 49 20 10 20 0 13 0 69322 3133440 390 18446744073709551615 94404431880192 " +
  "94404431900073 140732904140464 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 94404431916080 94404431917696 94404563349504";

const STATUS = `Name:\tmysqld
Umask:\t0027
State:\tS (sleeping)
Tgid:\t5513
PPid:\t5478
Uid:\t1000\t1001\t1000\t1000
VmHWM:\t    1840 kB
VmRSS:\t    1740 kB
RssAnon:\t     116 kB
RssFile:\t    1624 kB
RssShmem:\t       8 kB
Threads:\t27
Cpus_allowed:\t10f
Cpus_allowed_list:\t0-3,8
voluntary_ctxt_switches:\t12
nonvoluntary_ctxt_switches:\t1
`;

function faultOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (fault) {
    return fault;
  }
}

describe("/proc/PID/stat", () => {
  it("is read by field, with times in seconds", () => {
    expect(readProcessStat(`5513 (cat) ${STAT_TAIL}\n`)).toEqual({
      pid: 5513,
      command: "cat",
      state: "S",
      parentPid: 5478,
      groupId: 5479,
      minorFaults: 103,
      majorFaults: 8,
      userCpuSeconds: 1.51,
      systemCpuSeconds: 0.49,
      reapedCpuSeconds: 0.3,
      threads: 13,
      startTicks: 69322,
    });
  });

  it("may have spaces and parentheses in the command", () => {
    const stat = readProcessStat(`7 (tricky) R 1 (x)) ${STAT_TAIL}`);
    expect(stat.command).toBe("tricky) R 1 (x)");
    expect(stat.parentPid).toBe(5478);
  });

  it("of this process names this process", () => {
    const stat = readProcessStat(readFileSync("/proc/self/stat", "utf8"));
    expect([stat.pid, stat.parentPid]).toEqual([process.pid, process.ppid]);
    expect(stat.startTicks).toBeGreaterThan(0);
  });

  it("cut short is an error with what was read, not a zero", () => {
    const fault = faultOf(() => readProcessStat("5513 (cat) S 1"));
    expect(fault).toBeInstanceOf(LabError);
    expect(fault).toMatchObject({ code: "measurement-failed", message: expect.stringContaining("5513 (cat) S 1") });
  });
});

describe("clock ticks", () => {
  it("are what this system's getconf says", async () => {
    const { stdout } = await createProcesses().run(["getconf", "CLK_TCK"]);
    expect(CLOCK_TICKS_PER_SECOND).toBe(Number(stdout));
  });
});

describe("/proc/stat", () => {
  it("parts the time of all CPUs into busy, idle, waiting for I/O and stolen", () => {
    const text = "cpu  4112 100 1404 134323 185 15 65 20 40 30\ncpu0 1971 0 731 67223 98 0 26 9 0 0\nintr 326667\n";
    const cpu = readHostCpu(text);
    expect(cpu.busySeconds).toBeCloseTo(56.96, 9);
    expect(cpu).toMatchObject({ idleSeconds: 1343.23, ioWaitSeconds: 1.85, stealSeconds: 0.2 });
  });

  it("without a cpu line is an error", () => {
    expect(() => readHostCpu("intr 1\n")).toThrow(LabError);
    expect(() => readHostCpu("cpu  1 2 3\n")).toThrow(LabError);
  });
});

describe("/proc/PID/io", () => {
  it("tells bytes of storage apart from bytes of calls", () => {
    const text =
      "rchar: 8688\nwchar: 1712\nsyscr: 14\nsyscw: 2\nread_bytes: 512\nwrite_bytes: 4096\ncancelled_write_bytes: 1024\n";
    expect(readProcessIo(text)).toEqual({
      readBytes: 512,
      writtenBytes: 4096,
      cancelledWriteBytes: 1024,
      requestedReadBytes: 8688,
      requestedWriteBytes: 1712,
      readCalls: 14,
      writeCalls: 2,
    });
  });

  it("with a missing line is an error that names it", () => {
    expect(() => readProcessIo("rchar: 1\n")).toThrow(/read_bytes in \/proc\/PID\/io/);
  });
});

describe("/proc/PID/status", () => {
  it("gives memory in bytes, switches, and the CPUs that may be used", () => {
    expect(readProcessStatus(STATUS)).toEqual({
      name: "mysqld",
      parentPid: 5478,
      effectiveUserId: 1001,
      threads: 27,
      rss: { totalBytes: 1740 * 1024, anonymousBytes: 116 * 1024, fileBytes: 1624 * 1024, sharedBytes: 8 * 1024 },
      voluntarySwitches: 12,
      involuntarySwitches: 1,
      allowedCpus: [0, 1, 2, 3, 8],
    });
  });

  it("has no memory for a process that ended but is not reaped", () => {
    const zombie = STATUS.replace(/^(VmHWM|VmRSS|Rss\w+):.*\n/gm, "");
    expect(readProcessStatus(zombie).rss).toBeNull();
  });

  it("of this process agrees with what the process knows of itself", () => {
    const status = readProcessStatus(readFileSync("/proc/self/status", "utf8"));
    expect(status).toMatchObject({ parentPid: process.ppid, effectiveUserId: process.geteuid?.() });
    expect(status.rss?.totalBytes).toBeGreaterThan(10e6);
  });
});

describe("/proc/PID/schedstat", () => {
  it("gives seconds on a CPU and seconds of waiting for one", () => {
    expect(readSchedstat("706979000 65800000 2\n")).toEqual({
      cpuSeconds: 0.706979,
      runQueueSeconds: 0.0658,
      timeSlices: 2,
    });
  });

  it("that is empty is an error", () => {
    expect(() => readSchedstat("\n")).toThrow(LabError);
  });
});

describe("/proc/pressure", () => {
  it("gives the totals in seconds", () => {
    const text =
      "some avg10=4.00 avg60=1.57 avg300=0.55 total=5188428\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=1500\n";
    expect(readPressure(text)).toEqual({ someSeconds: 5.188428, fullSeconds: 0.0015 });
  });

  it("of the CPU has no full line on old kernels", () => {
    expect(readPressure("some avg10=0.00 avg60=0.00 avg300=0.00 total=7\n").fullSeconds).toBeNull();
  });
});

describe("/proc/diskstats", () => {
  it("counts requests, and sectors of 512 bytes as bytes", () => {
    const text =
      "   7       0 loop0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n" +
      " 254       0 vda 7582 4071 654898 1672 1344 13752 1392400 3453 0 1360 5248 3120 28 40744 122 4 0\n";
    expect(readDiskstats(text)).toHaveLength(2);
    expect(readDiskstats(text)[1]).toEqual({
      device: "254:0",
      name: "vda",
      reads: 7582,
      readBytes: 654898 * 512,
      writes: 1344,
      writtenBytes: 1392400 * 512,
      busySeconds: 1.36,
    });
  });

  it("of this machine can be read", () => {
    expect(() => readDiskstats(readFileSync("/proc/diskstats", "utf8"))).not.toThrow();
  });
});

describe("/proc/meminfo", () => {
  it("gives bytes", () => {
    const text = "MemTotal:       24684092 kB\nMemFree:        24538004 kB\nMemAvailable:   24440928 kB\n";
    expect(readMeminfo(text)).toEqual({ totalBytes: 24684092 * 1024, availableBytes: 24440928 * 1024 });
  });
});
