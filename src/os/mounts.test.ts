import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LabError } from "../model/errors.ts";
import { findMount, mountOf, readMountinfo } from "./mounts.ts";
import { createOs } from "./node-os.ts";

const MOUNTINFO = String.raw`27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
25 24 0:23 / /dev/shm rw,relatime - tmpfs tmpfs rw,size=24684092k
37 31 0:34 / /sys/fs/cgroup/freezer rw,relatime shared:9 master:2 - cgroup cgroup rw,freezer
40 27 8:1 /sub /srv/my\040data rw,noatime shared:1 - xfs /dev/sda1 rw,attr2
41 27 8:2 / /srv/lab rw - ext3 /dev/sdb1 rw
42 27 8:3 / /srv/lab rw - btrfs /dev/sdc1 rw
`;

describe("mounts", () => {
  const mounts = readMountinfo(MOUNTINFO);

  it("are read with optional fields, controllers and escaped spaces", () => {
    expect(mounts[2]).toEqual({
      mountPoint: "/sys/fs/cgroup/freezer",
      root: "/",
      device: "0:34",
      fileSystem: "cgroup",
      superOptions: ["rw", "freezer"],
    });
    expect(mounts[3]).toMatchObject({ mountPoint: "/srv/my data", root: "/sub" });
  });

  it("hold the paths below them: the longest decides, and of equals the last", () => {
    expect(mountOf(mounts, "/srv/my data/lab")?.fileSystem).toBe("xfs");
    expect(mountOf(mounts, "/srv/lab")?.fileSystem).toBe("btrfs");
    expect(mountOf(mounts, "/srv/laboratory")?.fileSystem).toBe("ext4");
    expect(mountOf(mounts, "/dev/shm/x")?.device).toBe("0:23");
    expect(mountOf([], "/")).toBeNull();
  });

  it("that have another format are an error", () => {
    expect(() => readMountinfo("27 1 254:0 / / rw,relatime ext4\n")).toThrow(LabError);
  });

  it("of this machine tell of any folder, also of one that is not there yet", async () => {
    const os = createOs();
    const stat = await os.processes.run(["stat", "-f", "-c", "%T", "/proc"]);
    expect((await findMount(os, "/proc/self"))?.fileSystem).toBe(stat.stdout.trim());
    const here = await findMount(os, tmpdir());
    expect(await findMount(os, join(tmpdir(), "no/such/lab"))).toEqual(here);
  });
});
