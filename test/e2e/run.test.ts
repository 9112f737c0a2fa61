/** The main job on real servers, in small: a difference that is there, writes, Ctrl-C and going on, a server that dies. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createOs } from "../../src/os/node-os.ts";
import type { ReportDocument } from "../../src/report/document.ts";
import { runCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { commandLine, processesOn } from "./server-observations.ts";

/** Planning each execution anew costs nearly half of the throughput of a prepared point query. */
const CUSTOM_PLANS = `experiment: custom plans
variants:
  cached: { build: postgres@17 }
  custom: { build: postgres@17, config: { plan_cache_mode: force_custom_plan } }
baseline: cached
factor: [plan_cache_mode]
workloads: [{ oltp: { steps: [point-query], rows: 20k } }]
clients: [8]
method: { measure: 1s, settle: 500ms, warm-up: 2s, rounds: { min: 3, max: 9 } }
`;

const REFUSED_SETTING = `variants:
  A: { build: mysql@5.6.24 }
  B: { build: mysql@5.6.24, config: { no_such_setting: 1 } }
baseline: A
workloads: [{ oltp: { steps: [point-query], rows: 20k } }]
`;

const POSTGRES_WRITES = `experiment: postgres writes
variants:
  A: { build: postgres@17 }
  B: { build: postgres@17 }
baseline: A
workloads: [{ oltp: { steps: [delete, insert, update-index], rows: 20k } }]
clients: [4]
method: { measure: 1s, measure-writes: 1s, settle: 500ms, warm-up: 1s, rounds: { min: 2, max: 2 } }
`;

const POSTGRES_READS = POSTGRES_WRITES.replace("[delete, insert, update-index]", "[point-query]").replace(
  "min: 2, max: 2",
  "min: 3, max: 3",
);

const TWO_ROUNDS = POSTGRES_READS.replace("min: 3, max: 3", "min: 2, max: 2");

async function folderWith(spec: string): Promise<string> {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, "spec.yaml"), spec);
  return cwd;
}

function parse(text: string): ReportDocument {
  return JSON.parse(text);
}

