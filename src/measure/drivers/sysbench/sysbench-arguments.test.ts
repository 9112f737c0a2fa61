import { describe, expect, it } from "vitest";
import type { RunningServer } from "../../../model/server.ts";
import type { ScriptLoad } from "../../../model/workload.ts";
import { optionProblems } from "../../../spec/driver-options.ts";
import { findStep, findWorkload } from "../../../workloads/workloads.ts";
import { fakeServer } from "../../probes/fake-server.ts";
import type { LoadRequest } from "../driver.ts";
import { luaPath, prepareArguments, sysbenchArguments } from "./sysbench-arguments.ts";

const SERVER = fakeServer({ family: "mysql", address: { kind: "socket", path: "/tmp/x/mysql.sock" }, user: "root" });

const LOAD: ScriptLoad = {
  driver: "sysbench",
  script: { name: "./my.lua", file: { path: "/work/my.lua", sha256: "" } },
  prepare: { name: "oltp_read_only", file: null },
  options: ["--newest=5"],
  effect: "read",
  scale: null,
};

function request(changes: Partial<LoadRequest> = {}): LoadRequest {
  return {
    server: SERVER,
    entry: {
      name: "oltp",
      workload: "oltp",
      steps: [],
      tables: 3,
      rows: 5000,
      storageEngine: null,
      prepared: true,
      keys: "special",
    },
    step: findStep(findWorkload("oltp"), "point-query"),
    clients: 8,
    seed: 5,
    settle: 1,
    length: { kind: "timed", seconds: 3 },
    nextKeyFrom: 0,
    ...changes,
  };
}

describe("sysbenchArguments", () => {
  it("name script, connection, tables, clients, length, keys and protocol", () => {
    expect(sysbenchArguments(request(), 5)).toEqual([
      "oltp_point_select",
      "--db-driver=mysql",
      "--mysql-socket=/tmp/x/mysql.sock",
      "--mysql-user=root",
      `--mysql-db=${SERVER.database}`,
      "--tables=3",
      "--table-size=5000",
      "--rand-type=special",
      "--db-ps-mode=auto",
      "--threads=8",
      "--time=5",
      "--events=0",
      "--rand-seed=6",
      "--report-interval=1",
      "--histogram=on",
      "run",
    ]);
  });

  it("give libpq the folder and port of a PostgreSQL socket", () => {
    const address = { kind: "socket", path: "/tmp/x/.s.PGSQL.5433" } as const;
    const server: RunningServer = { ...SERVER, family: "postgres", address };
    const given = sysbenchArguments(request({ server }), 5);
    expect(given).toContain("--pgsql-host=/tmp/x");
    expect(given).toContain("--pgsql-port=5433");
  });

  it("ask for a fixed number of operations and no time where the step uses its state up", () => {
    const step = findStep(findWorkload("oltp"), "insert");
    const given = sysbenchArguments(request({ step, length: { kind: "operations", operations: 250 } }), null);
    expect(given).toContain("oltp_insert");
    expect(given).toContain("--events=250");
    expect(given).toContain("--time=0");
  });

  it("never give the seed 0, which sysbench takes for the time of day, nor one above its 31 bits", () => {
    const seedOf = (seed: number) =>
      sysbenchArguments(request({ seed }), 1).find((one) => one.startsWith("--rand-seed"));
    expect(seedOf(0)).toBe("--rand-seed=1");
    expect(seedOf(2 ** 32 - 1)).toBe("--rand-seed=2");
  });

  it("pass a user's options through, and leave a script its tables and keys", () => {
    expect(sysbenchArguments(request({ driverOptions: ["--range-size=50"] }), 5)).toContain("--range-size=50");
    const given = sysbenchArguments(request({ entry: { ...request().entry, load: LOAD } }), 5);
    expect(given.slice(0, 2)).toEqual(["/work/my.lua", "--db-driver=mysql"]);
    expect(given).toContain("--newest=5");
    expect(given.filter((word) => /^--(tables|table-size|rand-type|db-ps-mode)/.test(word))).toEqual([]);
  });

  it("are all words that a user may not give as well", () => {
    const given = sysbenchArguments(request(), 5).slice(1, -1);
    const refused = optionProblems("sysbench", given, "statements").map(({ index }) => given[index]);
    expect(refused).toEqual(given);
  });

  it("prepare a script's data with one thread and the seed", () => {
    const given = prepareArguments({ server: SERVER, load: LOAD, seed: 8, logFile: "" });
    expect(given[0]).toBe("oltp_read_only");
    expect(given.slice(-4)).toEqual(["--newest=5", "--threads=1", "--rand-seed=9", "prepare"]);
  });

  it("let a script require what lies beside it, before what sysbench brings", () => {
    expect(luaPath(LOAD.script, "/tools/?.lua;;")).toEqual({ LUA_PATH: "/work/?.lua;/tools/?.lua;;" });
    expect(luaPath(LOAD.script, undefined)).toEqual({ LUA_PATH: "/work/?.lua;;" });
    expect(luaPath({ name: "oltp_read_only", file: null }, undefined)).toEqual({});
  });

  it("show no password, and refuse TLS on MySQL, which cannot be held to", () => {
    expect(sysbenchArguments(request({ server: { ...SERVER, password: "geheim" } }), 1).join(" ")).not.toContain(
      "geheim",
    );
    const server = { ...SERVER, tls: { caFile: null, clientCertificate: null } };
    expect(() => sysbenchArguments(request({ server }), 1)).toThrow("sysbench cannot be held to TLS on MySQL");
  });

  it("refuse a step that sysbench has no script for", () => {
    const step = { ...findStep(findWorkload("oltp"), "point-query"), name: "scan" };
    expect(() => sysbenchArguments(request({ step }), 1)).toThrow("sysbench has no script for step scan");
  });
});
