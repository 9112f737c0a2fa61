/** What goes wrong between load and server in the middle of a measurement: counted by code, and survived. */
import { rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DriverSession, LoadRequest } from "../../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../../src/measure/drivers/native/native-driver.ts";
import type { RunningServer } from "../../src/model/server.ts";
import { createOs } from "../../src/os/node-os.ts";
import { startBreakingProxy } from "../support/breaking-proxy.ts";
import { loadRequest, oltpEntry, operations, timed } from "../support/load-request.ts";
import { type LoadedServer, startLoadedServer } from "../support/loaded-server.ts";

const ENTRY = oltpEntry(1, 2000);
const CLIENTS = 4;

const SERVERS = [
  {
    family: "mysql",
    version: "5.6.24",
    config: {
      innodb_buffer_pool_size: "64M",
      innodb_log_file_size: "48M",
      performance_schema: "OFF",
      innodb_lock_wait_timeout: "1",
    },
    lockTimeout: "1205",
    deadlock: "1213",
    broken: ["ECONNRESET", "EPIPE"],
    lastWords: [],
  },
  {
    family: "postgres",
    version: "17",
    config: { shared_buffers: "64MB", lock_timeout: "300ms", deadlock_timeout: "10ms" },
    lockTimeout: "55P03",
    deadlock: "40P01",
    broken: ["ECONNRESET", "EPIPE"],
    // Of a backend that finds its postmaster gone before it is killed itself.
    lastWords: ["57P01"],
  },
] as const;

/** What a client meets while the server is down. */
const NOBODY_THERE = ["ECONNREFUSED", "ENOENT"];

const os = createOs();

for (const { family, version, config, lockTimeout, deadlock, broken, lastWords } of SERVERS) {
  describe(`the native driver on ${family}`, () => {
    let loaded: LoadedServer;
    let session: DriverSession;

    beforeAll(async () => {
      loaded = await startLoadedServer(os, { family, version, config, entry: ENTRY });
      session = await createNativeDriver().open({ cpus: null, logFile: join(loaded.folder, "client.log") });
    }, 600_000);

    afterAll(async () => {
      await session?.close();
      await loaded?.stop();
    });

    function request(step: string, seconds: number, changes: Partial<LoadRequest> = {}): LoadRequest {
      const target = { server: loaded.handle.server, entry: ENTRY };
      return loadRequest(target, step, { clients: CLIENTS, length: timed(seconds), ...changes });
    }

    it("counts connections that a proxy cuts, opens them anew and goes on", async () => {
      const { address } = loaded.handle.server;
      if (address.kind !== "socket") throw new Error("the server listens on no socket");
      const proxy = await startBreakingProxy(address.path);
      const server: RunningServer = { ...loaded.handle.server, address: { kind: "socket", path: proxy.path } };
      const onEdge = (edge: string): void => {
        if (edge === "begin") setTimeout(() => proxy.cut(), 500);
      };
      const result = await session.run(request("point-query", 2, { server, onEdge }));
      await proxy.close();
      expect(result.reconnects).toBeGreaterThanOrEqual(CLIENTS);
      for (const code of Object.keys(result.errors)) expect(broken).toContain(code);
      expect(Object.values(result.errors).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1);
      expect(result.perSecond.at(-1)?.operations).toBeGreaterThan(0);
    });

    it("ends a load process that hangs, and says so", async () => {
      const driver = createNativeDriver({ longestSilence: 2 });
      const hanging = await driver.open({ cpus: null, logFile: join(loaded.folder, "hanging.log") });
      const onEdge = (edge: string): void => {
        if (edge === "begin") for (const pid of hanging.pids()) os.processes.signal(pid, "SIGSTOP");
      };
      try {
        await expect(hanging.run(request("point-query", 2, { onEdge }))).rejects.toMatchObject({
          code: "measurement-failed",
          message: "the load process said nothing for 2 s, and was ended",
        });
      } finally {
        await hanging.close();
      }
    });

    it("counts lock wait timeouts by the server's code and goes on when the lock is gone", async () => {
      const { connection } = loaded;
      await connection.query("BEGIN");
      await connection.query("SELECT id FROM sbtest1 FOR UPDATE");
      const onEdge = (edge: string): void => {
        if (edge === "begin") setTimeout(() => void connection.query("ROLLBACK"), 1800);
      };
      const result = await session.run(request("update-index", 3, { onEdge }));
      expect(Object.keys(result.errors)).toEqual([lockTimeout]);
      expect(result.errors[lockTimeout]).toBeGreaterThanOrEqual(CLIENTS);
      expect(result.reconnects).toBe(0);
      expect(result.perSecond.at(-1)?.operations).toBeGreaterThan(0);
    });

    it("counts deadlocks by the server's code, rolls back and goes on", async () => {
      // Sixteen transactions that lock three rows in any order.
      const changes = { entry: { ...ENTRY, rows: 3 }, clients: 16 };
      const result = await session.run(request("read-write", 2, changes));
      expect(result.errors[deadlock]).toBeGreaterThanOrEqual(1);
      expect(result.operations).toBeGreaterThan(0);
      expect(result.reconnects).toBe(0);
    });

    if (family === "postgres") {
      it("survives that the server ends all sessions and starts anew because one of them crashed", async () => {
        const crash = async (): Promise<void> => {
          const pids = await os.processes.tree(loaded.handle.server.pid);
          const [victim] = await loaded.connection.query(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
          );
          const pid = Number(victim?.pid);
          expect(pids).toContain(pid);
          os.processes.signal(pid, "SIGKILL");
        };
        const onEdge = (edge: string): void => {
          if (edge === "begin") void crash();
        };
        const result = await session.run(request("point-query", 6, { onEdge }));
        expect(result.reconnects).toBeGreaterThanOrEqual(CLIENTS);
        expect(result.perSecond.at(-1)?.operations).toBeGreaterThan(0);
      });
    }

    it("goes on when the server is killed and started again, and counts what failed in between", async () => {
      const { address } = loaded.handle.server;
      if (address.kind !== "socket") throw new Error("the server listens on no socket");
      const standIn = join(loaded.folder, basename(address.path));
      symlinkSync(address.path, standIn);
      const server: RunningServer = { ...loaded.handle.server, address: { kind: "socket", path: standIn } };
      let restarted: Promise<void> = Promise.resolve();
      const restart = async (): Promise<void> => {
        const again = await loaded.killAndStart();
        if (again.server.address.kind !== "socket") throw new Error("the new server listens on no socket");
        rmSync(standIn);
        symlinkSync(again.server.address.path, standIn);
      };
      const onEdge = (edge: string): void => {
        if (edge === "begin") restarted = restart();
      };
      // More than is done before the kill, whatever the machine: the last of them come from the new server.
      const length = operations(100_000);
      const result = await session.run(request("point-query", 0, { server, length, onEdge }));
      await restarted;
      expect(result.operations).toBe(100_000);
      expect(result.reconnects).toBeGreaterThanOrEqual(CLIENTS);
      const codes = Object.keys(result.errors);
      expect(codes).toContainEqual(expect.toBeOneOf(NOBODY_THERE));
      for (const code of codes) expect([...broken, ...NOBODY_THERE, ...lastWords]).toContain(code);
    });
  });
}
