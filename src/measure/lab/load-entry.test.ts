import { describe, expect, it } from "vitest";
import { createFakeLab } from "../../../test/support/fake-lab.ts";
import { makeTestPlan } from "../../../test/support/test-plan.ts";
import type { ScriptLoad, WorkloadEntry } from "../../model/workload.ts";
import type { SqlConnection } from "../connect/connect.ts";
import type { Driver, PrepareRequest } from "../drivers/driver.ts";
import { fakeServer } from "../probes/fake-server.ts";
import { loadEntry } from "./load-entry.ts";

const PLAN = makeTestPlan({ steps: ["point-query"], rounds: { min: 2, max: 2 } });
const SCRIPT = { name: "./my.lua", file: { path: "/work/my.lua", sha256: "" } };
const LOAD: ScriptLoad = {
  driver: "sysbench",
  script: SCRIPT,
  prepare: SCRIPT,
  options: [],
  effect: "read",
  scale: null,
};

async function load(change: Partial<ScriptLoad>) {
  const { deps } = createFakeLab({ plan: PLAN, throughputOf: () => 1 });
  const prepared: PrepareRequest[] = [];
  const prepare = async (request: PrepareRequest): Promise<void> => void prepared.push(request);
  const [native] = deps.drivers;
  if (native === undefined) throw new Error("no driver");
  const sysbench: Driver = { ...native, name: "sysbench", prepare };
  const connection: SqlConnection = {
    query: async () => [{ name: "event" }, { name: "needs quotes" }],
    close: async () => undefined,
  };
  const [oltp] = PLAN.workloads;
  if (oltp === undefined) throw new Error("no entry");
  const entry: WorkloadEntry = { ...oltp, load: { ...LOAD, ...change } };
  const place = { server: fakeServer({ family: "mysql" }), dbms: deps.dbmses.mysql, connection };
  const request = { ...place, entry, seed: 3, logFile: "/lab/load.client.log", onRows: () => undefined };
  return { tables: await loadEntry(request, { ...deps, drivers: [native, sysbench] }), prepared };
}

describe("the data of a script", () => {
  it("is made by its program, once, from the template's seed, and its tables are found", async () => {
    const { tables, prepared } = await load({});
    expect(prepared).toMatchObject([{ load: LOAD, seed: 3, logFile: "/lab/load.client.log" }]);
    expect(tables).toEqual(["event"]);
  });

  it("is made by nobody where the spec says so", async () => {
    expect((await load({ prepare: null })).prepared).toEqual([]);
  });
});
