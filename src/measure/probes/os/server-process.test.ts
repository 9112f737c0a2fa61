import { describe, expect, it } from "vitest";
import { LabError } from "../../../model/errors.ts";
import { createFakeOs } from "../../../os/fake-os.ts";
import type { Os } from "../../../os/os.ts";
import { fakeServer } from "../fake-server.ts";
import { serverProcessProbe } from "./server-process.ts";

const NO_CGROUPS = { version: null, freezer: null, cpuacct: null } as const;
const IO =
  "rchar: 1\nwchar: 1\nsyscr: 1\nsyscw: 1\nread_bytes: 4096\nwrite_bytes: 20480\ncancelled_write_bytes: 8192\n";

/** `/proc/PID/stat` with CPU in ticks of 10 ms. */
function statText(pid: number, ticks: { readonly userTicks: number; readonly reapedTicks?: number }): string {
  const { userTicks, reapedTicks = 0 } = ticks;
  return `${pid} (postgres) S 1 ${pid} ${pid} 0 -1 0 0 0 0 0 ${userTicks} 0 ${reapedTicks} 0 20 0 1 0 77 0 0\n`;
}

interface StatusNumbers {
  readonly switches: number;
  readonly threads?: number;
  readonly anonymous?: number;
  readonly shared?: number;
}

/** `/proc/PID/status`, memory in KiB. */
function statusText({ switches, threads = 1, anonymous = 0, shared = 0 }: StatusNumbers): string {
  return [
    "Name:\tpostgres",
    "PPid:\t1",
    "Uid:\t1000\t1000\t1000\t1000",
    `VmRSS:\t  ${anonymous + shared} kB`,
    `RssAnon:\t  ${anonymous} kB`,
    "RssFile:\t  0 kB",
    `RssShmem:\t  ${shared} kB`,
    `Threads:\t${threads}`,
    "Cpus_allowed_list:\t0-1",
    `voluntary_ctxt_switches:\t${switches - 1}`,
    "nonvoluntary_ctxt_switches:\t1",
    "",
  ].join("\n");
}

/** A postmaster (100) with one backend (101), each of one thread. */
function postgresFiles(): Record<string, string> {
  return {
    "/proc/100/task/100/children": "101 ",
    "/proc/100/stat": statText(100, { userTicks: 10, reapedTicks: 30 }),
    "/proc/100/status": statusText({ switches: 5, anonymous: 1000, shared: 100 }),
    "/proc/100/io": IO,
    "/proc/101/stat": statText(101, { userTicks: 60 }),
    "/proc/101/status": statusText({ switches: 40, anonymous: 2000, shared: 9000 }),
    "/proc/101/io": IO,
  };
}

function open(os: Os, options: { readonly cgroup?: string; readonly cpuacct?: string } = {}) {
  const cgroups = options.cpuacct ? ({ version: 1, freezer: null, cpuacct: options.cpuacct } as const) : NO_CGROUPS;
  const server = fakeServer({ pid: 100, cgroup: options.cgroup ?? null });
  return serverProcessProbe({ os, cgroups, every: 1 }).open({ server, labPids: () => [], dataDirectory: "/data" });
}

describe("the server process probe", () => {
  it("adds up the process tree: CPU with reaped backends, switches, I/O without what was cancelled", async () => {
    const session = await open(createFakeOs({ files: postgresFiles() }));
    const values = await session.read();
    expect(values.server_cpu_seconds).toBeCloseTo(1, 9);
    expect(values).toMatchObject({
      server_context_switches: 45,
      server_read_bytes: 8192,
      server_written_bytes: 24576,
      server_rss_bytes: (1000 + 2000 + 9000) * 1024,
    });
  });

  it("loses nothing of a backend that ended: its CPU is its parent's then, its switches are remembered", async () => {
    const os = createFakeOs({ files: postgresFiles() });
    const session = await open(os);
    await session.read();
    await os.files.remove("/proc/101");
    await os.files.write("/proc/100/task/100/children", "");
    await os.files.write("/proc/100/stat", statText(100, { userTicks: 10, reapedTicks: 95 }));
    const values = await session.read();
    expect(values.server_cpu_seconds).toBeCloseTo(1.05, 9);
    expect(values.server_context_switches).toBe(45);
  });

  it("never goes down when a backend ended that its parent has not waited for yet", async () => {
    const os = createFakeOs({ files: postgresFiles() });
    const session = await open(os);
    await session.read();
    await os.files.remove("/proc/101");
    expect(await session.read()).toMatchObject({ server_cpu_seconds: 1, server_read_bytes: 8192 });
  });

  it("adds up the switches of all threads of a process", async () => {
    const files = {
      ...postgresFiles(),
      "/proc/100/task/100/children": "",
      "/proc/100/status": statusText({ switches: 5, threads: 2 }),
      "/proc/100/task/100/status": statusText({ switches: 5, threads: 2 }),
      "/proc/100/task/102/status": statusText({ switches: 7, threads: 2 }),
    };
    const session = await open(createFakeOs({ files }));
    expect((await session.read()).server_context_switches).toBe(12);
  });

  it("takes the CPU of the server's cgroup where it has one", async () => {
    const files = { ...postgresFiles(), "/cg/dbdyno/a/cpuacct.usage": "2500000000\n" };
    const session = await open(createFakeOs({ files }), { cgroup: "dbdyno/a", cpuacct: "/cg" });
    expect((await session.read()).server_cpu_seconds).toBe(2.5);
  });

  it("leaves I/O out, and only that, where it may not be read", async () => {
    const os = createFakeOs({ files: postgresFiles() });
    const readKernelFile = (path: string) => {
      if (!path.endsWith("/io")) return os.files.readKernelFile(path);
      throw new LabError({ code: "permission-denied", message: `not allowed: ${path}`, hint: "be its owner" });
    };
    const session = await open({ ...os, files: { ...os.files, readKernelFile } });
    const values = await session.read();
    expect(values).not.toHaveProperty("server_read_bytes");
    expect(values).not.toHaveProperty("server_written_bytes");
    expect(values.server_context_switches).toBe(45);
  });

  it("says so when the server is gone", async () => {
    const session = await open(createFakeOs());
    await expect(session.read()).rejects.toMatchObject({ code: "server-died" });
  });
});
