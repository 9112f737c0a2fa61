/** One body over real servers of both families: what the native driver promises. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import hdr from "hdr-histogram-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlConnection } from "../../src/measure/connect/connect.ts";
import type { ServerHandle } from "../../src/measure/dbms/dbms.ts";
import type { DriverSession, LoadRequest } from "../../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../../src/measure/drivers/native/native-driver.ts";
import type { Family } from "../../src/model/build.ts";
import { LabError } from "../../src/model/errors.ts";
import type { LoadResult } from "../../src/model/measurement.ts";
import type { Step } from "../../src/model/workload.ts";
import { createOs } from "../../src/os/node-os.ts";
import { findStep, findWorkload } from "../../src/workloads/workloads.ts";
import { loadRequest, oltpEntry, operations, timed } from "../support/load-request.ts";
import { type LoadedServer, startLoadedServer } from "../support/loaded-server.ts";

const TABLES = 2;
const ROWS = 3000;
const OPERATIONS = 60;

const ENTRY = oltpEntry(TABLES, ROWS);

const WORDS = [
  {
    family: "mysql",
    version: "5.6.24",
    config: {
      innodb_buffer_pool_size: "64M",
      innodb_log_file_size: "48M",
      innodb_flush_log_at_trx_commit: "2",
      performance_schema: "OFF",
      max_connections: "200",
    },
    kill: "KILL",
    sessions: "SELECT id FROM information_schema.processlist WHERE db = 'sbtest' AND id <> connection_id()",
    noTable: "1146",
  },
  {
    family: "postgres",
    version: "17",
    config: { shared_buffers: "64MB", synchronous_commit: "off", max_connections: "200" },
    kill: "SELECT pg_terminate_backend",
    sessions: "SELECT pid AS id FROM pg_stat_activity WHERE datname = 'sbtest' AND pid <> pg_backend_pid()",
    noTable: "42P01",
  },
] as const;

/** What a server says it did to the load's tables. */
interface Work {
  readonly reads: number;
  readonly inserts: number;
  readonly updates: number;
  readonly deletes: number;
}

const WORK_QUERY: Readonly<Record<Family, string>> = {
  mysql: `SHOW GLOBAL STATUS WHERE Variable_name IN ('Com_select', 'Com_insert', 'Com_update', 'Com_delete')`,
  // Point queries fetch one row by the index; other steps of this family are seen by what they wrote.
  postgres: `SELECT sum(idx_tup_fetch)::int AS reads, sum(n_tup_ins)::int AS inserts, sum(n_tup_upd)::int AS updates,
    sum(n_tup_del)::int AS deletes FROM pg_stat_user_tables`,
};

async function readWork(connection: SqlConnection, family: Family): Promise<Work> {
  const rows = await connection.query(WORK_QUERY[family]);
  const values: Record<string, unknown> =
    family === "mysql" ? Object.fromEntries(rows.map((row) => [row.Variable_name, row.Value])) : { ...rows[0] };
  const value = (mysql: string, postgres: string): number => Number(values[mysql] ?? values[postgres]);
  return {
    reads: value("Com_select", "reads"),
    inserts: value("Com_insert", "inserts"),
    updates: value("Com_update", "updates"),
    deletes: value("Com_delete", "deletes"),
  };
}

/** Statements of one operation. */
function expectedWork(step: Step): Work {
  const count = (verb: string): number =>
    step.groups.filter((group) => group.statement.sql.startsWith(verb)).reduce((sum, group) => sum + group.times, 0);
  return { reads: count("SELECT"), inserts: count("INSERT"), updates: count("UPDATE"), deletes: count("DELETE") };
}

function expectFinite(value: unknown, path = "result"): void {
  if (typeof value === "number") expect(Number.isFinite(value), path).toBe(true);
  if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) expectFinite(inner, `${path}.${name}`);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const os = createOs();
const oltp = findWorkload("oltp");

