/** dbdyno killed by SIGKILL in the middle of a run: the next command ends what it left, and the run goes on. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { processesOn } from "./server-observations.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/dbdyno", import.meta.url));

const SPEC = `variants:
  A: { build: mysql@5.6.24, config: { innodb_buffer_pool_size: 64M } }
  B: { build: postgres@17 }
baseline: A
workloads: [{ oltp: { steps: [point-query], rows: 5k } }]
clients: [2]
method: { measure: 1500ms, settle: 250ms, warm-up: 1s, rounds: { min: 2, max: 2 } }
`;

interface Ended {
  readonly exitCode: number | null;
  readonly out: string;
  readonly err: string;
}

function start(cwd: string, args: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(PROGRAM, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const texts = { out: "", err: "" };
  child.stdout.on("data", (bytes) => {
    texts.out += bytes;
  });
  child.stderr.on("data", (bytes) => {
    texts.err += bytes;
  });
  return { child, ended: once(child, "close").then(([exitCode]) => ({ exitCode, ...texts })) };
}

function dbdyno(cwd: string, ...args: readonly string[]): Promise<Ended> {
  return start(cwd, args).ended;
}

async function measuring(cwd: string): Promise<void> {
  const runs = join(cwd, "lab/runs");
  const isMeasured = () =>
    existsSync(runs) && readdirSync(runs, { recursive: true }).some((name) => String(name).endsWith("vmstat"));
  while (!isMeasured()) await new Promise((resolve) => setTimeout(resolve, 20));
}

function socketFolders(): readonly string[] {
  return readdirSync(tmpdir()).filter(
    (name) => /^dbdyno-[A-Za-z0-9]{6}$/.test(name) && existsSync(join(tmpdir(), name, "owner")),
  );
}

describe("dbdyno that is killed by SIGKILL", () => {
  it("was the only one that measured, leaves nothing that the next command does not end, and its run goes on to its end", async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, "spec.yaml"), SPEC);
    const { child, ended } = start(cwd, ["run", "spec.yaml", "--seed", "7"]);
    await measuring(cwd);
    const second = await dbdyno(cwd, "run", "spec.yaml");
    expect(second.exitCode).toBe(3);
    const holder = `run of spec, process ${child.pid}, lab ${join(cwd, "lab")}`;
    expect(second.err).toContain(`another run measures on this machine: ${holder}`);

    child.kill("SIGKILL");
    await ended;
    expect(processesOn(cwd).length).toBeGreaterThan(0);

    const listed = await dbdyno(cwd, "ls");
    expect(listed.out.trim().split("\n")).toHaveLength(2);
    expect(listed.err).toMatch(
      /a run that was killed had left processes, which are ended now: .*(mysqld|postgres) \(\d+\)/,
    );
    expect(processesOn(cwd)).toEqual([]);
    expect(socketFolders()).toEqual([]);

    const resumed = await dbdyno(cwd, "run", "--resume", "--json");
    expect(resumed.err).toBe("");
    expect(JSON.parse(resumed.out).run).toMatchObject({ state: "done", measurements: 8 });
    expect(processesOn(cwd)).toEqual([]);
    expect(existsSync(join(cwd, "lab/dbdyno.lock"))).toBe(false);
  });
});
