import { describe, expect, it } from "vitest";
import type { Build } from "../../model/build.ts";
import { LabError } from "../../model/errors.ts";
import type { CgroupFacts } from "../../model/host.ts";
import { createFakeOs } from "../../os/fake-os.ts";
import type { Connect, SqlConnection } from "../connect/connect.ts";
import type { StartRequest } from "./dbms.ts";
import { openEndpoint } from "./endpoint.ts";
import { MYSQL_START_FAILURES } from "./mysql/start-failure.ts";
import { READY_LIMIT_SECONDS, type ServerRecipe, startServer } from "./start-server.ts";

const NO_CGROUPS: CgroupFacts = { version: null, freezer: null, cpuacct: null };
const BUILD: Build = {
  reference: { kind: "basedir", path: "/b" },
  family: "mysql",
  version: "5.6.24",
  versionLine: "mysqld  Ver 5.6.24",
  basedir: "/b",
  binary: "/b/mysqld",
  libraryPath: null,
  digest: "abc",
  origin: "basedir",
  resolvedAt: "2026-01-01T00:00:00.000Z",
};
const REQUEST: StartRequest = {
  variant: "A",
  build: BUILD,
  dataDirectory: "/lab/data",
  errorLog: "/lab/error.log",
  listen: "tcp",
  config: {},
  cpus: null,
  cgroup: null,
};

/** What a server that answers says to each of the three questions; the statements it was asked are kept in `asked`. */
function answering(place: string, hasDatabase: boolean, asked: string[]): SqlConnection {
  return {
    query: async (sql) => {
      asked.push(sql);
      if (sql === "PLACE") return [{ place }];
      return sql === "FIND" && hasDatabase ? [{ found: 1 }] : [];
    },
    close: async () => undefined,
  };
}

interface StartingParts {
  /** What the server writes into its log. */
  readonly log?: string;
  readonly cgroups?: CgroupFacts;
  readonly files?: Readonly<Record<string, string>>;
}

async function starting(connect: Connect, { log = "", cgroups = NO_CGROUPS, files = {} }: StartingParts = {}) {
  const os = createFakeOs({ files: { "/lab/error.log": "an earlier start: unknown variable 'old=1'\n", ...files } });
  const endpoint = await openEndpoint(os, {
    variant: "A",
    listen: "tcp",
    port: 21000,
    defaultPort: 3306,
    folder: null,
    socketName: () => "mysql.sock",
  });
  const recipe: ServerRecipe = {
    family: "mysql",
    argv: ["/b/mysqld", "--no-defaults"],
    endpoint,
    user: "root",
    maintenanceDatabase: "mysql",
    placeQuery: "PLACE",
    ownPlace: endpoint.socketPath,
    findDatabase: "FIND",
    createDatabase: "CREATE",
    shutdownSignal: "SIGTERM",
    failures: MYSQL_START_FAILURES,
  };
  const start = (request: Partial<StartRequest> = {}) =>
    startServer({ os, cgroups, connect }, { ...REQUEST, ...request }, recipe);
  return { os, endpoint, start, appendLog: () => os.files.append("/lab/error.log", log) };
}

const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:21000"), { code: "ECONNREFUSED" });

