import { describe, expect, it } from "vitest";
import type { ScriptLoad, WorkloadEntry } from "../../../model/workload.ts";
import { optionProblems } from "../../../spec/driver-options.ts";
import { findStep, findWorkload } from "../../../workloads/workloads.ts";
import { fakeServer } from "../../probes/fake-server.ts";
import type { LoadRequest } from "../driver.ts";
import { pgbenchArguments, prepareArguments, scriptArguments } from "./pgbench-arguments.ts";

const SERVER = fakeServer({ family: "postgres", address: { kind: "socket", path: "/tmp/x/.s.PGSQL.5432" }, user: "u" });
const LOAD: ScriptLoad = {
  driver: "pgbench",
  script: { name: "./my.sql", file: { path: "/home/me/my.sql", sha256: "" } },
  prepare: { name: "initialize", file: null },
  options: ["-r", "-M", "extended"],
  effect: "read",
  scale: 4,
};
const ENTRY: WorkloadEntry = {
  name: "oltp",
  workload: "oltp",
  steps: [],
  tables: 1,
  rows: 1000,
  storageEngine: null,
  prepared: true,
  keys: "uniform",
};

function request(entry: WorkloadEntry, driverOptions: readonly string[] = []): LoadRequest {
  const step = findStep(findWorkload("oltp"), "point-query");
  const length = { kind: "timed", seconds: 3 } as const;
  return { server: SERVER, entry, step, clients: 8, seed: 5, settle: 1, length, nextKeyFrom: 0, driverOptions };
}

describe("pgbenchArguments", () => {
  it("name connection, clients, length, protocol, seed and log of our own steps, and what is passed through", () => {
    expect(pgbenchArguments(request(ENTRY, ["-r"]), 5, "/tmp/log")).toEqual([
      ...["-h", "/tmp/x", "-p", "5432", "-U", "u", "-n", "-c", "8", "-j", "2", "-T", "5", "-P", "1"],
      ...["-M", "prepared", "-r", "--random-seed=5", "-l", "--log-prefix=/tmp/log", "--sampling-rate=0.1"],
    ]);
  });

  it("leave the protocol of a script to its own options", () => {
    const given = pgbenchArguments(request({ ...ENTRY, load: LOAD }), 5, "/tmp/log");
    expect(given.join(" ")).toContain("-P 1 -r -M extended --random-seed=5");
    expect(given.filter((word) => word === "-M")).toHaveLength(1);
  });

  it("are all words that a user may not give as well", () => {
    const given = pgbenchArguments(request(ENTRY), 5, "/tmp/log");
    const refused = optionProblems("pgbench", given, "statements").map(({ index }) => given[index]);
    expect(refused).toEqual(given.filter((word) => word.startsWith("-")));
  });
});

describe("scriptArguments", () => {
  it("name a file with its scale, and a script of pgbench's own by its name", () => {
    expect(scriptArguments(LOAD)).toEqual(["-s", "4", "-f", "/home/me/my.sql"]);
    expect(scriptArguments({ ...LOAD, script: { name: "select-only", file: null } })).toEqual(["-b", "select-only"]);
  });

  it("keep pgbench from taking the end of a path for a weight", () => {
    const script = { name: "./a@2.sql", file: { path: "/work/a@2.sql", sha256: "" } };
    expect(scriptArguments({ ...LOAD, script, scale: null })).toEqual(["-f", "/work/a@2.sql@1"]);
  });
});

describe("prepareArguments", () => {
  it("make pgbench's tables, or run a file once", () => {
    const request = { server: SERVER, load: LOAD, seed: 7, logFile: "/tmp/l" };
    expect(prepareArguments(request).join(" ")).toBe(`-h /tmp/x -p 5432 -U u -i -q -s 4 ${SERVER.database}`);
    const prepare = { name: "./t.sql", file: { path: "/work/t.sql", sha256: "" } };
    expect(prepareArguments({ ...request, load: { ...LOAD, prepare } }).join(" ")).toBe(
      `-h /tmp/x -p 5432 -U u -n -c 1 -t 1 -s 4 --random-seed=7 -f /work/t.sql ${SERVER.database}`,
    );
  });
});
