import { describe, expect, it } from "vitest";
import { createFakeOs } from "./fake-os.ts";

describe("the fake machine", () => {
  it("has a clock that only sleep moves, and sleeps side by side end in order", async () => {
    const { clock } = createFakeOs({ startedAt: new Date("2026-11-30T10:00:00Z") });
    const seen: string[] = [];
    const tick = async (name: string, seconds: number, times: number) => {
      for (let count = 0; count < times; count += 1) {
        await clock.sleep(seconds);
        seen.push(`${name}@${clock.monotonic()}`);
      }
    };
    await Promise.all([tick("probe", 1, 3), tick("load", 2.5, 1)]);
    expect(seen).toEqual(["probe@1", "probe@2", "load@2.5", "probe@3"]);
    expect(clock.wall().toISOString()).toBe("2026-11-30T10:00:03.000Z");
  });

  it("interrupts a sleep without moving the clock", async () => {
    const { clock } = createFakeOs();
    const stop = new AbortController();
    const sleeping = clock.sleep(60, stop.signal);
    stop.abort();
    await expect(sleeping).rejects.toMatchObject({ code: "interrupted" });
    await expect(clock.sleep(60, stop.signal)).rejects.toMatchObject({ code: "interrupted" });
    expect(clock.monotonic()).toBe(0);
  });

  it("keeps files and folders, and clones them", async () => {
    const { files } = createFakeOs({ files: { "/lab/template/data": "rows" } });
    await files.append("/lab/template/data", " and rows");
    await files.cloneDirectory("/lab/template", "/lab/clone");
    await files.write("/lab/clone/data", "other");
    expect(await files.read("/lab/template/data")).toBe("rows and rows");
    expect(await files.list("/lab")).toEqual(["clone", "template"]);
    await files.remove("/lab/clone");
    expect(await files.readIfThere("/lab/clone/data")).toBeNull();
    await expect(files.read("/lab/clone/data")).rejects.toThrow("ENOENT");
    await expect(files.write("/no/folder", "")).rejects.toThrow("ENOENT");
  });

  it("runs commands by script, and journals what was asked of it", async () => {
    const os = createFakeOs({ run: ([command]) => (command === "uname" ? { stdout: "Linux\n" } : null) });
    expect(await os.processes.run(["uname"])).toEqual({ exitCode: 0, stdout: "Linux\n", stderr: "" });
    await expect(os.processes.run(["perf"])).rejects.toMatchObject({ code: "tool-missing" });
    expect(await os.processes.which("perf")).toBeNull();
    expect(os.journal.commands).toEqual([["uname"], ["perf"]]);
  });

  it("starts daemons that run until they are stopped or signalled", async () => {
    const os = createFakeOs();
    const first = await os.processes.start({ argv: ["mysqld"], logFile: "/log" });
    const second = await os.processes.start({ argv: ["mysqld"], logFile: "/log" });
    expect(first.exitCode()).toBeNull();
    expect(await os.processes.tree(second.pid)).toEqual([second.pid]);
    await first.stop(10);
    os.processes.signal(second.pid, "SIGKILL");
    expect([first.exitCode(), second.exitCode()]).toEqual([0, 137]);
    expect(os.journal.signals).toEqual([{ pid: second.pid, signal: "SIGKILL" }]);
  });

  it("kills all daemons that run", async () => {
    const os = createFakeOs();
    const stopped = await os.processes.start({ argv: ["mysqld"], logFile: "/log" });
    const running = await os.processes.start({ argv: ["mysqld"], logFile: "/log" });
    await stopped.stop(10);
    os.processes.killAll();
    expect([stopped.exitCode(), running.exitCode()]).toEqual([0, 137]);
    expect(os.journal.signals).toEqual([{ pid: running.pid, signal: "SIGKILL" }]);
  });
});
