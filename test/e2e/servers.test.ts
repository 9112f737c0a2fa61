/** One body over real servers of every family: what `src/measure/dbms` promises. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { cacheDirectory } from "../../src/measure/builds/cache.ts";
import { resolveBuild } from "../../src/measure/builds/resolve-build.ts";
import { openConnection } from "../../src/measure/connect/open-connection.ts";
import type { Dbms, ServerHandle, StartRequest } from "../../src/measure/dbms/dbms.ts";
import { createDbmses } from "../../src/measure/dbms/dbmses.ts";
import type { Build, Family } from "../../src/model/build.ts";
import { LabError } from "../../src/model/errors.ts";
import type { CgroupFacts } from "../../src/model/host.ts";
import type { RunningServer } from "../../src/model/server.ts";
import type { TableDefinition } from "../../src/model/workload.ts";
import { addToCgroup, createCgroup, findCgroups, freezeCgroup } from "../../src/os/cgroup.ts";
import { createOs } from "../../src/os/node-os.ts";
import { allowedCpus, isAlive, listeners, listenOnPort, processesOn, withConnection } from "./server-observations.ts";

const NO_CGROUPS: CgroupFacts = { version: null, freezer: null, cpuacct: null };

/** What has to be said in a family's own words. */
interface FamilyWords {
  readonly family: Family;
  readonly version: string;
  readonly setting: { readonly name: string; readonly value: string; readonly effective: string };
  readonly badValue: Readonly<Record<string, string>>;
  /** Config that puts the socket into `folder`, and the socket's name there. */
  readonly socketIn: (folder: string) => Readonly<Record<string, string>>;
  readonly socketName: string;
  readonly parameter: string;
  readonly bigintType: string;
}

const WORDS: readonly FamilyWords[] = [
  {
    family: "mysql",
    version: "5.6.24",
    setting: { name: "max-connections", value: "77", effective: "max_connections" },
    badValue: { innodb_flush_method: "sometimes" },
    socketIn: (folder) => ({ socket: join(folder, "own.sock") }),
    socketName: "own.sock",
    parameter: "?",
    bigintType: "SIGNED",
  },
  {
    family: "postgres",
    version: "17",
    setting: { name: "max-connections", value: "77", effective: "max_connections" },
    badValue: { wal_level: "sometimes" },
    socketIn: (folder) => ({ unix_socket_directories: folder }),
    socketName: ".s.PGSQL.5432",
    parameter: "$1",
    bigintType: "bigint",
  },
];

const TABLE: TableDefinition = {
  prefix: "sbtest",
  columns: [
    { name: "id", type: { kind: "serial" }, value: { kind: "row-number" } },
    { name: "k", type: { kind: "integer" }, value: { kind: "key" } },
    { name: "c", type: { kind: "char", length: 120 }, value: { kind: "digits", groups: 10 } },
  ],
  primaryKey: "id",
  indexes: [{ name: "k_{n}", columns: ["k"] }],
};

const os = createOs();
const outside = tmpdir();

