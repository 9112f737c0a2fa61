/** A load on a machine that others use, too, or with too little CPU for the client: slow, and never without saying so. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeRun } from "../../src/judge/verdict/judge-run.ts";
import { syntheticPlan, syntheticRounds } from "../../src/judge/verdict/synthetic-run.ts";
import { cacheDirectory } from "../../src/measure/builds/cache.ts";
import { provideClientTool } from "../../src/measure/builds/client-tools.ts";
import type { Driver } from "../../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../../src/measure/drivers/native/native-driver.ts";
import { createPgbenchDriver } from "../../src/measure/drivers/pgbench/pgbench-driver.ts";
import { createSysbenchDriver } from "../../src/measure/drivers/sysbench/sysbench-driver.ts";
import type { LoadResult } from "../../src/model/measurement.ts";
import type { DriverName } from "../../src/model/spec.ts";
import type { CellVerdict } from "../../src/model/verdict.ts";
import { createOs } from "../../src/os/node-os.ts";
import type { ReportDocument } from "../../src/report/document.ts";
import { runCli } from "../support/cli.ts";
import { startCpuHog } from "../support/cpu-hog.ts";
import { loadRequest, oltpEntry, timed } from "../support/load-request.ts";
import { type LoadedServer, startLoadedServer } from "../support/loaded-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { allowedCpus } from "./server-observations.ts";

const ENTRY = oltpEntry(1, 5000);
const CELL = { id: "oltp.point-query.8", effect: "read" } as const;

const os = createOs();
const [serverCpu = 0, clientCpu = serverCpu] = allowedCpus("self");

const SPEC = `variants:
  A: { build: postgres@17 }
  B: { build: postgres@17 }
baseline: A
workloads: [{ oltp: { steps: [point-query], rows: 20k } }]
clients: [8]
cpus: { server: ${serverCpu}, client: ${clientCpu} }
method: { measure: 500ms, settle: 250ms, warm-up: 1s, rounds: { min: 2, max: 2 } }
`;

async function withHogs<T>(cpus: readonly number[], body: () => Promise<T>): Promise<T> {
  const hogs = await Promise.all(cpus.map(startCpuHog));
  try {
    return await body();
  } finally {
    await Promise.all(hogs.map((hog) => hog.end()));
  }
}

async function createDriver(name: DriverName): Promise<Driver> {
  if (name === "native") return createNativeDriver();
  const tool = await provideClientTool(name, { os, cacheDirectory: cacheDirectory(process.env) });
  return name === "sysbench" ? createSysbenchDriver(os, tool) : createPgbenchDriver(os, tool);
}

/** A cell with clear rounds, whose load client was everywhere as busy, and waited as long, as in `load`. */
function judged({ loopCpuShare, runQueueShare }: LoadResult): CellVerdict {
  const measurements = syntheticRounds({ cell: CELL.id }, [-0.5, -0.501, -0.502]);
  const all = measurements.map((one) => ({ ...one, load: { ...one.load, loopCpuShare, runQueueShare } }));
  const [verdict] = judgeRun(syntheticPlan([CELL]), all);
  if (verdict === undefined) throw new Error("no verdict on the only cell");
  return verdict;
}

function saysSo({ kind, warnings }: CellVerdict): boolean {
  return kind === "client saturated" || warnings.some(({ code }) => code === "run-queue-wait");
}

describe("a client that shares its CPU with a busy loop", () => {
  let loaded: LoadedServer;

  beforeAll(async () => {
    const server = { family: "postgres", version: "17", config: { shared_buffers: "64MB" } } as const;
    loaded = await startLoadedServer(os, { ...server, entry: ENTRY, cpus: [serverCpu] });
  }, 600_000);

  afterAll(async () => {
    await loaded?.stop();
  });

  /** Runs eight clients beside the hogs, and judges a cell of which every measurement had their client. */
  async function judgedBeside(hogs: readonly number[], name: DriverName): Promise<CellVerdict> {
    const driver = await createDriver(name);
    const session = await driver.open({ cpus: [clientCpu], logFile: join(loaded.folder, `${name}.log`) });
    try {
      const target = { server: loaded.handle.server, entry: ENTRY };
      const request = loadRequest(target, "point-query", { clients: 8, settle: 1, length: timed(2) });
      return judged(await withHogs(hogs, () => session.run(request)));
    } finally {
      await session.close();
    }
  }

  describe.each(["native", "sysbench", "pgbench"] as const)("is told of with %s", (name) => {
    it("where a hog runs on the CPU that the client is pinned to", async () => {
      expect(saysSo(await judgedBeside([clientCpu], name))).toBe(true);
    });

    it("and of nothing on an idle machine", async () => {
      expect(await judgedBeside([], name)).toMatchObject({ kind: "regressed", warnings: [] });
    });

    it("where two hogs run, one beside the client and one beside the server", async () => {
      expect(saysSo(await judgedBeside([serverCpu, clientCpu], name))).toBe(true);
    });
  });
});

describe("dbdyno run beside two CPU hogs", () => {
  it("warns in its report that the client waited, or that it was the limit", async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, "spec.yaml"), SPEC);
    const { out } = await withHogs([serverCpu, clientCpu], () => runCli(["run", "spec.yaml", "--json"], { cwd }));
    const { warnings }: ReportDocument = JSON.parse(out);
    const told = warnings.filter(({ where }) => where.includes("oltp.point-query.8 B"));
    expect(told.map(({ code }) => code)).toContainEqual(expect.toBeOneOf(["client-saturated", "run-queue-wait"]));
    expect(told.map(({ code }) => code)).toContain("foreign-cpu");
  });
});
