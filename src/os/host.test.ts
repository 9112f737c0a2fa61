import { hostname, release, totalmem } from "node:os";
import { describe, expect, it } from "vitest";
import { createFakeOs } from "./fake-os.ts";
import { gatherHostFacts } from "./host.ts";
import { createOs } from "./node-os.ts";

describe("the facts of this machine", () => {
  it("are those that the system tells by other ways too", async () => {
    const os = createOs();
    const facts = await gatherHostFacts(os, "/proc/self");
    const nproc = Number((await os.processes.run(["nproc"])).stdout);
    expect(facts).toMatchObject({
      hostname: hostname(),
      kernel: release(),
      fileSystem: "proc",
      isRoot: process.geteuid?.() === 0,
    });
    expect(facts.cpus).toHaveLength(nproc);
    expect(facts.cores).toBeGreaterThanOrEqual(1);
    expect(facts.cores).toBeLessThanOrEqual(nproc);
    expect(facts.memory.totalBytes).toBe(totalmem());
    expect(facts.memory.availableBytes).toBeLessThan(facts.memory.totalBytes);
  });

  it("say that user namespaces work only where unshare did", async () => {
    const files = {
      "/proc/self/status":
        "Name:\tnode\nPPid:\t1\nUid:\t0\t1000\t0\t0\nThreads:\t1\nCpus_allowed_list:\t1\nvoluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t1\n",
      "/proc/self/limits":
        "Limit                     Soft Limit           Hard Limit           Units     \nMax open files            1024                 4096                 files     \n",
      "/proc/cpuinfo": "processor\t: 1\nmodel name\t: Abacus\n",
      "/proc/meminfo": "MemTotal: 2048 kB\nMemAvailable: 1024 kB\n",
      "/proc/self/mountinfo": "27 1 254:0 / / rw - ext4 /dev/vda rw\n",
      "/proc/sys/kernel/hostname": "lab\n",
      "/proc/sys/kernel/osrelease": "6.1.0\n",
    };
    const facts = await gatherHostFacts(createFakeOs({ files, run: () => ({ exitCode: 0 }) }), "/lab");
    expect(facts).toEqual({
      hostname: "lab",
      kernel: "6.1.0",
      cpuModel: "Abacus",
      cpus: [1],
      cores: 1,
      siblings: [],
      memory: { totalBytes: 2 ** 21, availableBytes: 2 ** 20 },
      openFiles: 4096,
      fileSystem: "ext4",
      cgroup: { version: null, freezer: null, cpuacct: null },
      isRoot: false,
      userNamespaces: true,
    });
    const forbidden = createFakeOs({ files, run: () => ({ exitCode: 1 }) });
    expect((await gatherHostFacts(forbidden, "/lab")).userNamespaces).toBe(false);
    const missing = createFakeOs({ files });
    expect((await gatherHostFacts(missing, "/lab")).userNamespaces).toBe(false);
  });
});
