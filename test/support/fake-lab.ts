/** A lab whose servers and load are scripted, to see what the loop does and in which order. */

import type { Dbms, ServerHandle, StartRequest } from "../../src/measure/dbms/dbms.ts";
import type { Driver, LoadRequest } from "../../src/measure/drivers/driver.ts";
import type { LabDeps } from "../../src/measure/lab/lab-deps.ts";
import { labPaths } from "../../src/measure/lab/lab-paths.ts";
import type { ProgressEvent } from "../../src/measure/lab/progress.ts";
import { LabError } from "../../src/model/errors.ts";
import type { LoadResult, Measurement } from "../../src/model/measurement.ts";
import type { Plan } from "../../src/model/plan.ts";
import type { RunningServer } from "../../src/model/server.ts";
import type { Spacing } from "../../src/model/workload.ts";
import { createFakeOs } from "../../src/os/fake-os.ts";
import type { Store, StoredRun } from "../../src/store/store.ts";

export interface FakeLabOptions {
  readonly plan: Plan;
  /** Operations a second of a variant, whatever the step. */
  readonly throughputOf: (variant: string, measurementNumber: number) => number;
  /** A driver that runs every load in closed loop, whatever was asked for. */
  readonly ignoresSchedules?: boolean;
  /** Called before each load; may throw, abort or let a server die. */
  readonly beforeLoad?: (request: LoadRequest, lab: FakeLab) => void;
}

export interface FakeLab {
  readonly deps: LabDeps;
  readonly run: StoredRun;
  /** What was done, in order: `start A`, `freeze A`, `thaw A`, `load A point-query 8`, `save <id>`, `stop A`. */
  readonly journal: string[];
  readonly events: ProgressEvent[];
  readonly saved: Measurement[];
  readonly states: string[];
  readonly interrupt: AbortController;
  /** Variants whose server has ended by itself. */
  readonly dead: Set<string>;
}

export function createFakeLab(options: FakeLabOptions): FakeLab {
  const os = createFakeOs({ run: () => ({ exitCode: 0 }) });
  const interrupt = new AbortController();
  const lab = { journal: [], events: [], saved: [], states: [], interrupt, dead: new Set<string>() };
  const whole: FakeLab = { ...lab, run: storedRun(options.plan), deps: {} as LabDeps };
  const deps: LabDeps = {
    os,
    dbmses: { mysql: fakeDbms("mysql", whole), postgres: fakeDbms("postgres", whole) },
    connect: async () => ({ query: async () => [], close: async () => undefined }),
    drivers: [fakeDriver(options, whole, os.clock.sleep)],
    probes: [],
    store: fakeStore(whole),
    cgroups: { version: null, freezer: null, cpuacct: null },
    paths: labPaths("/lab"),
    progress: (event) => whole.events.push(event),
    signal: interrupt.signal,
  };
  return Object.assign(whole, { deps });
}

function storedRun(plan: Plan): StoredRun {
  const record = { id: "run", startedAt: "2026-01-01T00:00:00.000Z", plan, specText: "", specFile: null, command: [] };
  return { ...record, state: "running", spentSeconds: 0, measurements: [], variantFacts: [] };
}

function fakeDbms(family: "mysql" | "postgres", lab: FakeLab): Dbms {
  return {
    family,
    onDiskFormat: () => "1",
    initialise: (_build, directory) => lab.deps.os.files.makeDirectory(directory),
    start: async (request) => {
      lab.journal.push(`start ${request.variant}`);
      return fakeHandle(family, request, lab);
    },
    effectiveVariables: async () => ({ setting: "value" }),
    writeDirtyPages: async () => 0,
    analyse: async () => undefined,
    createTable: () => "create table",
    createIndexes: () => [],
    residentBytes: () => 1,
  };
}