for (const { family, version, config, kill, sessions, noTable } of WORDS) {
  describe(`the native driver on ${family}`, () => {
    let loaded: LoadedServer;
    let root: string;
    let handle: ServerHandle;
    let connection: SqlConnection;
    let session: DriverSession;

    beforeAll(async () => {
      loaded = await startLoadedServer(os, { family, version, config, entry: ENTRY });
      ({ handle, connection, folder: root } = loaded);
      session = await createNativeDriver().open({ cpus: null, logFile: join(root, "log", "client.log") });
    }, 600_000);

    afterAll(async () => {
      await session?.close();
      await loaded?.stop();
    });

    /** `OPERATIONS` operations of a step by four clients, unless said otherwise. */
    function request(step: string, changes: Partial<LoadRequest> = {}): LoadRequest {
      return loadRequest({ server: handle.server, entry: ENTRY }, step, { length: operations(OPERATIONS), ...changes });
    }

    function timedRequest(step: string, seconds: number, changes: Partial<LoadRequest> = {}): LoadRequest {
      return request(step, { length: timed(seconds), ...changes });
    }

    async function countRows(): Promise<number> {
      const query = "SELECT (SELECT count(*) FROM sbtest1) + (SELECT count(*) FROM sbtest2) AS n";
      const [row] = await connection.query(query);
      return Number(row?.n);
    }

    async function failure(run: Promise<LoadResult>): Promise<LabError> {
      const error = await run.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error instanceof LabError) return error;
      throw new Error(`no LabError: ${String(error)}`);
    }

    /** A server's statistics may come a moment after the statements. */
    async function workSince(before: Work, expected: Work): Promise<Work> {
      for (let attempt = 0; ; attempt++) {
        const now = await readWork(connection, family);
        const done = {
          reads: now.reads - before.reads,
          inserts: now.inserts - before.inserts,
          updates: now.updates - before.updates,
          deletes: now.deletes - before.deletes,
        };
        const settled = done.inserts >= expected.inserts && done.updates >= expected.updates;
        if ((settled && done.deletes >= expected.deletes && done.reads >= expected.reads) || attempt === 60)
          return done;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }

    const CASES = oltp.steps.flatMap((step) =>
      [true, false].map((prepared) => ({ name: step.name, how: prepared ? "prepared" : "as text", prepared })),
    );

    it.each(CASES)("does exactly the statements of $name that it says, $how", async ({ name, prepared }) => {
      const step = findStep(oltp, name);
      const each = expectedWork(step);
      const expected = {
        // PostgreSQL's counter is of rows: exact for the point query alone.
        reads: family === "mysql" || name === "point-query" ? OPERATIONS * each.reads : 0,
        inserts: OPERATIONS * each.inserts,
        updates: OPERATIONS * each.updates,
        deletes: OPERATIONS * each.deletes,
      };
      const before = await readWork(connection, family);
      // One client: no deadlock can hide a difference. Keys that another case has not taken.
      const nextKeyFrom = prepared ? 0 : OPERATIONS;
      const result = await session.run(request(name, { entry: { ...ENTRY, prepared }, clients: 1, nextKeyFrom }));
      const done = await workSince(before, expected);
      expect(result.operations).toBe(OPERATIONS);
      expect(result.errors).toEqual({});
      const control = step.transaction ? 2 : 0;
      expect(result.statements).toBe(OPERATIONS * (each.reads + each.inserts + each.updates + each.deletes + control));
      if (family === "mysql" || name === "point-query") expect(done).toEqual(expected);
      else expect({ ...done, reads: 0 }).toEqual(expected);
    });

    it("counts the rows that came back, the same by either protocol for the same seed", async () => {
      const rows = async (name: string, prepared: boolean): Promise<number | null> =>
        (await session.run(request(name, { entry: { ...ENTRY, prepared }, clients: 1 }))).rows;
      expect(await rows("point-query", true)).toBeGreaterThan(OPERATIONS * 0.9);
      const readOnly = await rows("read-only", true);
      expect(readOnly).toBe(await rows("read-only", false));
      // 10 points, a sum, and three ranges of 100 rows, less where the table ends or rows were deleted.
      expect(readOnly).toBeGreaterThan(OPERATIONS * 280);
      expect(readOnly).toBeLessThanOrEqual(OPERATIONS * 311);
    });

    it("deletes exactly as many rows as asked for, with many clients, each key once", async () => {
      const before = await countRows();
      // The keys behind those of the cases above, in the same permutation.
      const length = operations(500);
      const result = await session.run(request("delete", { clients: 16, nextKeyFrom: 2 * OPERATIONS, length }));
      expect(result.operations).toBe(500);
      expect(before - (await countRows())).toBe(500);
    });

    it("measures the stretch it was asked for, cut into seconds that add up, after settling", async () => {
      const edges: (readonly [string, number])[] = [];
      const onEdge = (edge: string): void => {
        edges.push([edge, os.clock.monotonic()]);
      };
      const asked = os.clock.monotonic();
      const result = await session.run(timedRequest("point-query", 2.2, { settle: 0.5, onEdge }));
      expect(result.startedAt - asked).toBeGreaterThan(0.49);
      expect(result.seconds).toBeGreaterThan(2.19);
      expect(result.seconds).toBeLessThan(2.6);
      expect(result.perSecond).toHaveLength(3);
      expect(sum(result.perSecond.map((second) => second.operations))).toBe(result.operations);
      expect(sum(result.perSecond.map((second) => second.seconds))).toBeCloseTo(result.seconds, 6);
      expect(edges.map(([edge]) => edge)).toEqual(["begin", "end"]);
      const [begin = 0, end = 0] = edges.map(([, at]) => at);
      expect(Math.abs(begin - result.startedAt)).toBeLessThan(0.2);
      expect(Math.abs(end - result.startedAt - result.seconds)).toBeLessThan(0.2);
      expect(result.latencySummary.p50Seconds).toBeGreaterThan(1e-6);
      expect(result.bytesSent).toBeGreaterThan(result.statements * 20);
      expect(result.bytesReceived).toBeGreaterThan((result.rows ?? Number.NaN) * 119);
      expect(result.clientCpuSeconds).toBeGreaterThan(0);
      expect(result.loopCpuShare).toBeLessThan(1.05);
      expectFinite(result);
    });

    it("runs 64 clients without an error and without a number that is none", async () => {
      const result = await session.run(timedRequest("read-only", 1.5, { clients: 64 }));
      expect(result.errors).toEqual({});
      expect(result.operations).toBeGreaterThan(64);
      expectFinite(result);
    });

    it("counts conflicts of concurrent transactions by code and goes on", async () => {
      const entry = { ...ENTRY, tables: 1, rows: 100 };
      const length = operations(400);
      const result = await session.run(request("read-write", { entry, clients: 16, length }));
      expect(result.operations).toBe(400);
      expect(result.reconnects).toBe(0);
      for (const code of Object.keys(result.errors)) expect(["1213", "1062", "1205", "40P01", "23505"]).toContain(code);
    });

    it("counts a killed connection, opens a new one and goes on", async () => {
      let killing: Promise<unknown> = Promise.resolve();
      const killOne = async (): Promise<void> => {
        const [victim] = await connection.query(sessions);
        await connection.query(family === "mysql" ? `${kill} ${victim?.id}` : `${kill}(${victim?.id})`);
      };
      const onEdge = (edge: string): void => {
        if (edge === "begin") killing = killOne();
      };
      const result = await session.run(timedRequest("point-query", 2, { onEdge }));
      await killing;
      expect(result.reconnects).toBe(1);
      expect(sum(Object.values(result.errors))).toBeGreaterThanOrEqual(1);
      expect(sum(result.perSecond.map((second) => second.errors))).toBe(sum(Object.values(result.errors)));
      const codes = ["57P01", "1317", "ECONNRESET", "EPIPE"];
      for (const code of Object.keys(result.errors)) expect(codes).toContain(code);
      for (const second of result.perSecond) expect(second.operations).toBeGreaterThan(0);
      expectFinite(result);
    });

    it("stops at once when it is aborted, and the session serves the next request", async () => {
      const controller = new AbortController();
      const onEdge = (): void => {
        setTimeout(() => controller.abort(), 200);
      };
      const started = os.clock.monotonic();
      const error = await failure(session.run(timedRequest("read-write", 30, { signal: controller.signal, onEdge })));
      expect(error.code).toBe("interrupted");
      expect(os.clock.monotonic() - started).toBeLessThan(3);
      expect((await session.run(request("point-query"))).operations).toBe(OPERATIONS);
    });

    it("fails with the server's own error and a remedy when nothing can succeed", async () => {
      const entry = { ...ENTRY, tables: 1, prepared: false };
      await connection.query("ALTER TABLE sbtest1 RENAME TO elsewhere");
      const error = await failure(session.run(timedRequest("point-query", 0.5, { entry })));
      const bounded = await failure(session.run(request("point-query", { entry })));
      const unprepared = await failure(session.run(request("point-query", { entry: { ...entry, prepared: true } })));
      await connection.query("ALTER TABLE elsewhere RENAME TO sbtest1");
      for (const { code, message, hint } of [error, bounded]) {
        expect(code).toBe("measurement-failed");
        expect(message).toContain(noTable);
        expect(hint).toContain("load the workload's tables");
      }
      expect(unprepared.message).toContain("has no connection to A");
    });

    it("ends a fixed number of operations on a server that hangs, with what was done and a remedy", async () => {
      const pids: number[] = [];
      const signal = (name: "SIGSTOP" | "SIGCONT") => {
        for (const pid of pids) os.processes.signal(pid, name);
      };
      // The clients' backends of PostgreSQL too: they come with the load.
      const onEdge = async (): Promise<void> => {
        pids.push(...(await os.processes.tree(handle.server.pid)));
        signal("SIGSTOP");
      };
      const length = operations(1_000_000);
      const started = os.clock.monotonic();
      const error = await failure(session.run(request("point-query", { length, stallLimit: 1, onEdge })));
      signal("SIGCONT");
      expect(error.code).toBe("measurement-failed");
      expect(error.message).toMatch(/no operation ended for 1 s, \d+ of 1000000 operations done/);
      expect(error.hint).toContain("error.log");
      expect(os.clock.monotonic() - started).toBeLessThan(20);
      expect((await session.run(request("point-query"))).operations).toBe(OPERATIONS);
    });

    it("says so when its process is killed in the middle of a load", async () => {
      const doomed = await createNativeDriver().open({ cpus: null, logFile: join(root, "log", "doomed.log") });
      const onEdge = (): void => {
        process.kill(Number(doomed.pids()[0]), "SIGKILL");
      };
      const error = await failure(doomed.run(timedRequest("point-query", 10, { onEdge })));
      expect(error.code).toBe("measurement-failed");
      expect(error.message).toContain(
        "the load process ended in the middle of its work: signal SIGKILL\nits log is empty",
      );
      expect(error.hint).toContain("memory ran out");
      expect(error.where).toContain("doomed.log");
      await doomed.close();
    });

    it("shares a load among several loops: the same operations, each key once, one begin and one end", async () => {
      const several = await createNativeDriver({ loops: 3 }).open({
        cpus: null,
        logFile: join(root, "log", "loops.log"),
      });
      expect(several.pids()).toHaveLength(3);
      const edges: string[] = [];
      const before = await countRows();
      const length = { kind: "operations", operations: 50 } as const;
      const changes = {
        length,
        clients: 4,
        nextKeyFrom: TABLES * ROWS - 50,
        onEdge: (edge: string) => edges.push(edge),
      };
      const result = await several.run(request("delete", changes));
      await several.close();
      expect(result.operations).toBe(50);
      expect(result.errors).toEqual({});
      expect(edges).toEqual(["begin", "end"]);
      expect(await countRows()).toBe(before - 50);
    });

    it("ends all loops with the failure of one", async () => {
      const several = await createNativeDriver({ loops: 2 }).open({
        cpus: null,
        logFile: join(root, "log", "one.log"),
      });
      const onEdge = (): void => {
        process.kill(Number(several.pids()[1]), "SIGKILL");
      };
      const error = await failure(several.run(timedRequest("point-query", 10, { onEdge })));
      expect(error.message).toContain("the load process ended in the middle of its work: signal SIGKILL");
      await several.close();
    });

    it("tells rows and latencies of each statement of an operation, and a histogram of each second", async () => {
      const result = await session.run(timedRequest("read-write", 2));
      const { statementLatencies, operations, rows, perSecond } = result;
      const [begin, point] = statementLatencies;
      expect([begin?.statement, point?.statement]).toEqual(["BEGIN", "point-select"]);
      // An operation that was under way at an edge has some of its statements inside.
      for (const { executions } of statementLatencies) expect(executions).toBeGreaterThanOrEqual(operations - 4);
      // Other tests have deleted a few rows.
      const found = (point?.rows ?? 0) / (point?.executions ?? 0);
      expect(found).toBeGreaterThan(0.5);
      expect(found).toBeLessThanOrEqual(1);
      expect(sum(statementLatencies.map((each) => each.rows ?? 0))).toBe(rows);
      expect(point?.summary.meanSeconds).toBeLessThan(result.latencySummary.meanSeconds);
      const inSeconds = perSecond.map(({ histogram }) => hdr.decodeFromCompressedBase64(histogram ?? "").totalCount);
      expect(sum(inSeconds)).toBe(operations);
    });

    it("refuses more operations than there are keys left", async () => {
      const error = await failure(session.run(request("delete", { nextKeyFrom: TABLES * ROWS - OPERATIONS + 1 })));
      expect(error.code).toBe("plan-impossible");
    });
  });
}

describe("the native driver's process", () => {
  const root = mkdtempSync(join(tmpdir(), "dbdyno-driver-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it("leads a process group of its own and runs on the CPUs it was given", async () => {
    const session = await createNativeDriver().open({ cpus: [0], logFile: join(root, "client.log") });
    const [pid] = session.pids();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ");
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    await session.close();
    expect(Number(stat?.[2])).toBe(pid);
    expect(status).toMatch(/Cpus_allowed_list:\s+0\n/);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  it("ends when its parent is killed", async () => {
    const driver = new URL("../../src/measure/drivers/native/native-driver.ts", import.meta.url).href;
    const program = `
      const { createNativeDriver } = await import(${JSON.stringify(driver)});
      const session = await createNativeDriver().open({ cpus: null, logFile: ${JSON.stringify(join(root, "c.log"))} });
      console.log(session.pids()[0]);`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const pid = await new Promise<number>((resolve) => {
      parent.stdout.once("data", (text) => resolve(Number(String(text))));
    });
    expect(existsSync(`/proc/${pid}`)).toBe(true);
    parent.kill("SIGKILL");
    for (let wait = 0; wait < 100 && existsSync(`/proc/${pid}`); wait++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });
});
