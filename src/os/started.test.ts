import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { addToCgroup, createCgroup, findCgroups, freezeCgroup, removeCgroup } from "./cgroup.ts";
import { createOs } from "./node-os.ts";
import type { Daemon, Os } from "./os.ts";
import { processStat } from "./process-table.ts";

const scratch = mkdtempSync(join(tmpdir(), "dbdyno-started-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let logs = 0;

/** A shell and the pid that it prints first. */
async function startShell(os: Os, script: string): Promise<{ readonly daemon: Daemon; readonly printed: number }> {
  logs += 1;
  const logFile = join(scratch, `log-${logs}`);
  const daemon = await os.processes.start({ argv: ["sh", "-c", script], logFile });
  await expect.poll(() => readFileSync(logFile, "utf8"), { interval: 5, timeout: 20_000 }).toMatch(/^\d+\n/);
  return { daemon, printed: Number.parseInt(readFileSync(logFile, "utf8"), 10) };
}

function isGone(pid: number): boolean {
  return ["gone", "Z"].includes(processStat(pid)?.state ?? "gone");
}

/** SIGKILL takes a moment to be obeyed, and the end of a child another to be seen. */
async function expectGone(...pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter((pid) => !isGone(pid)), { interval: 5, timeout: 20_000 }).toEqual([]);
}

describe("the end of everything at once", () => {
  it("takes every daemon, with a child that made a group of its own, as PostgreSQL's do, stopped or deaf to SIGTERM", async () => {
    const os = createOs();
    const deaf = await startShell(os, 'trap "" TERM; echo $$; while :; do sleep 0.05; done');
    const family = await startShell(os, "setsid sleep 71 & echo $!; wait");
    await expect.poll(() => processStat(family.printed)?.groupId).toBe(family.printed);
    for (const pid of [family.daemon.pid, family.printed]) os.processes.signal(pid, "SIGSTOP");
    os.processes.killAll();
    await expectGone(deaf.daemon.pid, family.daemon.pid, family.printed);
    await expect.poll(() => family.daemon.exitCode()).toBe(128 + 9);
  });

  it("takes a command that runs, with its children", async () => {
    const os = createOs();
    const pidFile = join(scratch, "pid");
    const command = os.processes.run(["sh", "-c", `sleep 72 & echo $! > ${pidFile}; wait`]);
    await expect.poll(() => os.files.readIfThere(pidFile), { interval: 5, timeout: 20_000 }).toMatch(/^\d+\n/);
    os.processes.killAll();
    expect((await command).exitCode).toBeNull();
    await expectGone(Number(readFileSync(pidFile, "utf8")));
  });

  it("takes the child that a daemon left behind", async () => {
    const os = createOs();
    const { daemon, printed } = await startShell(os, "sleep 73 & echo $!");
    await expect.poll(() => daemon.exitCode()).toBe(0);
    expect(isGone(printed)).toBe(false);
    os.processes.killAll();
    await expectGone(printed);
  });

  it("takes a family that its cgroup holds frozen, where this machine has a freezer", async () => {
    const os = createOs();
    const facts = await findCgroups(os);
    const name = `dbdyno/test-killed-${process.pid}`;
    const { daemon, printed } = await startShell(os, "sleep 74 & echo $!; wait");
    if (facts.freezer !== null) {
      await createCgroup(os, facts, name);
      await addToCgroup(os, facts, name, daemon.pid);
      await freezeCgroup(os, facts, name);
    }
    os.processes.killAll();
    await expectGone(daemon.pid, printed);
    if (facts.freezer !== null) await removeCgroup(os, facts, name);
  });

  it("leaves alone what was started elsewhere, and what has ended by then is no fault", async () => {
    const [os, other] = [createOs(), createOs()];
    const kept = await startShell(other, "echo $$; sleep 75");
    const ended = await startShell(os, "echo $$");
    await expect.poll(() => ended.daemon.exitCode()).toBe(0);
    await (await startShell(os, "echo $$; sleep 76")).daemon.stop(0);
    os.processes.killAll();
    os.processes.killAll();
    expect(isGone(kept.daemon.pid)).toBe(false);
    await kept.daemon.stop(0);
  });

  it("is done when it returns: it can stand just before the end of our own process", async () => {
    const logFile = join(scratch, "last");
    const program = `
      const { createProcesses } = await import(${JSON.stringify(new URL("./processes.ts", import.meta.url).href)});
      const processes = createProcesses();
      const argv = ["sh", "-c", 'trap "" TERM; setsid sleep 77 & echo $!; wait'];
      const daemon = await processes.start({ argv, logFile: ${JSON.stringify(logFile)} });
      const { readFileSync } = await import("node:fs");
      while (readFileSync(${JSON.stringify(logFile)}, "utf8") === "") await new Promise((r) => setTimeout(r, 5));
      process.on("SIGHUP", () => { processes.killAll(); process.exit(3); });
      console.log(daemon.pid);
      process.kill(process.pid, "SIGHUP");
      setInterval(() => undefined, 1000);`;
    const argv = [process.execPath, "--input-type=module", "-e", program];
    const result = await createOs().processes.run(argv, { timeoutSeconds: 20 });
    expect(result).toMatchObject({ exitCode: 3, stderr: "" });
    await expectGone(Number(result.stdout), Number(readFileSync(logFile, "utf8")));
  });
});
