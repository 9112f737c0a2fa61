/** What only the SQLite adapter promises: files, locks, processes, schema versions and views. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LatencySummary, Measurement } from "../../src/model/measurement.ts";
import { openToRead } from "../../src/store/sqlite/open-database.ts";
import { readMigrations } from "../../src/store/sqlite/read-migrations.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { storeError } from "../../src/store/sqlite/store-errors.ts";
import { makeMeasurement, makeRun } from "./store-examples.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dbdyno-sqlite-"));
  file = join(folder, "lab.db");
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A process of its own that opens the store and runs `body`, in which `store` and `help` are at hand. */
function startWriter(body: string): ChildProcess {
  const root = new URL("../../", import.meta.url).href;
  const script = `
    import { openSqliteStore } from "${root}src/store/sqlite/sqlite-store.ts";
    const store = await openSqliteStore({ file: ${JSON.stringify(file)} });
    const measurement = JSON.parse(${JSON.stringify(JSON.stringify(makeMeasurement(1)))});
    const run = JSON.parse(${JSON.stringify(JSON.stringify(makeRun("a")))});
    ${body}
  `;
  return spawn(process.execPath, ["--input-type=module-typescript", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Everything the writer printed, after it ended. */
async function outputOf(writer: ChildProcess): Promise<string> {
  const chunks: string[] = [];
  writer.stdout?.on("data", (chunk) => chunks.push(String(chunk)));
  await once(writer, "close");
  return chunks.join("");
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("a store file", () => {
  it("has every saved measurement whole after its writer was killed in the middle of saving", async () => {
    const writer = startWriter(`
      await store.createRun(run);
      for (let number = 1; ; number += 1) {
        await store.saveMeasurement("a", { ...measurement, id: "m" + number });
        console.log(number);
      }
    `);
    let printed = "";
    writer.stdout?.on("data", (chunk) => {
      printed += String(chunk);
      if (printed.split("\n").length > 20) writer.kill("SIGKILL");
    });
    await once(writer, "close");
    const acknowledged = printed.split("\n").filter((line) => line !== "").length;
    const store = await openSqliteStore({ file });
    const { measurements } = await store.readRun("a");
    expect(measurements.length).toBeGreaterThanOrEqual(acknowledged);
    for (const [position, measurement] of measurements.entries()) {
      expect(measurement).toEqual({ ...makeMeasurement(1), id: `m${position + 1}` });
    }
    await store.close();
  });

  it("is made once when several processes open it at the same time, and all of them write", async () => {
    const writers = [1, 2, 3].map((writer) =>
      startWriter(`
        await store.createRun({ ...run, id: "run-${writer}" });
        for (let number = 1; number <= 20; number += 1) {
          await store.saveMeasurement("run-${writer}", { ...measurement, id: "m" + number });
        }
        await store.close();
        console.log("done");
      `),
    );
    expect(await Promise.all(writers.map(outputOf))).toEqual(["done\n", "done\n", "done\n"]);
    const store = await openSqliteStore({ file });
    expect((await store.listRuns()).map((run) => run.measurements)).toEqual([20, 20, 20]);
    await store.close();
  });

  it("is one file again after the last close", async () => {
    const store = await openSqliteStore({ file });
    await store.createRun(makeRun("a"));
    expect(existsSync(`${file}-wal`)).toBe(true);
    await store.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});

/**
 * A store of schema `version` with run `a` and `measurement`: today's rows without the columns and tables that it lacks.
 * Its writer is of today, and cannot write them itself.
 */
async function writeOlderStore(version: number, measurement: Measurement): Promise<void> {
  await (await openSqliteStore({ file, readMigrations: () => readMigrations().slice(0, version) })).close();
  const today = await openSqliteStore({ file: join(folder, "today.db") });
  await today.createRun(makeRun("a"));
  await today.saveMeasurement("a", measurement);
  await today.close();
  const db = new DatabaseSync(file);
  db.exec(`ATTACH '${join(folder, "today.db")}' AS today`);
  for (const table of ["run", "measurement", "load_second", "error_count", "warning", "metric", "sample", "point"]) {
    const columns = db
      .prepare(`PRAGMA main.table_info(${table})`)
      .all()
      .map((row) => row.name);
    db.exec(`INSERT INTO main.${table} (${columns.join()}) SELECT ${columns.join()} FROM today.${table}`);
  }
  db.close();
}

/** What schemas before 005 had no column for. */
function asKeptBefore005({ load, ...rest }: Measurement): Measurement {
  const without = (latency: LatencySummary): LatencySummary => ({ ...latency, p999Seconds: null });
  const perSecond = load.perSecond.map((second) => ({
    ...second,
    latency: second.latency === null ? null : without(second.latency),
    histogram: null,
  }));
  const kept = { ...load, perSecond, latencySummary: without(load.latencySummary) };
  return { ...rest, load: { ...kept, statementLatencies: [], openLoop: null } };
}

describe("the schema", () => {
  it("records each numbered file once, also when the store is opened again", async () => {
    await (await openSqliteStore({ file })).close();
    await (await openSqliteStore({ file })).close();
    const db = new DatabaseSync(file);
    const applied = db.prepare("SELECT number, name FROM migration ORDER BY number").all();
    db.close();
    expect(applied.map((row) => [row.number, row.name])).toEqual(
      readMigrations().map(({ number, name }) => [number, name]),
    );
    expect(readMigrations().map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it("goes from an older version to ours and keeps what was there", async () => {
    const older = await openSqliteStore({ file, readMigrations: () => readMigrations().slice(0, 2) });
    await older.createRun(makeRun("a"));
    await older.close();
    const store = await openSqliteStore({ file });
    expect(await store.readRun("a")).toMatchObject(makeRun("a"));
    await store.close();
  });

  it("keeps measurements whose figures could not yet be unknown, and takes such as are", async () => {
    await writeOlderStore(3, makeMeasurement(1));
    const store = await openSqliteStore({ file });
    const known = asKeptBefore005(makeMeasurement(1));
    const untold = { ...known.load, rows: null, bytesSent: null, bytesReceived: null };
    const perSecond = known.load.perSecond.map((second) => ({ ...second, latency: null }));
    const second = { ...makeMeasurement(2), load: { ...untold, perSecond } };
    await store.saveMeasurement("a", second);
    expect((await store.readRun("a")).measurements).toEqual([known, second]);
    await store.close();
  });

  it("reads measurements of before open loop and statements were kept, and keeps those of new ones", async () => {
    await writeOlderStore(4, makeMeasurement(1));
    const store = await openSqliteStore({ file });
    await store.saveMeasurement("a", makeMeasurement(2));
    expect((await store.readRun("a")).measurements).toEqual([asKeptBefore005(makeMeasurement(1)), makeMeasurement(2)]);
    await store.close();
  });

  it("is left as it was when one of its changes fails", async () => {
    await (await openSqliteStore({ file })).close();
    const broken = {
      number: 99,
      name: "099-broken.sql",
      sql: "CREATE TABLE half (x); INSERT INTO missing VALUES (1);",
    };
    const opening = openSqliteStore({ file, readMigrations: () => [...readMigrations(), broken] });
    await expect(opening).rejects.toMatchObject({ code: "store-failed", where: file, message: /missing/ });
    const db = new DatabaseSync(file);
    expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'half'").all()).toEqual([]);
    db.close();
  });

  it("of a newer dbdyno is refused with what to do", async () => {
    await (await openSqliteStore({ file })).close();
    const db = new DatabaseSync(file);
    db.exec("INSERT INTO migration (number, name) VALUES (99, '099-later.sql')");
    db.close();
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: "store-failed",
      where: file,
      message: /schema 99/,
      hint: /newer dbdyno.*--lab/,
    });
  });

  it("of another program's database is left alone", async () => {
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE customers (name TEXT)");
    db.close();
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code: "store-failed", message: /not a store/ });
  });
});

/** A store with the run `a`, in a file system that is made read-only then; each of `bodies` gives a line. */
function readOnlyMachine(...bodies: readonly string[]): readonly string[] {
  const module = new URL("../../src/store/sqlite/sqlite-store.ts", import.meta.url).href;
  const script = (body: string) => `
    import { openSqliteStore as open } from "${module}";
    const file = ${JSON.stringify(file)};
    try { console.log(await (async () => { ${body} })()); } catch (error) { console.log(error.code, error.message); }`;
  const make = `
    const store = await open({ file });
    await store.createRun(JSON.parse(${JSON.stringify(JSON.stringify(makeRun("a")))}));
    await store.close();`;
  const node = (body: string) =>
    `"$NODE" --input-type=module-typescript --eval '${script(body).replaceAll("'", "'\\''")}'`;
  const steps = [
    `mount -t tmpfs -o size=4m tmpfs ${folder}`,
    `${node(make)} >/dev/null`,
    `mount -o remount,bind,ro ${folder}`,
    ...bodies.map((body) => node(body)),
  ];
  const argv = ["--user", "--map-root-user", "--mount", "sh", "-ec", steps.join("\n")];
  const env = { ...process.env, NODE: process.execPath };
  return execFileSync("unshare", argv, { encoding: "utf8", env }).trim().split("\n");
}

describe("a store that may only be read", () => {
  it("is read as it is by whoever asks to read only, and refuses to be written", () => {
    const lines = readOnlyMachine(
      "const store = await open({ file, readOnly: true }); return (await store.listRuns()).map((run) => run.id).join();",
      "const store = await open({ file, readOnly: true }); await store.setRunState('a', 'done', 1);",
      "await open({ file })",
    );
    expect(lines[0]).toBe("a");
    expect(lines[1]).toMatch(/^permission-denied .*read-only file system/);
    expect(lines[2]).toMatch(/^permission-denied .*read-only file system/);
  });

  it("is read with what a killed run left in its log", async () => {
    const writer = startWriter(`await store.createRun(run); process.kill(process.pid, "SIGKILL");`);
    await outputOf(writer);
    expect(existsSync(`${file}-wal`)).toBe(true);
    const db = openToRead(file, readMigrations());
    expect(db.prepare("SELECT id FROM run").all()).toEqual([{ id: "a" }]);
    db.close();
    await rm(`${file}-shm`);
    expect(thrownBy(() => openToRead(file, readMigrations()))).toMatchObject({
      code: "store-failed",
      hint: expect.stringContaining("copy the lab's folder"),
    });
  });

  it("is refused where its schema would have to be upgraded first", async () => {
    await (await openSqliteStore({ file, readMigrations: () => readMigrations().slice(0, 2) })).close();
    expect(thrownBy(() => openToRead(file, readMigrations()))).toMatchObject({
      code: "store-failed",
      message: expect.stringContaining("has schema 2, and cannot be upgraded to 5"),
    });
  });
});

describe("an error of the store", () => {
  it("tells a missing folder, a folder in the file's place and a read-only file system apart, each with its own code", async () => {
    const missing = join(folder, "none", "lab.db");
    await expect(openSqliteStore({ file: missing })).rejects.toMatchObject({
      code: "file-failed",
      where: missing,
      message: expect.stringContaining(`the folder ${join(folder, "none")} does not exist`),
    });
    await expect(openSqliteStore({ file: folder })).rejects.toMatchObject({
      code: "file-failed",
      message: expect.stringContaining("is a folder, not a file"),
    });
    const [refusal] = readOnlyMachine("await open({ file: file + '-new' })");
    expect(refusal).toMatch(/^permission-denied the store \S+ cannot be used: \S+ is on a read-only file system/);
  });

  it("tells a file that is no database, and a damaged one, as store-failed", async () => {
    await writeFile(file, "no database at all, but longer than the header of one is: ".repeat(20));
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code: "store-failed", where: file });
    await rm(file);
    await (await openSqliteStore({ file })).close();
    const handle = await open(file, "r+");
    await handle.write(Buffer.alloc(8192, 0xab), 0, 8192, 100);
    await handle.close();
    await expect(openSqliteStore({ file })).rejects.toMatchObject({ code: "store-failed", hint: /integrity_check/ });
  });

  it("tells a full disk as disk-full with how to go on", () => {
    const db = new DatabaseSync(file);
    db.exec("CREATE TABLE t (x); PRAGMA max_page_count = 2");
    const full = thrownBy(() => db.exec("INSERT INTO t SELECT randomblob(100000)"));
    db.close();
    expect(storeError(full, file)).toMatchObject({ code: "disk-full", where: file, hint: /--resume/, cause: full });
  });

  it("tells a read-only file as permission-denied", () => {
    new DatabaseSync(file).close();
    const db = new DatabaseSync(file, { readOnly: true });
    const readOnly = thrownBy(() => db.exec("CREATE TABLE t (x)"));
    db.close();
    expect(storeError(readOnly, file)).toMatchObject({ code: "permission-denied", where: file });
  });

  it("tells a lock that another process holds as store-failed, and names the command that finds it", () => {
    new DatabaseSync(file).close();
    const holder = new DatabaseSync(file);
    const waiter = new DatabaseSync(file, { timeout: 1 });
    holder.exec("BEGIN EXCLUSIVE");
    const busy = thrownBy(() => waiter.exec("BEGIN IMMEDIATE"));
    waiter.close();
    holder.close();
    expect(storeError(busy, file)).toMatchObject({
      code: "store-failed",
      hint: `end the process that holds it (fuser ${file} names it)`,
    });
  });
});

describe("the views", () => {
  it("give throughput, seconds, points and increase per operation by name", async () => {
    const store = await openSqliteStore({ file });
    await store.createRun(makeRun("a"));
    await store.saveMeasurement("a", makeMeasurement(1));
    await store.saveVariantFacts("a", { variant: "off", variables: { sql_mode: "" }, commandLine: ["mysqld"] });
    await store.close();
    const db = new DatabaseSync(file);
    const one = (sql: string) => ({ ...db.prepare(sql).get() });
    expect(one("SELECT run, experiment, baseline, seed, measurements FROM v_run")).toEqual({
      run: "a",
      experiment: "what performance_schema costs",
      baseline: "off",
      seed: 7,
      measurements: 1,
    });
    expect(one("SELECT cell, variant, round, idx, round(qps) AS qps, errors FROM v_throughput")).toEqual({
      cell: "oltp.point-query.8",
      variant: "off",
      round: 1,
      idx: 1,
      qps: 25_000,
      errors: 3,
    });
    expect(one("SELECT second, qps, p50_ms FROM v_load_second")).toEqual({ second: 0, qps: 25_000, p50_ms: 0.3 });
    expect(one("SELECT count(*) AS points FROM v_point")).toEqual({ points: 6 });
    expect(one("SELECT increase, per_operation FROM v_per_operation WHERE metric = 'rows_read'")).toEqual({
      increase: 25_000,
      per_operation: 25_000 / 50_001,
    });
    expect(one("SELECT count FROM v_error WHERE code = '1213'")).toEqual({ count: 2 });
    expect(one("SELECT advice FROM v_warning WHERE code = 'steal'")).toEqual({ advice: "measure on a quieter host" });
    expect(one("SELECT name, value FROM v_variable")).toEqual({ name: "sql_mode", value: "" });
    db.close();
  });

  it("give variants and cells out of the plan", async () => {
    const store = await openSqliteStore({ file });
    const { plan } = makeRun("a");
    const cell = { id: "oltp.insert.8", workload: "oltp", step: "insert", clients: 8, operations: null, warnings: [] };
    const build = {
      reference: { kind: "basedir", path: "/opt/mysql" },
      family: "mysql",
      version: "5.6.24",
      versionLine: "mysqld  Ver 5.6.24",
      basedir: "/opt/mysql",
      binary: "/opt/mysql/bin/mysqld",
      digest: "ab".repeat(32),
      origin: "basedir",
      libraryPath: null,
      resolvedAt: "2026-11-30T10:00:00.000Z",
    } as const;
    const variants = [{ name: "off", build, config: { performance_schema: "OFF" } }];
    await store.createRun({ ...makeRun("a"), plan: { ...plan, variants, cells: [{ ...cell, effect: "write" }] } });
    await store.close();
    const db = new DatabaseSync(file);
    expect({ ...db.prepare("SELECT variant, is_baseline, version, config FROM v_variant").get() }).toEqual({
      variant: "off",
      is_baseline: 1,
      version: "5.6.24",
      config: '{"performance_schema":"OFF"}',
    });
    expect({ ...db.prepare("SELECT step, clients, effect FROM v_cell").get() }).toEqual({
      step: "insert",
      clients: 8,
      effect: "write",
    });
    db.close();
  });

  it("delete a run's measurements and points with it", async () => {
    const store = await openSqliteStore({ file });
    await store.createRun(makeRun("a"));
    await store.saveMeasurement("a", makeMeasurement(1));
    await store.close();
    const db = new DatabaseSync(file);
    db.exec("DELETE FROM run");
    for (const table of ["measurement", "load_second", "error_count", "warning", "sample", "point"]) {
      expect([table, db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n]).toEqual([table, 0]);
    }
    db.close();
  });
});