describe("starting a server", () => {
  it("is over when it answers, though the first attempts were refused, and gives the exact command line", async () => {
    let attempts = 0;
    const asked: string[] = [];
    const { endpoint, start } = await starting(async () => {
      attempts += 1;
      if (attempts < 5) throw refused;
      return answering(endpoint.socketPath, true, asked);
    });
    const { server } = await start();
    expect(attempts).toBe(5);
    expect(server.commandLine).toEqual(["/b/mysqld", "--no-defaults"]);
    expect(asked).toEqual(["PLACE", "FIND"]);
  });

  it("makes the database only where it is not there yet", async () => {
    const asked: string[] = [];
    const { endpoint, start } = await starting(async () => answering(endpoint.socketPath, false, asked));
    await start();
    expect(asked).toEqual(["PLACE", "FIND", "CREATE"]);
  });

  it("ends after two minutes without an answer, and leaves neither the process nor the socket folder", async () => {
    const { os, endpoint, start } = await starting(async () => {
      throw refused;
    });
    await expect(start()).rejects.toMatchObject({
      code: "server-did-not-start",
      message: expect.stringContaining(`it did not answer within ${READY_LIMIT_SECONDS} s (connect ECONNREFUSED`),
    });
    expect(os.clock.monotonic()).toBeGreaterThanOrEqual(READY_LIMIT_SECONDS);
    expect(os.clock.monotonic()).toBeLessThan(READY_LIMIT_SECONDS + 1);
    expect(await os.files.exists(endpoint.privateFolder)).toBe(false);
    expect(await os.processes.tree(1000)).toEqual([]);
  });

  it("ends at once when the server dies, with what this start wrote into the log, not an earlier one", async () => {
    const { os, start } = await starting(async () => {
      await os.files.append("/lab/error.log", "[ERROR] unknown variable 'new=1'\n");
      os.processes.signal(1000, "SIGKILL");
      throw refused;
    });
    const fault: unknown = await start().catch((reason: unknown) => reason);
    expect(fault).toBeInstanceOf(LabError);
    expect(fault).toMatchObject({
      message: expect.stringContaining("it ended with signal 9; likely cause: this version has no setting new"),
    });
    expect(fault).not.toMatchObject({ message: expect.stringContaining("old") });
    expect(os.clock.monotonic()).toBeLessThan(1);
  });

  it("does not wait for a server that waits for somebody else's lock", async () => {
    const { os, start, appendLog } = await starting(
      async () => {
        await appendLog();
        throw refused;
      },
      { log: "InnoDB: Unable to lock ./ibdata1, error: 11\n" },
    );
    await expect(start()).rejects.toThrow("likely cause: another server uses the same data directory");
    expect(os.clock.monotonic()).toBeLessThan(5);
  });

  it("does not wait for a server that turns us away", async () => {
    const denied = Object.assign(new Error("Access denied for user 'root'"), { code: "ER_ACCESS_DENIED_ERROR" });
    const { os, start } = await starting(async () => {
      throw denied;
    });
    await expect(start()).rejects.toThrow("it runs, but turns us away (Access denied for user 'root')");
    expect(os.clock.monotonic()).toBeLessThan(1);
  });

  it("says which setting to take out where the server lets nobody in without TLS", async () => {
    const prohibited = Object.assign(new Error("Connections using insecure transport are prohibited"), {
      code: "ER_SECURE_TRANSPORT_REQUIRED",
    });
    const { os, start } = await starting(async () => {
      throw prohibited;
    });
    await expect(start()).rejects.toMatchObject({
      code: "server-did-not-start",
      hint: expect.stringContaining("take require_secure_transport out of its config"),
    });
    expect(os.clock.monotonic()).toBeLessThan(1);
  });

  it("does not take another server on its port for its own", async () => {
    const { start } = await starting(async () => answering("/tmp/of-somebody-else/mysql.sock", true, []));
    await expect(start()).rejects.toMatchObject({ code: "port-in-use", where: "127.0.0.1:21000" });
  });

  it("ends when it is interrupted, and stops the server", async () => {
    const controller = new AbortController();
    const { os, start } = await starting(async () => {
      controller.abort();
      throw refused;
    });
    await expect(start({ signal: controller.signal })).rejects.toMatchObject({ code: "interrupted" });
    expect(await os.processes.tree(1000)).toEqual([]);
  });
});

describe("the cgroup of a server", () => {
  const cgroups: CgroupFacts = { version: 1, freezer: "/cg/freezer", cpuacct: "/cg/cpuacct" };
  const cgroup = "dbdyno/a";

  /** Parts whose server answers as its own. */
  async function answers(files: Readonly<Record<string, string>> = {}) {
    let place = "";
    const parts = await starting(async () => answering(place, true, []), { cgroups, files });
    place = parts.endpoint.socketPath;
    return parts;
  }

  it("is made by the start, which puts the server into it, and removed by stop", async () => {
    const { os, start } = await answers();
    const handle = await start({ cgroup });
    expect(await os.files.read("/cg/freezer/dbdyno/a/cgroup.procs")).toBe("1000");
    expect(await os.files.read("/cg/cpuacct/dbdyno/a/cgroup.procs")).toBe("1000");
    await handle.freeze();
    await handle.stop();
    expect(await os.files.list("/cg/freezer")).toEqual([]);
    expect(await os.files.list("/cg/cpuacct")).toEqual([]);
  });

  it("is removed when the start fails", async () => {
    const denied = Object.assign(new Error("Access denied"), { code: "ER_ACCESS_DENIED_ERROR" });
    const { os, start } = await starting(() => Promise.reject(denied), { cgroups });
    await expect(start({ cgroup })).rejects.toMatchObject({ code: "server-did-not-start" });
    expect(await os.files.exists("/cg/freezer/dbdyno")).toBe(false);
  });

  it("is cleared first of what a killed run left frozen in it", async () => {
    const folder = "/cg/freezer/dbdyno/a";
    const { os, start } = await answers({
      [`${folder}/cgroup.procs`]: "77\n",
      [`${folder}/freezer.state`]: "FROZEN\n",
    });
    await start({ cgroup });
    expect(os.journal.signals).toContainEqual({ pid: 77, signal: "SIGKILL" });
    expect(await os.files.readIfThere(`${folder}/freezer.state`)).toBeNull();
    expect(await os.files.read(`${folder}/cgroup.procs`)).toBe("1000");
  });

  it("that somebody else removed does not keep the server from being stopped", async () => {
    const { os, start } = await answers();
    const handle = await start({ cgroup });
    await os.files.remove("/cg/freezer/dbdyno");
    await handle.stop();
    expect(handle.exitCode()).not.toBeNull();
  });
});
