/** A server that stands still for half a second: what an open loop says of it, and what a closed one does. */
import { join } from "node:path";
import hdr from "hdr-histogram-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Arrivals, DriverSession } from "../../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../../src/measure/drivers/native/native-driver.ts";
import type { LoadResult } from "../../src/model/measurement.ts";
import type { WorkloadEntry } from "../../src/model/workload.ts";
import { createOs } from "../../src/os/node-os.ts";
import { findStep, findWorkload } from "../../src/workloads/workloads.ts";
import { type LoadedServer, startLoadedServer } from "../support/loaded-server.ts";

const CLIENTS = 8;
const RATE = 1000;
const STOP_SECONDS = 0.5;
/** Slower than anything but the stop makes an operation, on a busy machine too. */
const SLOW_MICROSECONDS = 250_000;

const ENTRY: WorkloadEntry = {
  name: "oltp",
  workload: "oltp",
  steps: ["point-query"],
  tables: 1,
  rows: 3000,
  storageEngine: null,
  prepared: true,
  keys: "uniform",
};

const os = createOs();
let loaded: LoadedServer;
let session: DriverSession;

beforeAll(async () => {
  loaded = await startLoadedServer(os, {
    family: "mysql",
    version: "5.6.24",
    config: { innodb_buffer_pool_size: "64M", performance_schema: "OFF" },
    entry: ENTRY,
  });
  session = await createNativeDriver().open({ cpus: null, logFile: join(loaded.folder, "client.log") });
});
afterAll(async () => {
  await session?.close();
  await loaded?.stop();
});

/** Point queries for `seconds`, in the middle of which the server is stopped once. */
async function loadWithStop(seconds: number, arrivals: Arrivals): Promise<LoadResult> {
  const { pid } = loaded.handle.server;
  let stopped: Promise<void> | undefined;
  const onEdge = (edge: "begin" | "end"): void => {
    if (edge === "begin") stopped = os.clock.sleep(seconds / 2).then(() => standStill(pid));
  };
  const result = await session.run({
    server: loaded.handle.server,
    entry: ENTRY,
    step: findStep(findWorkload(ENTRY.workload), "point-query"),
    clients: CLIENTS,
    seed: 1,
    settle: 0.5,
    length: { kind: "timed", seconds },
    nextKeyFrom: 0,
    arrivals,
    onEdge,
  });
  await stopped;
  return result;
}

async function standStill(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  const begin = os.clock.monotonic();
  // Looked at without a pause: a timer may come many milliseconds late, and the length of the stop is what is measured.
  while (os.clock.monotonic() - begin < STOP_SECONDS) await os.clock.sleep(0);
  process.kill(pid, "SIGCONT");
}

/** Operations that the stop made slow: from the histogram, as others would read it. */
function slowOf({ latency }: LoadResult): number {
  const histogram = hdr.decodeFromCompressedBase64(latency);
  const { totalCount } = histogram;
  const fromTheTop = (place: number): number =>
    histogram.getValueAtPercentile((100 * (totalCount - place - 0.5)) / totalCount);
  let slow = 0;
  while (fromTheTop(slow) > SLOW_MICROSECONDS) slow++;
  return slow;
}

describe("half a second in which a server stands still", () => {
  it("is in the latencies of all operations that were due then, where closed-loop clients see one each", async () => {
    const open = await loadWithStop(60, { kind: "open", rate: RATE, spacing: "even" });
    const closed = await loadWithStop(10, { kind: "closed" });
    process.stdout.write(sideBySide({ "open loop, 1000 o/s": open, "closed loop": closed }));

    // 500 of 60,000 operations waited, evenly from 0 to 500 ms: the slowest 60 of them for 440 ms and more.
    expect(open.operations).toBeGreaterThan(59_000);
    expect(open.latencySummary.p999Seconds).toBeGreaterThan(0.44 * 0.95);
    expect(open.latencySummary.p999Seconds).toBeLessThan(0.44 * 1.05);
    expect(open.latencySummary.maxSeconds).toBeGreaterThan(0.48);
    expect(open.latencySummary.maxSeconds).toBeLessThan(0.52);
    expect(slowOf(open)).toBeGreaterThan(200);
    expect(open.openLoop).toMatchObject({ rate: RATE, spacing: "even", unfinished: 0 });

    expect(slowOf(closed)).toBe(CLIENTS);
    expect(closed.latencySummary.p999Seconds).toBeLessThan(0.1);
    expect(closed.openLoop).toBe(null);
  }, 120_000);
});

function sideBySide(results: Readonly<Record<string, LoadResult>>): string {
  const lines = Object.entries(results).map(([name, result]) => {
    const { p50Seconds, p99Seconds, p999Seconds, maxSeconds } = result.latencySummary;
    const times = [p50Seconds, p99Seconds, p999Seconds ?? Number.NaN, maxSeconds].map((each) =>
      (each * 1e3).toFixed(2),
    );
    return [name.padEnd(20), ...times.map((time) => time.padStart(8)), String(slowOf(result)).padStart(8)].join(" ");
  });
  return [`${" ".repeat(20)}   p50 ms   p99 ms p99.9 ms   max ms > 250 ms`, ...lines, ""].join("\n");
}
