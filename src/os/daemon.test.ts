import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Daemon } from "./os.ts";
import { processStat } from "./process-table.ts";
import { createProcesses } from "./processes.ts";

const processes = createProcesses();
const scratch = mkdtempSync(join(tmpdir(), "dbdyno-daemon-"));
const logFile = join(scratch, "log");
const started: Daemon[] = [];
afterEach(async () => {
  for (const daemon of started.splice(0)) await daemon.stop(0);
  rmSync(logFile, { force: true });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function start(...argv: string[]): Promise<Daemon> {
  const daemon = await processes.start({ argv, logFile });
  started.push(daemon);
  return daemon;
}

const log = () => readFileSync(logFile, "utf8");
const state = (pid: number) => processStat(pid)?.state ?? "gone";

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`never came true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Starts a shell that prints the pid of a child it waits for. */
async function startWithChild(script: string): Promise<{ readonly daemon: Daemon; readonly child: number }> {
  const daemon = await start("sh", "-c", script);
  await until(() => /^\d+\n/.test(log()));
  return { daemon, child: Number.parseInt(log(), 10) };
}

describe("a daemon", () => {
  it("leads a session and group of its own and appends both outputs to the log", async () => {
    writeFileSync(logFile, "before\n");
    const daemon = await start("sh", "-c", "echo out; echo err >&2; sleep 64");
    await until(() => log().includes("err"));
    expect(log()).toBe("before\nout\nerr\n");
    expect(processStat(daemon.pid)?.groupId).toBe(daemon.pid);
    expect(daemon.exitCode()).toBeNull();
  });

  it("is named for ever by its pid and start time", async () => {
    const daemon = await start("sleep", "64");
    expect(processStat(daemon.pid)?.startTicks).toBe(daemon.startTicks);
  });

  it("ends by SIGTERM, and is gone when stop resolves", async () => {
    const daemon = await start("sleep", "64");
    await daemon.stop(20);
    expect(daemon.exitCode()).toBe(128 + 15);
    expect(state(daemon.pid)).toBe("gone");
  });

  it("that ends by itself tells its exit code, and stopping it is no fault", async () => {
    const daemon = await start("sh", "-c", "exit 3");
    expect(daemon.startTicks).toBeGreaterThan(0);
    await until(() => daemon.exitCode() !== null);
    expect(daemon.exitCode()).toBe(3);
    await daemon.stop(20);
  });

  it("that ignores SIGTERM is killed after the grace", async () => {
    const daemon = await start("sh", "-c", 'trap "" TERM; echo ready; while :; do sleep 0.05; done');
    await until(() => log().includes("ready"));
    await daemon.stop(0.2);
    expect(daemon.exitCode()).toBe(128 + 9);
  });

  it("that is stopped by SIGSTOP ends by SIGTERM all the same", async () => {
    const daemon = await start("sleep", "64");
    processes.signal(daemon.pid, "SIGSTOP");
    await until(() => state(daemon.pid) === "T");
    await daemon.stop(20);
    expect(daemon.exitCode()).toBe(128 + 15);
  });

  it("takes with it a child that outlives it", async () => {
    const { daemon, child } = await startWithChild("sleep 65 & echo $!; wait");
    await daemon.stop(0.2);
    expect(["gone", "Z"]).toContain(state(child));
  });

  it("takes with it a child that made a group of its own, as PostgreSQL's do, and that is stopped", async () => {
    const { daemon, child } = await startWithChild("setsid sleep 66 & echo $!; wait");
    await until(() => processStat(child)?.groupId === child);
    processes.signal(child, "SIGSTOP");
    await daemon.stop(0.2);
    expect(["gone", "Z"]).toContain(state(child));
  });

  it("whose program or log folder is not there is an error that names it", async () => {
    await expect(start("/no/such/mysqld")).rejects.toMatchObject({ code: "tool-missing", where: "/no/such/mysqld" });
    const closed = processes.start({ argv: ["true"], logFile: join(scratch, "no/such/log") });
    await expect(closed).rejects.toMatchObject({ name: "LabError", where: join(scratch, "no/such/log") });
  });
});

describe("the tree of a process", () => {
  it("is the process and its descendants, parents first", async () => {
    const { daemon, child } = await startWithChild("sh -c 'sleep 67 & wait' & echo $!; wait");
    await until(() => (processStat(child)?.state ?? "") === "S");
    await expect.poll(async () => (await processes.tree(daemon.pid)).length).toBe(3);
    const tree = await processes.tree(daemon.pid);
    expect(tree.slice(0, 2)).toEqual([daemon.pid, child]);
    // Between its fork and its exec it bears its parent's name.
    await expect.poll(() => processStat(tree[2] ?? 0)?.command).toBe("sleep");
  });

  it("is empty for a process that is gone, and a signal to it is no fault", async () => {
    const daemon = await start("true");
    await until(() => daemon.exitCode() !== null);
    expect(await processes.tree(daemon.pid)).toEqual([]);
    processes.signal(daemon.pid, "SIGTERM");
  });
});

describe("which", () => {
  it("gives the path of a program, and null where there is none", async () => {
    expect(await processes.which("sh")).toMatch(/^\/.*\/sh$/);
    expect(await processes.which("no-such-command")).toBeNull();
    expect(await processes.which("/bin/sh")).toBe("/bin/sh");
    expect(await processes.which("/etc/passwd")).toBeNull();
    expect(await processes.which("/etc")).toBeNull();
  });
});