for (const words of WORDS) {
  describe(`a ${words.family} server`, () => {
    let root: string;
    let build: Build;
    let dbms: Dbms;
    let dataDirectory: string;
    let handle: ServerHandle | null = null;
    let starts = 0;

    beforeAll(async () => {
      root = mkdtempSync(join(outside, "dbms-"));
      // Private socket folders are made there: what other tests make beside this one does not count.
      process.env.TMPDIR = mkdtempSync(join(outside, "s-"));
      const { family, version } = words;
      const deps = { os, cacheDirectory: cacheDirectory(process.env) };
      build = await resolveBuild({ kind: "catalogue", family, version }, deps);
      dbms = createDbmses({ os, cgroups: NO_CGROUPS, connect: openConnection })[family];
      dataDirectory = join(root, "data");
      await dbms.initialise(build, dataDirectory);
    }, 600_000);

    afterEach(async () => {
      await handle?.stop(20);
      handle = null;
    });

    afterAll(() => {
      rmSync(root, { recursive: true, force: true });
      rmSync(tmpdir(), { recursive: true, force: true });
      process.env.TMPDIR = outside;
    });

    const socketFolders = () => readdirSync(tmpdir());

    function request(more: Partial<StartRequest> = {}): StartRequest {
      starts += 1;
      const errorLog = join(root, `error-${starts}.log`);
      const common = {
        variant: "A",
        build,
        dataDirectory,
        errorLog,
        listen: "socket",
        cpus: null,
        cgroup: null,
      } as const;
      return { ...common, config: {}, ...more };
    }

    async function start(more: Partial<StartRequest> = {}): Promise<RunningServer> {
      handle = await dbms.start(request(more));
      return handle.server;
    }

    async function refusal(more: Partial<StartRequest>): Promise<LabError> {
      const asked = request(more);
      const folders = socketFolders();
      const fault: unknown = await dbms.start(asked).then(
        async (started) => {
          await started.stop(20);
          return new Error("it started");
        },
        (reason: unknown) => reason,
      );
      if (!(fault instanceof LabError)) throw fault;
      expect(socketFolders(), "nothing is left behind").toEqual(folders);
      expect(processesOn(asked.dataDirectory)).toEqual([]);
      return fault;
    }

    it("answers queries in its own database on a private socket as soon as it is started", async () => {
      const server = await start();
      await withConnection(server, async (connection) => {
        const select = `SELECT CAST(9007199254740993 AS ${words.bigintType}) AS big, CAST(5 AS ${words.bigintType}) AS small`;
        expect(await connection.query(`${select}, NULL AS nothing`)).toEqual([
          { big: "9007199254740993", small: 5, nothing: null },
        ]);
        expect(await connection.query(`SELECT ${words.parameter} AS text`, ["it's"])).toEqual([{ text: "it's" }]);
      });
      expect(server.address.kind).toBe("socket");
      expect(server.dataDirectory).toBe(dataDirectory);
      expect(server.commandLine).toContain(build.binary);
      expect(readFileSync(`/proc/${server.pid}/cmdline`, "utf8").split("\0")[0]).toBe(build.binary);
    });

    it("makes, indexes and analyses a table in its dialect, and writes what is dirty", async () => {
      const server = await start();
      await withConnection(server, async (connection) => {
        await connection.query(dbms.createTable(TABLE, 1, null));
        for (const row of [1, 2, 3]) await connection.query(`INSERT INTO sbtest1 (k, c) VALUES (${row}, 'c${row}')`);
        for (const sql of dbms.createIndexes(TABLE, 1)) await connection.query(sql);
        await dbms.analyse(connection, ["sbtest1"]);
        expect(await dbms.writeDirtyPages(connection, 20)).toBeLessThanOrEqual(10);
        const variables = await dbms.effectiveVariables(connection);
        expect(variables.innodb_max_dirty_pages_pct ?? "75", "settings are put back").toBe("75");
        expect(variables.innodb_io_capacity ?? "200").toBe("200");
        expect(await connection.query("SELECT id, k, c FROM sbtest1 WHERE k = 2")).toEqual([
          { id: 2, k: 2, c: padded("c2") },
        ]);
        await expect(dbms.analyse(connection, ["nosuch"])).rejects.toMatchObject({ code: "load-failed" });
        await connection.query("DROP TABLE sbtest1");
      });
    });

    const padded = (text: string) => (words.family === "postgres" ? text.padEnd(120) : text);

    it("has the settings of its configuration and tells no paths as variables", async () => {
      const { name, value, effective } = words.setting;
      const before = await withConnection(await start(), (connection) => dbms.effectiveVariables(connection));
      await handle?.stop(20);
      const server = await start({ config: { [name]: value } });
      const after = await withConnection(server, (connection) => dbms.effectiveVariables(connection));
      const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
      expect(names.length).toBeGreaterThan(200);
      expect(names.filter((variable) => before[variable] !== after[variable])).toContain(effective);
      expect(after[effective]).toBe(value);
      expect(Object.values(after).filter((text) => text.includes(root))).toEqual([]);
    });

    it("gives no answers while it is frozen and goes on when it is thawed", async () => {
      const server = await start();
      await expectFreezable(server);
    });

    it("is frozen as a whole in a cgroup where there are any, and leaves none behind", async () => {
      const cgroups = await findCgroups(os);
      const cgroup = `dbdyno/servers-test-${process.pid}-${words.family}`;
      const inCgroups = createDbmses({ os, cgroups, connect: openConnection })[words.family];
      handle = await inCgroups.start(request({ cgroup: cgroups.version === null ? null : cgroup }));
      const { server } = handle;
      await expectFreezable(server);
      if (cgroups.freezer !== null) {
        const procs = join(cgroups.freezer, cgroup, "cgroup.procs");
        const outside = async (): Promise<readonly number[]> => {
          const members = new Set(readFileSync(procs, "utf8").trim().split("\n").map(Number));
          return (await os.processes.tree(server.pid)).filter((pid) => !members.has(pid));
        };
        // Asked again: a worker may be born between the two looks.
        await expect.poll(outside).toEqual([]);
      }
      // Frozen servers are stopped too, when a run is interrupted.
      await handle.freeze();
      await handle.stop(20);
      expect(existsSync(join(cgroups.freezer ?? root, cgroup))).toBe(false);
      expect(processesOn(dataDirectory)).toEqual([]);
    });

    it("starts though a killed run left a frozen group of that name, and ends what was left in it", async () => {
      const cgroups = await findCgroups(os);
      if (cgroups.freezer === null) return;
      const cgroup = `dbdyno/servers-test-left-${process.pid}-${words.family}`;
      const left = await os.processes.start({ argv: ["sleep", "70"], logFile: join(root, "left.log") });
      await createCgroup(os, cgroups, cgroup);
      await addToCgroup(os, cgroups, cgroup, left.pid);
      await freezeCgroup(os, cgroups, cgroup);
      const inCgroups = createDbmses({ os, cgroups, connect: openConnection })[words.family];
      handle = await inCgroups.start(request({ cgroup }));
      await expect.poll(() => left.exitCode()).toBe(128 + 9);
      await expectFreezable(handle.server);
      const procs = readFileSync(join(cgroups.freezer, cgroup, "cgroup.procs"), "utf8");
      expect(procs.split("\n")).not.toContain(`${left.pid}`);
    });

    it("ends at once, its backends too, when all that was started is killed, frozen or not", async () => {
      const own = createOs();
      const cgroups = await findCgroups(own);
      const cgroup = cgroups.version === null ? null : `dbdyno/servers-test-kill-${process.pid}-${words.family}`;
      const killable = createDbmses({ os: own, cgroups, connect: openConnection })[words.family];
      handle = await killable.start(request({ cgroup }));
      await handle.freeze();
      own.processes.killAll();
      await expect.poll(() => processesOn(dataDirectory), { timeout: 20_000 }).toEqual([]);
      await expect.poll(() => handle?.exitCode()).toBe(128 + 9);
    });

    async function expectFreezable(server: RunningServer): Promise<void> {
      await handle?.freeze();
      await expect(openConnection(server, { timeoutSeconds: 0.5 })).rejects.toMatchObject({ code: "server-died" });
      await handle?.thaw();
      await withConnection(server, async (connection) =>
        expect(await connection.query("SELECT 1 AS one")).toEqual([{ one: 1 }]),
      );
    }

    it("leaves no process and no socket folder when it is stopped, and starts again on the same data", async () => {
      const folders = socketFolders();
      const server = await start();
      const members = await os.processes.tree(server.pid);
      await handle?.stop(20);
      expect(handle?.exitCode()).toBe(0);
      expect(members.filter((pid) => isAlive(pid))).toEqual([]);
      expect(socketFolders()).toEqual(folders);
      await expect(openConnection(server, { timeoutSeconds: 1 })).rejects.toMatchObject({ code: "server-died" });
      await start();
    });

    it("stops though a client is connected, at once", async () => {
      const connection = await openConnection(await start());
      const before = performance.now();
      await handle?.stop(30);
      expect(performance.now() - before).toBeLessThan(15_000);
      expect(handle?.exitCode()).toBe(0);
      await expect(connection.query("SELECT 1")).rejects.toThrow();
      await connection.close();
    });

    it("listens on 127.0.0.1 when TCP is asked for, and on no port else", async () => {
      const server = await start({ listen: "tcp" });
      expect(server.address).toMatchObject({ kind: "tcp", host: "127.0.0.1" });
      await withConnection(server, async (connection) =>
        expect(await connection.query("SELECT 1 AS one")).toEqual([{ one: 1 }]),
      );
      await handle?.stop(20);
      await start();
      expect(listeners(handle?.server.pid ?? 0)).toEqual([]);
    });

    it("runs on the CPUs it is given", async () => {
      const [cpu = 0] = allowedCpus("self");
      const server = await start({ cpus: [cpu] });
      expect(allowedCpus(server.pid)).toEqual([cpu]);
    });

    it("that does not know a setting says which, with the end of its log and the remedy", async () => {
      const fault = await refusal({ config: { no_such_setting: "1" } });
      expect(fault.code).toBe("server-did-not-start");
      expect(fault.message).toContain("likely cause: this version has no setting no_such_setting");
      expect(fault.message).toMatch(/the last lines of its log:\n {2}.*no_such_setting/s);
      expect(fault.hint).toContain("take no_such_setting out of the variant's config");
    });

    it("that does not take a value says of which setting", async () => {
      const fault = await refusal({ config: words.badValue });
      expect(fault.message).toContain("likely cause: `sometimes` is not a value of the setting");
    });

    it("that shall take more memory than there is says so", async () => {
      const name = words.family === "mysql" ? "innodb_buffer_pool_size" : "shared_buffers";
      const fault = await refusal({ config: { [name]: words.family === "mysql" ? "8000G" : "8000GB" } });
      expect(fault.message).toContain("likely cause: there is not enough memory");
    });

    it("may not be told where its data is", async () => {
      const name = words.family === "mysql" ? "DataDir" : "data_directory";
      const fault = await refusal({ config: { [name]: "/var/lib/elsewhere" } });
      expect(fault.code).toBe("plan-impossible");
      expect(fault.message).toContain("dbdyno makes a data directory for each variant and round");
    });

    it("is not started in a data directory without our marker, nor through a symbolic link", async () => {
      const foreign = join(root, "foreign");
      mkdirSync(foreign);
      writeFileSync(join(foreign, "precious"), "rows");
      expect(await refusal({ dataDirectory: foreign })).toMatchObject({
        code: "data-directory-foreign",
        where: foreign,
      });
      await expect(dbms.initialise(build, foreign)).rejects.toMatchObject({ code: "data-directory-foreign" });
      expect(readFileSync(join(foreign, "precious"), "utf8")).toBe("rows");
      const link = join(root, "link");
      symlinkSync(dataDirectory, link);
      expect(await refusal({ dataDirectory: link })).toMatchObject({ code: "data-directory-foreign", where: link });
      expect((await refusal({ dataDirectory: `${link}/` })).message).toContain("symbolic link");
    });

    it("is not started on the data of another family, nor twice on the same data", async () => {
      const other = createDbmses({ os, cgroups: NO_CGROUPS, connect: openConnection })[
        words.family === "mysql" ? "postgres" : "mysql"
      ];
      await expect(other.start(request())).rejects.toMatchObject({ code: "data-directory-foreign" });
      await start();
      const before = performance.now();
      const second = dbms.start(request({ variant: "B" }));
      await expect(second).rejects.toThrow("likely cause: another server uses the same data directory");
      expect(performance.now() - before).toBeLessThan(20_000);
    });

    it("is refused a port on which somebody listens", async () => {
      const { server, port } = await listenOnPort();
      const fault = await refusal({ listen: "tcp", config: { port: `${port}` } });
      expect(fault).toMatchObject({ code: "port-in-use", where: `127.0.0.1:${port}` });
      expect(fault.hint).toContain("ss -ltnp");
      server.close();
    });

    it("is refused a socket on which somebody listens, and one that is only there", async () => {
      const folder = mkdtempSync(join(root, "s-"));
      const path = join(folder, words.socketName);
      const server = createServer().listen(path);
      await new Promise((resolve) => server.once("listening", resolve));
      const config = words.socketIn(folder);
      const taken = await refusal({ config });
      expect(taken).toMatchObject({ code: "socket-in-use", where: path });
      expect(taken.message).toContain("another process listens");
      await new Promise((resolve) => server.close(resolve));
      writeFileSync(path, "");
      expect((await refusal({ config })).message).toContain("something is at");
      rmSync(path);
      expect((await start({ config })).address).toEqual({ kind: "socket", path });
      await handle?.stop(20);
      rmSync(folder, { recursive: true });
    });

    it("can be interrupted while it starts", async () => {
      expect((await refusal({ signal: AbortSignal.abort() })).code).toBe("interrupted");
    });
  });
}
