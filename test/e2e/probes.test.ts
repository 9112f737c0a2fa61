/** One body over real servers of both families: what `src/measure/probes` promises of figures read under load. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheDirectory } from "../../src/measure/builds/cache.ts";
import { resolveBuild } from "../../src/measure/builds/resolve-build.ts";
import { openConnection } from "../../src/measure/connect/open-connection.ts";
import type { ServerHandle } from "../../src/measure/dbms/dbms.ts";
import { createDbmses } from "../../src/measure/dbms/dbmses.ts";
import { serverProcessProbe } from "../../src/measure/probes/os/server-process.ts";
import type { ProbeSession } from "../../src/measure/probes/probe.ts";
import { createProbes } from "../../src/measure/probes/probes.ts";
import { startRecording } from "../../src/measure/probes/record.ts";
import { COUNTERS, type Counter } from "../../src/model/counters.ts";
import type { CgroupFacts } from "../../src/model/host.ts";
import type { ProbeSample } from "../../src/model/measurement.ts";
import { gatherHostFacts } from "../../src/os/host.ts";
import { createOs } from "../../src/os/node-os.ts";

const NO_CGROUPS: CgroupFacts = { version: null, freezer: null, cpuacct: null };
const MIB = 2 ** 20;
const POOL_BYTES = 64 * MIB;
const ROWS = 5000;
const CLIENTS = 4;
/** Of each client. */
const READS = 3000;
const INSERTS = 200;

const FAMILIES = [
  {
    family: "mysql",
    version: "5.6.24",
    config: {
      innodb_buffer_pool_size: "64M",
      innodb_log_file_size: "48M",
      innodb_flush_log_at_trx_commit: "2",
      // It takes 400 MB beside the pool.
      performance_schema: "OFF",
    },
    placeholder: "?",
    nativeCounter: "Innodb_rows_inserted",
  },
  {
    family: "postgres",
    version: "17",
    config: { shared_buffers: "64MB", synchronous_commit: "off" },
    placeholder: "$1",
    nativeCounter: "pg_stat_database[sbtest].tup_inserted",
  },
] as const;

const os = createOs();

