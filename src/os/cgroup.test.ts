import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CgroupFacts } from "../model/host.ts";
import {
  addToCgroup,
  cgroupProcsFiles,
  clearCgroup,
  createCgroup,
  findCgroups,
  freezeCgroup,
  readCgroupCpuSeconds,
  removeCgroup,
  thawCgroup,
} from "./cgroup.ts";
import { placesIn, readMemberships } from "./cgroup-find.ts";
import { createFakeOs } from "./fake-os.ts";
import { createOs } from "./node-os.ts";
import type { Os } from "./os.ts";

const os = createOs();
const scratch = mkdtempSync(join(tmpdir(), "dbdyno-cgroup-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** This machine as if only one version of cgroups were mounted. */
function withOnly(fileSystem: "cgroup" | "cgroup2"): Os {
  const read = async (path: string) => {
    const text = await os.files.read(path);
    if (path !== "/proc/self/mountinfo") return text;
    const lines = text.split("\n").filter((line) => !/ - cgroup2? /.test(line) || line.includes(` - ${fileSystem} `));
    return lines.join("\n");
  };
  return { ...os, files: { ...os.files, read } };
}

/** Freezes, thaws and accounts a shell that writes and works in a group of its own. */
async function checkRealGroup(facts: CgroupFacts, name: string): Promise<void> {
  const logFile = join(scratch, "ticks");
  const worker = await os.processes.start({ argv: ["sh", "-c", "(while :; do echo tick; done) & wait"], logFile });
  const written = () => statSync(logFile).size;
  try {
    await createCgroup(os, facts, name);
    await addToCgroup(os, facts, name, worker.pid);
    // The shell and, once it has begun, its child.
    for (const file of cgroupProcsFiles(facts, name)) {
      await expect.poll(async () => (await os.files.read(file)).split("\n"), { timeout: 20_000 }).toHaveLength(3);
    }
    await expect.poll(written).toBeGreaterThan(0);

    await freezeCgroup(os, facts, name);
    const [size, cpu] = [written(), readCgroupCpuSeconds(os, facts, name)];
    await os.clock.sleep(0.1);
    expect(written()).toBe(size);
    expect(readCgroupCpuSeconds(os, facts, name) - cpu).toBeLessThan(0.02);

    await thawCgroup(os, facts, name);
    const before = os.clock.monotonic();
    await expect
      .poll(() => readCgroupCpuSeconds(os, facts, name), { interval: 20, timeout: 20_000 })
      .toBeGreaterThan(cpu + 0.05);
    expect(readCgroupCpuSeconds(os, facts, name) - cpu).toBeLessThan((os.clock.monotonic() - before) * 2 + 0.1);
    expect(written()).toBeGreaterThan(size);
  } finally {
    if (facts.freezer !== null) await thawCgroup(os, facts, name);
    await worker.stop(0);
  }
  await removeCgroup(os, facts, name);
  for (const file of cgroupProcsFiles(facts, name)) expect(await os.files.exists(file)).toBe(false);
}

describe.each([
  { version: 1, fileSystem: "cgroup" },
  { version: 2, fileSystem: "cgroup2" },
] as const)("real cgroups of version $version", ({ version, fileSystem }) => {
  it("freeze, thaw and account a process with its child; or are not offered, and then cannot be made by hand", async () => {
    const facts = await findCgroups(withOnly(fileSystem));
    if (facts.freezer !== null && facts.cpuacct !== null) {
      expect(facts.version).toBe(version);
      await checkRealGroup(facts, `dbdyno/test-${process.pid}-${version}`);
      return;
    }
    expect(facts).toEqual({ version: null, freezer: null, cpuacct: null });
    const mounts = (await withOnly(fileSystem).files.read("/proc/self/mountinfo")).matchAll(
      /^.*? \/ (\S+) .* - cgroup/gm,
    );
    for (const [, mountPoint = ""] of mounts) {
      if (version === 1 && !/freezer|cpuacct/.test(mountPoint)) continue;
      await expect(os.files.makeDirectory(join(mountPoint, "dbdyno-by-hand"))).rejects.toMatchObject({
        name: "LabError",
      });
    }
  });
});

describe("groups of variants that end at the same moment", () => {
  it("leave neither their own folders nor the one above them, and no fault", async () => {
    const facts = await findCgroups(os);
    const above = `dbdyno-test-${process.pid}`;
    const names = ["a", "b", "c"].map((variant) => `${above}/${variant}`);
    // Each round is a race; a few were lost while removing what has just gone was a fault.
    for (let round = 0; round < 200; round += 1) {
      for (const name of names) await createCgroup(os, facts, name);
      await Promise.all(names.map((name) => removeCgroup(os, facts, name)));
    }
    for (const root of [facts.freezer, facts.cpuacct]) {
      if (root !== null) expect(await os.files.exists(join(root, above))).toBe(false);
    }
  });
});

describe("a group that a killed run left frozen, with a server in it", () => {
  it("is cleared: the server ends without running again, and a group of that name can be used", async () => {
    const facts = await findCgroups(os);
    if (facts.freezer === null) {
      // Nothing can be frozen by a group here, so nothing can be left so.
      await clearCgroup(os, facts, "dbdyno/none");
      return;
    }
    const name = `dbdyno/test-left-${process.pid}`;
    const logFile = join(scratch, "left");
    const left = await os.processes.start({ argv: ["sh", "-c", "while :; do echo tick; done"], logFile });
    await createCgroup(os, facts, name);
    await addToCgroup(os, facts, name, left.pid);
    await freezeCgroup(os, facts, name);
    const size = statSync(logFile).size;

    await clearCgroup(os, facts, name);
    await expect.poll(() => left.exitCode()).toBe(128 + 9);
    expect(statSync(logFile).size).toBe(size);
    for (const file of cgroupProcsFiles(facts, name)) expect(await os.files.exists(file)).toBe(false);

    await checkRealGroup(facts, name);
  });
});

describe("the place of our groups", () => {
  it("is asked of /proc/self/cgroup", () => {
    expect(readMemberships("6:cpu,cpuacct:/a\n1:name=systemd:/b\n0::/user.slice/c\n")).toEqual([
      { controllers: ["cpu", "cpuacct"], path: "/a" },
      { controllers: ["name=systemd"], path: "/b" },
      { controllers: [""], path: "/user.slice/c" },
    ]);
  });

  it("is our own group as the mount shows it, then the mount's root", () => {
    const mount = { mountPoint: "/cg", root: "/", device: "0:1", fileSystem: "cgroup2", superOptions: ["rw"] };
    const own = readMemberships("0::/docker/abc\n");
    expect(placesIn(mount, own, "")).toEqual(["/cg/docker/abc", "/cg"]);
    expect(placesIn({ ...mount, root: "/docker/abc" }, own, "")).toEqual(["/cg"]);
    expect(placesIn({ ...mount, root: "/docker/other" }, own, "")).toEqual(["/cg"]);
    expect(placesIn(mount, own, "freezer")).toEqual(["/cg"]);
  });
});

describe("a group", () => {
  const v1: CgroupFacts = { version: 1, freezer: "/cg/freezer", cpuacct: "/cg/cpuacct" };
  const v2: CgroupFacts = { version: 2, freezer: "/cg", cpuacct: "/cg" };

  it("of version 1 is made below each controller, takes pids and orders, and is removed with its empty parent", async () => {
    const fake = createFakeOs();
    await createCgroup(fake, v1, "dbdyno/a");
    await addToCgroup(fake, v1, "dbdyno/a", 42);
    expect(await fake.files.read("/cg/freezer/dbdyno/a/cgroup.procs")).toBe("42");
    expect(await fake.files.read("/cg/cpuacct/dbdyno/a/cgroup.procs")).toBe("42");
    await freezeCgroup(fake, v1, "dbdyno/a");
    expect(await fake.files.read("/cg/freezer/dbdyno/a/freezer.state")).toBe("FROZEN");
    await fake.files.write("/cg/cpuacct/dbdyno/a/cpuacct.usage", "1500000000\n");
    expect(readCgroupCpuSeconds(fake, v1, "dbdyno/a")).toBe(1.5);
    await removeCgroup(fake, v1, "dbdyno/a");
    expect(await fake.files.exists("/cg/freezer/dbdyno")).toBe(false);
  });

  it("of version 2 waits for the kernel's word that all have stopped, and says so when it never comes", async () => {
    const fake = createFakeOs({
      files: {
        "/cg/dbdyno/a/cgroup.events": "populated 1\nfrozen 0\n",
        "/cg/dbdyno/a/cpu.stat": "usage_usec 2500000\nuser_usec 1\n",
      },
    });
    await thawCgroup(fake, v2, "dbdyno/a");
    expect(fake.clock.monotonic()).toBe(0);
    await expect(freezeCgroup(fake, v2, "dbdyno/a")).rejects.toMatchObject({
      code: "measurement-failed",
      where: "/cg/dbdyno/a",
    });
    expect(fake.clock.monotonic()).toBeGreaterThan(30);
    expect(await fake.files.read("/cg/dbdyno/a/cgroup.freeze")).toBe("1");
    expect(readCgroupCpuSeconds(fake, v2, "dbdyno/a")).toBe(2.5);
  });

  it("is cleared of its own processes only: 0 is one of another pid namespace", async () => {
    const fake = createFakeOs({ files: { "/cg/dbdyno/a/cgroup.procs": "42\n0\n" } });
    await clearCgroup(fake, { ...v2, freezer: null }, "dbdyno/a");
    expect(fake.journal.signals).toEqual([{ pid: 42, signal: "SIGKILL" }]);
    expect(await fake.files.exists("/cg/dbdyno")).toBe(false);
  });

  it("tells the list of what we started how it is thawed", async () => {
    const fake = createFakeOs();
    for (const facts of [v1, v2]) {
      await createCgroup(fake, facts, "dbdyno/a");
      await addToCgroup(fake, facts, "dbdyno/a", 42);
    }
    expect(fake.journal.freezers).toEqual([
      { pid: 42, freezer: { file: "/cg/freezer/dbdyno/a/freezer.state", thaw: "THAWED" } },
      { pid: 42, freezer: { file: "/cg/dbdyno/a/cgroup.freeze", thaw: "0" } },
    ]);
  });

  it("without a controller, or with a name that leads elsewhere, is a bug of ours and touches nothing", async () => {
    const fake = createFakeOs();
    const none: CgroupFacts = { version: null, freezer: null, cpuacct: null };
    await createCgroup(fake, none, "dbdyno/a");
    await expect(async () => freezeCgroup(fake, none, "dbdyno/a")).rejects.toMatchObject({ code: "bug" });
    for (const name of ["../a", "/a", "", "a/../../b", ".", "a/"]) {
      await expect(createCgroup(fake, v1, name)).rejects.toMatchObject({ code: "bug" });
    }
    expect(await fake.files.exists("/cg")).toBe(false);
  });

  it("that still holds processes is tried for 5 s, then the error says where", async () => {
    const fake = createFakeOs();
    const busy = Object.assign(new Error("busy"), { code: "EBUSY" });
    const stubborn: Os = { ...fake, files: { ...fake.files, remove: () => Promise.reject(busy) } };
    await expect(removeCgroup(stubborn, v2, "dbdyno/a")).rejects.toMatchObject({
      code: "measurement-failed",
      where: "/cg/dbdyno/a",
    });
    expect(fake.clock.monotonic()).toBeGreaterThanOrEqual(5);
  });
});
