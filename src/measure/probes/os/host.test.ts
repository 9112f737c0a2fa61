import { describe, expect, it } from "vitest";
import { LabError } from "../../../model/errors.ts";
import { createFakeOs } from "../../../os/fake-os.ts";
import type { Os } from "../../../os/os.ts";
import { fakeServer } from "../fake-server.ts";
import { findBlockDevice, mountSource } from "./block-device.ts";
import { hostProbe } from "./host.ts";

const DISKS = [
  " 254       0 vda 8563 4348 1135010 3049 1371 13752 1393352 3459 0 1696 6639 3173 28 41904 131 4 0",
  " 254       1 vda1 100 0 800 1 50 0 400 1 0 2 3 0 0 0 0 0 0",
  " 253       0 dm-0 10 0 80 1 5 0 40 1 0 2 3",
].join("\n");
const mountinfo = (device: string, type: string, source: string) =>
  `27 1 ${device} / / rw,relatime shared:1 - ${type} ${source} rw\n`;

function files(mount: string): Record<string, string> {
  return {
    "/proc/stat": "cpu  3976 10 1303 134241 127 5 58 19 0 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n",
    "/proc/pressure/cpu": "some avg10=4.00 avg60=1.57 avg300=0.55 total=4874887\n",
    "/proc/diskstats": `${DISKS}\n`,
    "/proc/self/mountinfo": mount,
  };
}

async function read(os: Os) {
  const probe = hostProbe({ os, every: 1 });
  const session = await probe.open({ server: fakeServer(), labPids: () => [], dataDirectory: "/" });
  return session.read();
}

describe("the host probe", () => {
  it("tells busy, idle and stolen CPU, pressure, and the device below the data directory", async () => {
    const values = await read(createFakeOs({ files: files(mountinfo("254:1", "ext4", "/dev/vda1")) }));
    expect(values).toEqual({
      host_cpu_seconds: 53.52,
      host_idle_seconds: 1343.68,
      steal_seconds: 0.19,
      pressure_cpu_seconds: 4.874887,
      device_reads: 100,
      device_writes: 50,
      device_read_bytes: 800 * 512,
      device_written_bytes: 400 * 512,
    });
  });

  it("leaves the device out where the data directory is in memory", async () => {
    const values = await read(createFakeOs({ files: files(mountinfo("0:23", "tmpfs", "tmpfs")) }));
    expect(values).not.toHaveProperty("device_reads");
    expect(values).toHaveProperty("host_cpu_seconds");
  });

  it("leaves pressure out where it is switched off, which the kernel says only when the file is read", async () => {
    const os = createFakeOs({ files: files(mountinfo("254:1", "ext4", "/dev/vda1")) });
    const readKernelFile = (path: string) => {
      if (!path.startsWith("/proc/pressure")) return os.files.readKernelFile(path);
      const cause = Object.assign(new Error("EOPNOTSUPP"), { code: "EOPNOTSUPP" });
      throw new LabError({ code: "bug", message: "cannot use it", hint: "none", cause });
    };
    const values = await read({ ...os, files: { ...os.files, readKernelFile } });
    expect(values).not.toHaveProperty("pressure_cpu_seconds");
  });
});

describe("the block device of a folder", () => {
  it("is the partition or disk that its file system is on", async () => {
    const os = createFakeOs({ files: files(mountinfo("254:0", "ext4", "/dev/vda")) });
    expect(await findBlockDevice(os, "/")).toBe("254:0");
  });

  it("is found by what was mounted where the file system has a number of its own", async () => {
    const os = createFakeOs({
      files: files(mountinfo("0:40", "btrfs", "/dev/mapper/vg-data")),
      run: (argv) => (argv[0] === "readlink" ? { stdout: "/dev/dm-0\n" } : null),
    });
    expect(await findBlockDevice(os, "/")).toBe("253:0");
  });

  it("is none on an overlay", async () => {
    const os = createFakeOs({ files: files(mountinfo("0:50", "overlay", "overlay")) });
    expect(await findBlockDevice(os, "/")).toBeNull();
  });

  it("has its source after the lone dash, however many optional fields stand before it", () => {
    const text = "36 35 0:40 / /data rw shared:1 master:2 - btrfs /dev/sdb1 rw,subvol=/\n";
    expect(mountSource(text, "0:40")).toBe("/dev/sdb1");
    expect(mountSource(text, "0:41")).toBeNull();
  });
});