for (const { family, version, config, placeholder, nativeCounter } of FAMILIES) {
  describe(`probes of a ${family} server`, () => {
    const root = mkdtempSync(join(tmpdir(), "dbdyno-probes-"));
    const cgroup = `dbdyno-test/probes-${family}-${process.pid}`;
    let cgroups: CgroupFacts = NO_CGROUPS;
    let handle: ServerHandle;
    let sessions: readonly ProbeSession[];
    let treeSession: ProbeSession;

    const target = () => ({
      server: handle.server,
      labPids: () => [process.pid],
      dataDirectory: handle.server.dataDirectory,
    });
    const record = (every: number) =>
      startRecording({ clock: os.clock, sessions: sessions.map((session) => ({ session, every })) });

    beforeAll(async () => {
      const host = await gatherHostFacts(os, root);
      cgroups = host.cgroup;
      const hasCgroup = cgroups.cpuacct !== null;
      const build = await resolveBuild(
        { kind: "catalogue", family, version },
        { os, cacheDirectory: cacheDirectory(process.env) },
      );
      const dbms = createDbmses({ os, cgroups, connect: openConnection })[family];
      const dataDirectory = join(root, "data");
      await dbms.initialise(build, dataDirectory);
      handle = await dbms.start({
        variant: "A",
        build,
        dataDirectory,
        errorLog: join(root, "error.log"),
        listen: "socket",
        config,
        cpus: null,
        cgroup: hasCgroup ? cgroup : null,
      });
      await fillTable();
      const probes = createProbes({ os, host, connect: openConnection, every: { os: 1, status: 1 } });
      sessions = await Promise.all(probes.map((probe) => probe.open(target())));
      const server = { ...handle.server, cgroup: null };
      treeSession = await serverProcessProbe({ os, cgroups: NO_CGROUPS, every: 1 }).open({ ...target(), server });
    });

    afterAll(async () => {
      await Promise.all((sessions ?? []).map((session) => session.close()));
      await handle?.stop();
      rmSync(root, { recursive: true, force: true });
    });

    async function fillTable(): Promise<void> {
      const connection = await openConnection(handle.server);
      await connection.query("CREATE TABLE t (id int PRIMARY KEY, c char(120))");
      for (let first = 1; first <= ROWS; first += 1000) {
        const rows = Array.from({ length: 1000 }, (_, index) => `(${first + index}, 'row')`);
        await connection.query(`INSERT INTO t VALUES ${rows.join(", ")}`);
      }
      await connection.close();
    }

    /** What each client does: reads by primary key, or inserts of one row, in autocommit. */
    async function load(work: "reads" | "inserts", round = 0): Promise<void> {
      const client = async (number: number) => {
        const connection = await openConnection(handle.server);
        const times = work === "reads" ? READS : INSERTS;
        for (let index = 0; index < times; index += 1) {
          const key = 1 + ((number * 997 + index * 31) % ROWS);
          const fresh = ROWS + 1 + (round * CLIENTS + number) * INSERTS + index;
          if (work === "reads") await connection.query(`SELECT c FROM t WHERE id = ${placeholder}`, [key]);
          else await connection.query(`INSERT INTO t VALUES (${placeholder}, 'new')`, [fresh]);
        }
        // PostgreSQL's backends hand their counts over when they end.
        await connection.close();
      };
      await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
      await os.clock.sleep(0.5);
    }

    async function recorded(work: () => Promise<void>) {
      const recording = record(0.25);
      await recording.mark();
      await work();
      await recording.mark();
      const samples = await recording.stop();
      expect(recording.problems()).toEqual([]);
      return samples;
    }

    it("count the rows that were asked for, and the server's CPU and switches with them", async () => {
      const samples = await recorded(() => load("reads"));
      const asked = CLIENTS * READS;
      expect(growth(samples, "rows_read")).toBeGreaterThanOrEqual(asked);
      expect(growth(samples, "rows_read")).toBeLessThan(asked * 1.1 + 50 * samples.length);
      // A query costs 20 to 500 us of the server and puts its thread to sleep at least once, most times.
      expect(growth(samples, "server_cpu_seconds") / asked).toBeGreaterThan(10e-6);
      expect(growth(samples, "server_cpu_seconds") / asked).toBeLessThan(500e-6);
      expect(growth(samples, "server_context_switches")).toBeGreaterThan(asked / 10);
      expect(growth(samples, "lab_cpu_seconds")).toBeGreaterThan(0.05);
      expect(growth(samples, "host_cpu_seconds")).toBeGreaterThan(growth(samples, "server_cpu_seconds") * 0.8);
    });

    it("count log bytes and inserted rows when rows are written, and next to none when not", async () => {
      const written = await recorded(() => load("inserts"));
      const inserted = CLIENTS * INSERTS;
      expect(growth(written, "rows_inserted")).toBeGreaterThanOrEqual(inserted);
      expect(growth(written, "log_written_bytes")).toBeGreaterThan(inserted * 120);
      const read = await recorded(() => load("reads"));
      expect(growth(read, "rows_inserted")).toBeLessThan(inserted / 10);
      expect(growth(read, "log_written_bytes")).toBeLessThan(growth(written, "log_written_bytes") / 2);
    });

    it("agree on CPU by cgroup and by process tree, ended backends included", async () => {
      const before = await treeSession.read();
      const samples = await recorded(() => load("reads"));
      const after = await treeSession.read();
      const byTree = (after.server_cpu_seconds ?? 0) - (before.server_cpu_seconds ?? 0);
      const byCgroup = growth(samples, "server_cpu_seconds");
      expect(Math.abs(byTree - byCgroup)).toBeLessThan(0.05 + 0.15 * byCgroup);
    });

    it("never go down, and read memory that such a server can have", async () => {
      const samples = await recorded(() => load("inserts", 1));
      const totals = Object.entries(COUNTERS).filter(([, { kind }]) => kind === "total");
      for (const [name] of totals) {
        const values = samples.flatMap((sample) => new Map(Object.entries(sample.values)).get(name) ?? []);
        expect(values, name).toEqual(values.toSorted((a, b) => a - b));
      }
      const memory = samples.flatMap(({ values }) => values.server_rss_bytes ?? []);
      expect(Math.min(...memory)).toBeGreaterThan(8 * MIB);
      expect(Math.max(...memory)).toBeLessThan(POOL_BYTES + 300 * MIB);
    });

    it("sample in between on one ascending clock", async () => {
      const before = os.clock.monotonic();
      const samples = await recorded(() => os.clock.sleep(1.1));
      const times = samples.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times[0]).toBeGreaterThanOrEqual(before);
      const after = os.clock.monotonic();
      expect(times.at(-1)).toBeLessThanOrEqual(after);
      // Four timers at 4 Hz for 1.1 s, and two marks of each; a machine at work may skip some, and sleep longer.
      expect(samples.length).toBeGreaterThanOrEqual(12);
      expect(samples.length).toBeLessThanOrEqual(4 * Math.ceil(4 * (after - before)) + 8);
    });

    it("do not hang on a frozen server: its own counters are missing and said so, the machine's are there", async () => {
      const recording = record(0.5);
      await handle.freeze();
      try {
        await recording.mark();
        await recording.mark();
      } finally {
        await handle.thaw();
      }
      const samples = await recording.stop();
      expect(recording.problems().join("\n")).toMatch(/^status: A gave no counters within 2 s \(\d+ times\)$/);
      expect(samples.some(({ values }) => values.server_rss_bytes !== undefined)).toBe(true);
      expect(samples.some(({ values }) => values.commits !== undefined)).toBe(false);
      await os.clock.sleep(0.5);
      const after = await recorded(() => os.clock.sleep(0.1));
      expect(after.some(({ values }) => values.commits !== undefined)).toBe(true);
    });

    it("give all that the server counts under its own names before and after a load", async () => {
      const recording = record(60);
      const before = await recording.readNative();
      await load("inserts", 3);
      // PostgreSQL's backends tell what they counted when they are idle, a second later at the latest.
      await os.clock.sleep(1.1);
      const after = await recording.readNative();
      await recording.stop();
      expect(recording.problems()).toEqual([]);
      expect(Number(before[nativeCounter])).toBeGreaterThanOrEqual(ROWS);
      expect(Number(after[nativeCounter]) - Number(before[nativeCounter])).toBeGreaterThanOrEqual(CLIENTS * INSERTS);
      expect(Object.keys(after).length).toBeGreaterThan(100);
    });
  });
}

/** Last reading of a counter less the first; throws where there are not two. */
function growth(samples: readonly ProbeSample[], counter: Counter): number {
  const values = samples.flatMap((sample) => sample.values[counter] ?? []);
  const [first, last] = [values.at(0), values.at(-1)];
  if (first === undefined || last === undefined || values.length < 2) throw new Error(`${counter} was not read twice`);
  return last - first;
}
