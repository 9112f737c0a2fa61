import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { LabError } from "../../model/errors.ts";
import { createOs } from "../../os/node-os.ts";
import type { CommandResult, Os } from "../../os/os.ts";
import { toolMissing } from "../../os/tools.ts";
import { type Capability, findCapabilities } from "./capabilities.ts";

const real = createOs();
const lab = mkdtempSync(join(tmpdir(), "dbdyno-capabilities-"));
afterAll(() => rmSync(lab, { recursive: true, force: true }));

/** This machine, with other answers of some commands: null for one that is not there. npm is never really asked. */
function machine(
  answers: Readonly<Record<string, Partial<CommandResult> | null>> = {},
  files: Partial<Os["files"]> = {},
): Os {
  const all: typeof answers = { timeout: { exitCode: 0, stdout: '"sha512-x"\n' }, ...answers };
  const run: Os["processes"]["run"] = async (argv, options) => {
    const answer = all[argv[0] ?? ""];
    if (answer === null) throw toolMissing(argv[0] ?? "", undefined);
    return answer === undefined
      ? real.processes.run(argv, options)
      : { exitCode: 1, stdout: "", stderr: "", ...answer };
  };
  return { ...real, files: { ...real.files, ...files }, processes: { ...real.processes, run } };
}

async function find(os: Os, labDirectory = lab): Promise<(name: string) => Capability | undefined> {
  const capabilities = await findCapabilities(labDirectory, os);
  expect(capabilities).toHaveLength(12);
  return (name) => capabilities.find((capability) => capability.name.startsWith(name));
}

describe("what can be measured here", () => {
  it("is told for each capability, whatever one of them meets: a read-only lab costs the line of reflinks alone", async () => {
    const readOnly = new LabError({ code: "permission-denied", message: "/lab is read-only", hint: "move it" });
    const capability = await find(machine({}, { write: () => Promise.reject(readOnly) }));
    expect(capability("clones by reflink")).toMatchObject({ available: false, detail: "/lab is read-only" });
    expect(capability("clones by reflink")?.remedy).toBe("move it");
    expect(capability("builds fetched")?.available).toBe(true);
  });

  it("needs no lab: a file in its place, or no folder above it, is one line", async () => {
    const file = join(lab, "file");
    writeFileSync(file, "");
    expect((await find(machine(), file))("clones by reflink")?.detail).toContain(`${file} is a file`);
    expect((await find(machine(), "/nowhere/deep/lab"))("clones by reflink")?.available).toBe(false);
  });

  it("is told also where the machine does not say what it is", async () => {
    const read: Os["files"]["read"] = (path) =>
      path === "/proc/cpuinfo" ? Promise.reject(new Error("no cpuinfo")) : real.files.read(path);
    const capability = await find(machine({}, { read }));
    expect(capability("server and client on different CPUs")).toMatchObject({ available: false, detail: "no cpuinfo" });
    expect(capability("builds fetched")?.available).toBe(true);
  });

  it("names a missing tool and its package, not what is to be done where it is there", async () => {
    const capability = await find(machine({ unshare: null, taskset: null, perf: null }));
    expect(capability("pinning")).toMatchObject({
      detail: "there is no taskset (util-linux)",
      remedy: "apt-get install util-linux",
    });
    expect(capability("hardware counters")?.remedy).toBe("apt-get install linux-perf");
    const postgres = capability("PostgreSQL");
    if (process.geteuid?.() === 0) expect(postgres?.detail).toBe("there is no unshare (util-linux)");
    else expect(postgres?.available).toBe(true);
  });

  it("has npm's reason for a registry that does not answer, or the time that was up", async () => {
    const summary = "request to http://127.0.0.1:9/x failed, reason: connect ECONNREFUSED 127.0.0.1:9";
    const refused = await find(machine({ timeout: { stdout: JSON.stringify({ error: { summary } }) } }));
    expect(refused("builds fetched")?.detail).toBe(`npm says: ${summary}`);
    const silent = await find(machine({ timeout: { exitCode: 124 } }));
    expect(silent("builds fetched")?.detail).toBe("npm did not end within 10 s");
  });
});
