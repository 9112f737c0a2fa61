import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../os/fake-os.ts";
import type { FakeRun } from "../../os/fake-processes.ts";
import { launchPrefix } from "./launch-prefix.ts";

const status = (userId: number) =>
  `Name:\tnode\nPPid:\t1\nUid:\t${userId}\t${userId}\t${userId}\t${userId}\nThreads:\t1\nvoluntary_ctxt_switches:\t1\nnonvoluntary_ctxt_switches:\t1\nCpus_allowed_list:\t0-3\n`;
const machine = (userId: number, run: FakeRun = () => ({})) =>
  createFakeOs({ files: { "/proc/self/status": status(userId) }, run });
const PLAIN = { cpus: null, libraryPath: null, refusesRoot: false };

describe("what stands before a server's binary", () => {
  it("is nothing where nothing is asked", async () => {
    expect(await launchPrefix(machine(0), PLAIN)).toEqual([]);
    expect(await launchPrefix(machine(1000), { ...PLAIN, refusesRoot: true })).toEqual([]);
  });

  it("pins, changes the user id of root, and names libraries, in an order in which each becomes the next", async () => {
    const request = { cpus: [0, 1, 3], libraryPath: "/b/lib", refusesRoot: true };
    expect(await launchPrefix(machine(0), request)).toEqual([
      ...["taskset", "-c", "0-1,3"],
      ...["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"],
      ...["env", "LD_LIBRARY_PATH=/b/lib"],
    ]);
  });

  it("is an error with the remedy without taskset", async () => {
    const withoutTaskset = machine(1000, () => null);
    await expect(launchPrefix(withoutTaskset, { ...PLAIN, cpus: [0] })).rejects.toMatchObject({
      code: "tool-missing",
      hint: expect.stringContaining("util-linux"),
    });
  });

  it("is an error with cause and remedy where root has no user namespaces", async () => {
    const forbidden = machine(0, () => ({ exitCode: 1, stderr: "unshare: unshare failed: No space left on device\n" }));
    await expect(launchPrefix(forbidden, { ...PLAIN, refusesRoot: true })).rejects.toMatchObject({
      code: "permission-denied",
      message: expect.stringContaining("unshare failed: No space left on device"),
      hint: expect.stringContaining("user.max_user_namespaces"),
    });
    await expect(
      launchPrefix(
        machine(0, () => null),
        { ...PLAIN, refusesRoot: true },
      ),
    ).rejects.toMatchObject({
      code: "tool-missing",
      message: expect.stringContaining("there is no unshare (util-linux)"),
    });
  });
});