function fakeHandle(family: "mysql" | "postgres", request: StartRequest, lab: FakeLab): ServerHandle {
  const { variant, build, dataDirectory, errorLog, cgroup } = request;
  const address = { kind: "socket" as const, path: `/tmp/${variant}` };
  const names = { user: "root", password: null, tls: null, database: "sbtest", commandLine: ["server", variant] };
  const server: RunningServer = { variant, family, build, pid: 1, address, dataDirectory, errorLog, cgroup, ...names };
  const note = (verb: string) => async (): Promise<void> => {
    lab.journal.push(`${verb} ${variant}`);
  };
  let stopped = false;
  const exitCode = (): number | null => (lab.dead.has(variant) ? 1 : stopped ? 0 : null);
  const stop = async (): Promise<void> => {
    stopped = true;
    await note("stop")();
  };
  return { server, stop, freeze: note("freeze"), thaw: note("thaw"), exitCode };
}

function fakeDriver(options: FakeLabOptions, lab: FakeLab, sleep: (seconds: number) => Promise<void>): Driver {
  let number = 0;
  const run = async (request: LoadRequest): Promise<LoadResult> => {
    options.beforeLoad?.(request, lab);
    if (lab.interrupt.signal.aborted) throw new LabError({ code: "interrupted", message: "interrupted", hint: "" });
    const { server, step, clients, seed } = request;
    const schedule = options.ignoresSchedules || request.arrivals?.kind !== "open" ? null : request.arrivals;
    const at = schedule === null ? "" : `@${schedule.rate}`;
    lab.journal.push(`load ${server.variant} ${step.name} ${clients}${at} seed ${seed}`);
    number += 1;
    const fastest = options.throughputOf(server.variant, number);
    const throughput = Math.min(fastest, schedule?.rate ?? fastest);
    const seconds = request.length.kind === "timed" ? request.length.seconds : request.length.operations / throughput;
    await sleep(request.settle + seconds);
    const load = loadResult(seconds, Math.round(seconds * throughput));
    return schedule === null ? load : { ...load, ...kept(schedule, 1 / fastest) };
  };
  const close = async (): Promise<void> => {
    lab.journal.push("close driver");
  };
  return { name: "native", open: async () => ({ pids: () => [2], run, close }) };
}

/** Operations that take `meanSeconds` in the mean, none of them sent late. */
function kept({ rate, spacing }: { rate: number; spacing: Spacing }, meanSeconds: number) {
  const sendLateness = { meanSeconds: 0, p50Seconds: 0, p95Seconds: 0, p99Seconds: 0, p999Seconds: 0, maxSeconds: 0 };
  const openLoop = { rate, spacing, sendLateness, unfinished: 0 };
  return { openLoop, latencySummary: { ...sendLateness, meanSeconds } };
}

function loadResult(seconds: number, operations: number): LoadResult {
  const latencySummary = { meanSeconds: 0, p50Seconds: 0, p95Seconds: 0, p99Seconds: 0, p999Seconds: 0, maxSeconds: 0 };
  const latencies = { perSecond: [], latencySummary, statementLatencies: [], openLoop: null };
  const traffic = { statements: operations, rows: operations, bytesSent: 0, bytesReceived: 0, latency: "" };
  const client = { clientCpuSeconds: 0, loopCpuShare: 0.1, runQueueShare: null, reconnects: 0, errors: {} };
  return { startedAt: 0, seconds, operations, ...traffic, ...client, ...latencies };
}

function fakeStore(lab: FakeLab): Store {
  const unused = (): never => {
    throw new Error("the loop does not call this");
  };
  return {
    createRun: unused,
    listRuns: unused,
    readRun: unused,
    replacePlan: unused,
    close: async () => undefined,
    setRunState: async (_id, state) => {
      lab.states.push(state);
    },
    saveMeasurement: async (_id, measurement) => {
      lab.journal.push(`save ${measurement.id}`);
      lab.saved.push(measurement);
    },
    saveVariantFacts: async (_id, facts) => {
      lab.journal.push(`facts ${facts.variant}`);
    },
  };
}
