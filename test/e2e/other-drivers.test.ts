/** sysbench and pgbench on real servers: what they say of their load agrees with what the server counted. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheDirectory } from "../../src/measure/builds/cache.ts";
import { provideClientTool } from "../../src/measure/builds/client-tools.ts";
import type { Driver, DriverSession, LoadRequest } from "../../src/measure/drivers/driver.ts";
import { createPgbenchDriver } from "../../src/measure/drivers/pgbench/pgbench-driver.ts";
import { createSysbenchDriver } from "../../src/measure/drivers/sysbench/sysbench-driver.ts";
import type { DriverName } from "../../src/model/spec.ts";
import { createOs } from "../../src/os/node-os.ts";
import { loadRequest, oltpEntry, operations, timed } from "../support/load-request.ts";
import { type LoadedServer, startLoadedServer } from "../support/loaded-server.ts";

const ENTRY = oltpEntry(2, 3000);

const CASES = [
  {
    family: "mysql",
    version: "5.6.24",
    config: { innodb_buffer_pool_size: "64M", innodb_log_file_size: "48M", performance_schema: "OFF" },
    drivers: ["sysbench"],
  },
  { family: "postgres", version: "17", config: { shared_buffers: "64MB" }, drivers: ["sysbench", "pgbench"] },
] as const;

const os = createOs();

async function createDriver(name: Exclude<DriverName, "native">): Promise<Driver> {
  const tool = await provideClientTool(name, { os, cacheDirectory: cacheDirectory(process.env) });
  return name === "sysbench" ? createSysbenchDriver(os, tool) : createPgbenchDriver(os, tool);
}

for (const { family, version, config, drivers } of CASES) {
  describe.each(drivers)(`%s on ${family}`, (name) => {
    let loaded: LoadedServer;
    let session: DriverSession;

    beforeAll(async () => {
      loaded = await startLoadedServer(os, { family, version, config, entry: ENTRY });
      const driver = await createDriver(name);
      session = await driver.open({ cpus: null, logFile: join(loaded.folder, `${name}.log`) });
    }, 600_000);

    afterAll(async () => {
      await session?.close();
      await loaded?.stop();
    });

    function request(step: string, changes: Partial<LoadRequest> = {}): LoadRequest {
      const target = { server: loaded.handle.server, entry: ENTRY };
      return loadRequest(target, step, { settle: 1, length: timed(2), ...changes });
    }

    it("measures whole seconds after settling, with its CPU, and marks both edges", async () => {
      const edges: string[] = [];
      const result = await session.run(request("point-query", { onEdge: (edge) => edges.push(edge) }));
      expect(edges).toEqual(["begin", "end"]);
      expect(result.seconds).toBe(2);
      expect(result.perSecond).toHaveLength(2);
      expect(result.perSecond.reduce((sum, second) => sum + second.operations, 0)).toBeCloseTo(result.operations, -1);
      expect(result.operations).toBeGreaterThan(100);
      // Each is a sum of rates that the tool printed with few digits.
      expect(Math.abs(result.statements - result.operations)).toBeLessThanOrEqual(2);
      expect(result.clientCpuSeconds).toBeGreaterThan(0);
      expect(result.clientCpuSeconds).toBeLessThan(2 * 4);
      expect(result.loopCpuShare).toBeLessThan(1.1);
      expect(result.errors).toEqual({});
      expect([result.rows, result.bytesSent, result.bytesReceived]).toEqual([null, null, null]);
    });

    it("has latencies that go with its throughput", async () => {
      const { operations, seconds, latencySummary } = await session.run(request("point-query"));
      const { p50Seconds, p95Seconds, p99Seconds, maxSeconds, meanSeconds } = latencySummary;
      // Four clients in a closed loop: throughput x mean latency is four, less the client's own time. The latencies are of
      // the whole process, the throughput is of two seconds of it: on a busy machine they differ; a wrong unit differs more.
      expect((operations / seconds) * meanSeconds).toBeGreaterThan(0.4);
      expect((operations / seconds) * meanSeconds).toBeLessThan(40);
      expect(p50Seconds).toBeGreaterThan(0);
      expect(p95Seconds).toBeGreaterThanOrEqual(p50Seconds);
      expect(p99Seconds).toBeGreaterThanOrEqual(p95Seconds);
      expect(maxSeconds).toBeGreaterThanOrEqual(p99Seconds * 0.98);
    });

    it("counts the statements of a transaction", async () => {
      const { operations, statements } = await session.run(request("read-only"));
      // BEGIN, ten points, four ranges, COMMIT.
      expect(statements / operations).toBeCloseTo(16, 0);
    });

    it("tells in the tool's own words when the table is not there", async () => {
      const error: unknown = await session
        .run(request("point-query", { entry: { ...ENTRY, tables: 3 } }))
        .catch((e) => e);
      expect(error).toMatchObject({ code: "measurement-failed" });
      expect(String(error)).toMatch(/sbtest3/);
    });

    if (name === "sysbench") {
      it("runs a fixed number of operations", async () => {
        const length = operations(300);
        const result = await session.run(request("insert", { length, settle: 0 }));
        expect(result.operations).toBe(300);
        expect(result.statements).toBe(300);
      });
    } else {
      it("refuses a fixed number of operations before it starts", async () => {
        const length = operations(300);
        const error: unknown = await session.run(request("insert", { length, settle: 0 })).catch((e) => e);
        expect(error).toMatchObject({ code: "plan-impossible" });
      });
    }
  });
}
