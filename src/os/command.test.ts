import { describe, expect, it, vi } from "vitest";
import { createProcesses } from "./processes.ts";

const { run } = createProcesses();

const shell = (script: string) => ["sh", "-c", script];
const elapsed = async (work: Promise<unknown>) => {
  const before = performance.now();
  await work.catch(() => undefined);
  return (performance.now() - before) / 1000;
};

describe("a command", () => {
  it("gives its exit code and both outputs, whatever the code is", async () => {
    const result = await run(shell("echo out; echo err >&2; exit 7"));
    expect(result).toEqual({ exitCode: 7, stdout: "out\n", stderr: "err\n" });
  });

  it("that a signal ended has no exit code", async () => {
    expect((await run(shell("kill -KILL $$"))).exitCode).toBeNull();
  });

  it("gets its input, its folder, and variables on top of ours", async () => {
    vi.stubEnv("INHERITED", "world");
    const result = await run(shell('cat; pwd; echo "$GREETING $INHERITED"'), {
      stdin: "in\n",
      cwd: "/",
      env: { GREETING: "hello" },
    });
    expect(result.stdout).toBe("in\n/\nhello world\n");
    vi.unstubAllEnvs();
  });

  it("may give megabytes, and end without reading its input", async () => {
    const result = await run(["head", "-c", "3000000", "/dev/zero"], { stdin: "x".repeat(1_000_000) });
    expect(result.stdout.length).toBe(3_000_000);
  });

  it("leads a process group of its own, so Ctrl-C of the terminal does not reach it", async () => {
    const { stdout } = await run(shell("echo $$; cut -d' ' -f5 /proc/self/stat"));
    const [pid, group] = stdout.trim().split("\n");
    expect(group).toBe(pid);
  });

  it("that is not there is `tool-missing`, with the way to get it", async () => {
    await expect(run(["no-such-command"])).rejects.toMatchObject({
      code: "tool-missing",
      message: expect.stringContaining("no-such-command"),
      hint: expect.stringContaining("install no-such-command"),
    });
    await expect(run(["sysbench"], { env: { PATH: "/nonexistent" } })).rejects.toMatchObject({
      hint: expect.stringContaining("apt-get install sysbench"),
    });
    await expect(run(["/no/such/mysqld"])).rejects.toMatchObject({
      hint: expect.stringContaining("ls -l /no/such/mysqld"),
    });
  });

  it("that is not there is `tool-missing` also where a folder on PATH cannot be searched", async () => {
    // A file in place of a folder; one that is closed to this user would not be closed to root.
    await expect(run(["no-such-command"], { env: { PATH: "/etc/passwd:/bin" } })).rejects.toMatchObject({
      code: "tool-missing",
    });
  });

  it("that is no program is `permission-denied`", async () => {
    await expect(run(["/etc/passwd"])).rejects.toMatchObject({ code: "permission-denied" });
  });

  it("in a folder that is not there names the folder, not the program", async () => {
    await expect(run(["true"], { cwd: "/no/such/folder" })).rejects.toMatchObject({ where: "/no/such/folder" });
  });

  it("that takes too long is ended with its children and tells its last words", async () => {
    const slow = run(shell("echo waiting for godot >&2; sleep 61 | cat"), { timeoutSeconds: 0.2 });
    const took = elapsed(slow);
    await expect(slow).rejects.toMatchObject({
      code: "measurement-failed",
      message: expect.stringMatching(/did not end within 0\.2 s.*waiting for godot/),
    });
    expect(await took).toBeLessThan(10);
  });

  it("that ignores SIGTERM is killed when its time is up", async () => {
    const deaf = run(shell('trap "" TERM; while :; do sleep 0.1; done'), { timeoutSeconds: 0.1 });
    await expect(deaf).rejects.toMatchObject({ code: "measurement-failed" });
  });

  it("is ended when the signal fires, and not begun when it has fired", async () => {
    const stop = new AbortController();
    const command = run(["sleep", "62"], { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    await expect(command).rejects.toMatchObject({ code: "interrupted" });
    await expect(run(["no-such-command"], { signal: stop.signal })).rejects.toMatchObject({
      code: "interrupted",
    });
  });

  it("that leaves a child behind on its output ends without the child", async () => {
    const command = run(shell("sleep 63 & echo $!"));
    expect(await elapsed(command)).toBeLessThan(10);
    process.kill(Number((await command).stdout), "SIGKILL");
  });
});