describe("dbdyno run", () => {
  it("calls a real loss regressed, with exit code 1, an interval below one and what it costs per operation", async () => {
    const cwd = await folderWith(CUSTOM_PLANS);
    const { exitCode, out } = await runCli(["run", "spec.yaml", "--json"], { cwd });
    const document = parse(out);
    const row = document.cells[0]?.rows[1];
    expect(row).toMatchObject({ variant: "custom", verdict: "regressed" });
    expect(row?.difference?.high).toBeLessThan(1);
    expect(row?.perOperation["cpu/o"]).toBeGreaterThan(1);
    expect(exitCode).toBe(1);
    const settings = document.settings.differing.map((setting) => setting.name);
    expect(settings).toEqual(["plan_cache_mode"]);
    const files = await readdir(join(cwd, `lab/runs/${document.run.id}/custom/oltp.point-query.8/r03.m2`));
    expect(files.sort()).toEqual([
      "client.log",
      "counters.after",
      "counters.before",
      "status.after",
      "status.before",
      "vmstat",
    ]);
  });

  it("runs steps that use up their state for the same number of operations on each variant", async () => {
    const cwd = await folderWith(POSTGRES_WRITES);
    const { out } = await runCli(["run", "spec.yaml", "--json"], { cwd });
    const { cells } = parse(out);
    expect(cells.map((cell) => [cell.step, cell.operations])).toEqual([
      ["delete", 1000],
      ["insert", 1000],
      ["update-index", null],
    ]);
    for (const row of cells.flatMap((cell) => cell.rows)) {
      expect(row.throughput).toBeGreaterThan(0);
      expect(row.errors).toEqual({});
      expect(row.perOperation["log bytes/o"]).toBeGreaterThan(0);
    }
  });

  it("stops at Ctrl-C with everything saved and no process left, goes on to the same measurements, and is judged again to the same bytes", async () => {
    const cwd = await folderWith(POSTGRES_READS);
    const interrupt = new AbortController();
    const { exitCode, err } = await runCli(["run", "spec.yaml", "--seed", "7"], {
      cwd,
      terminal: true,
      signal: interrupt.signal,
      onErr: (text) => {
        if (text.includes("round 2: measuring")) interrupt.abort();
      },
    });
    expect(exitCode).toBe(130);
    expect(err).toMatch(/hint: go on with: dbdyno run --resume \S+/);
    expect(await serversBelow(cwd)).toEqual([]);
    const resumed = await runCli(["run", "--resume", "--json"], { cwd });
    const { run, cells } = parse(resumed.out);
    expect(run).toMatchObject({ state: "done", measurements: 12 });
    expect(cells[0]?.rows[1]?.rounds).toBe(3);

    const first = await runCli(["report", "--json"], { cwd });
    const second = await runCli(["report", "--json"], { cwd });
    expect(first.out).toBe(second.out);
    expect((await runCli(["ls"], { cwd })).out).toMatch(/\tdone\t12\t/);
  });

  it("ends with exit code 3 and the log's place when a server is killed under load, and goes on from there", async () => {
    const cwd = await folderWith(TWO_ROUNDS.replaceAll("postgres@17", "mysql@5.6.24"));
    const started = performance.now();
    const { exitCode, err } = await runCli(["run", "spec.yaml"], {
      cwd,
      terminal: true,
      onErr: (text) => {
        if (text.includes("round 2: measuring")) for (const pid of serversOf(cwd, "A")) process.kill(pid, "SIGKILL");
      },
    });
    expect(exitCode).toBe(3);
    expect(err).toMatch(/server of variant A ended with exit code 137 during oltp\.point-query\.4 on [AB]/);
    expect(err).toContain("error.log");
    expect(await serversBelow(cwd)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(120_000);
    const resumed = await runCli(["run", "--resume", "--json"], { cwd });
    expect(parse(resumed.out).run).toMatchObject({ state: "done", measurements: 8 });
  });

  it("goes on when a session of PostgreSQL crashes and the server starts anew by itself, and marks the measurement", async () => {
    const cwd = await folderWith(TWO_ROUNDS.replace("measure: 1s", "measure: 3s"));
    let crashed = 0;
    // Behind connecting and settling, and well before the end of the measurement.
    const crash = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1200));
      const [postmaster = 0] = serversOf(cwd, "A");
      [crashed = 0] = await loadSessions(postmaster);
      if (crashed > 0) process.kill(crashed, "SIGKILL");
    };
    let crashing: Promise<void> | null = null;
    const { out, err } = await runCli(["run", "spec.yaml", "--json"], {
      cwd,
      terminal: true,
      onErr: (text) => {
        if (/round 1: measuring .* on A/.test(text)) crashing ??= crash();
      },
    });
    await crashing;
    expect(crashed, err).toBeGreaterThan(0);
    expect(out, err).not.toBe("");
    const { run, warnings } = parse(out);
    expect(run).toMatchObject({ state: "done", measurements: 8 });
    const seen = warnings.filter(({ code }) => code === "errors-seen");
    expect(seen.map(({ message }) => message).join("\n")).toMatch(/ECONNRESET|57P0\d|EPIPE/);
    expect(seen.flatMap(({ where }) => where).join()).toContain("oltp.point-query.4");
  });

  it("ends with exit code 3 and the server's own words when a server does not start", async () => {
    const cwd = await folderWith(REFUSED_SETTING);
    const { exitCode, err } = await runCli(["run", "spec.yaml"], { cwd });
    expect(exitCode).toBe(3);
    expect(err).toContain("unknown variable 'no_such_setting=1'");
    expect(err).toMatch(/hint: .*no_such_setting/);
    expect(await serversBelow(cwd)).toEqual([]);
  });
});

/** Command lines of running processes that name the folder. */
async function serversBelow(folder: string): Promise<readonly string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return lines.filter((line) => line.includes(folder));
}

/** First processes of the variant's servers, whose command lines name its clone. */
function serversOf(cwd: string, variant: string): readonly number[] {
  return processesOn(join(cwd, "lab/data")).filter((pid) => clone(pid) === variant);
}

function clone(pid: number): string | undefined {
  return /lab\/data\/[^/\0]+\/([^/\0]+)/.exec(commandLine(pid))?.[1];
}

/** Backends of the load: those of the probes are in another database. */
async function loadSessions(postmaster: number): Promise<readonly number[]> {
  const pids = await createOs().processes.tree(postmaster);
  return pids.filter((pid) => / sbtest /.test(commandLine(pid)));
}
