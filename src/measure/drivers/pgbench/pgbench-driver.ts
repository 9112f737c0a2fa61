/**
 * pgbench as a load generator, with scripts made of the workload's own statements, or a user's. One process a measurement. It tells
 * throughput by the second; latencies come from a log of every tenth transaction; rows, bytes and codes of errors it
 * does not tell. Only timed loads: it counts transactions by client, and not in all.
 */
import { dirname, join } from "node:path";
import { LabError } from "../../../model/errors.ts";
import type { LatencySummary, LoadResult } from "../../../model/measurement.ts";
import type { Os } from "../../../os/os.ts";
import { type PgbenchProgress, parsePgbenchLog, parsePgbenchProgress } from "../../../read/results/pgbench.ts";
import type { Driver, LoadRequest } from "../driver.ts";
import { encodeHdr, quantilesOf } from "../latency-histogram.ts";
import { partsWithin, secondsOf } from "../program/interval-parts.ts";
import type { ProgramOutcome } from "../program/load-program.ts";
import type { LoadTool } from "../program/load-tool.ts";
import { prepareData } from "../program/prepare-data.ts";
import { ProgramSession } from "../program/program-session.ts";
import { tailSeconds } from "../program/tail.ts";
import { pgbenchArguments, prepareArguments, scriptArguments } from "./pgbench-arguments.ts";
import { pgbenchScripts, statementsPerTransaction } from "./pgbench-script.ts";
import { BUILTIN_STATEMENTS, countStatements } from "./script-statements.ts";

/** The first word about the load is that its first second is over, or the second in which the last client connected. */
const FIRST_SECONDS = 1;
/** pgbench's time runs while it connects. A new PostgreSQL process takes some 3 ms, more where all are at work. */
const CONNECTS_A_SECOND = 150;

export function createPgbenchDriver(os: Os, tool: LoadTool): Driver {
  return {
    name: "pgbench",
    open: async (options) => new PgbenchSession(os, tool, options),
    prepare: (request) => prepareData(request, { os, tool, name: "pgbench", arguments: prepareArguments(request) }),
  };
}

class PgbenchSession extends ProgramSession {
  override async run(request: LoadRequest): Promise<LoadResult> {
    const stretch = stretchOf(request);
    // A folder of the run's own: pgbench names its logs itself.
    const folder = join(dirname(this.options.logFile), `pgbench-${process.pid}`);
    await this.os.files.makeDirectory(folder);
    try {
      const outcome = await this.measure(request, {
        name: "pgbench",
        arguments: [
          ...pgbenchArguments(
            request,
            stretch.to + tailSeconds(request.clients) + connectSeconds(request),
            join(folder, LOG_PREFIX),
          ),
          ...(await this.scripts(request, folder)),
          request.server.database,
        ],
        logFile: join(folder, "output"),
        startMark: /^progress: /m,
        from: stretch.from - FIRST_SECONDS,
        to: stretch.to - FIRST_SECONDS,
        isStalled: () => false,
      });
      const statements = await this.statementsOf(request);
      return toLoadResult(request, stretch, { outcome, statements, latencies: await this.readLatencies(folder) });
    } finally {
      await this.os.files.remove(folder);
    }
  }

  /** Of one transaction. */
  private async statementsOf({ entry, step }: LoadRequest): Promise<number> {
    if (entry.load === undefined) return statementsPerTransaction(step);
    const { name, file } = entry.load.script;
    return file === null ? (BUILTIN_STATEMENTS[name] ?? 0) : countStatements(await this.os.files.read(file.path));
  }

  private async scripts({ entry, step }: LoadRequest, folder: string): Promise<readonly string[]> {
    if (entry.load !== undefined) return scriptArguments(entry.load);
    const files = pgbenchScripts(entry, step).map((text, index) => ({ path: join(folder, `${index + 1}.sql`), text }));
    for (const { path, text } of files) await this.os.files.write(path, text);
    return files.flatMap(({ path }) => ["-f", path]);
  }

  private async readLatencies(folder: string): Promise<readonly number[]> {
    const names = (await this.os.files.list(folder)).filter((name) => name.startsWith(LOG_PREFIX));
    const texts = await Promise.all(names.map((name) => this.os.files.read(join(folder, name))));
    return texts.flatMap(parsePgbenchLog).sort((a, b) => a - b);
  }
}

const LOG_PREFIX = "transactions";

interface Stretch {
  /** Whole seconds from the begin of the load. */
  readonly from: number;
  readonly to: number;
}

function stretchOf({ settle, length, step }: LoadRequest): Stretch {
  if (length.kind === "operations") throw onlyTimed(step.name);
  const from = Math.max(FIRST_SECONDS, Math.ceil(settle));
  return { from, to: from + Math.max(1, Math.round(length.seconds)) };
}

function connectSeconds({ clients }: LoadRequest): number {
  return Math.floor(clients / CONNECTS_A_SECOND);
}

interface Told {
  readonly outcome: ProgramOutcome;
  /** Of one transaction. */
  readonly statements: number;
  /** Microseconds, ascending. */
  readonly latencies: readonly number[];
}

function toLoadResult(request: LoadRequest, { from, to }: Stretch, told: Told): LoadResult {
  const { outcome, statements, latencies } = told;
  const intervals = parsePgbenchProgress(outcome.text);
  // Connecting took so long; then the load began.
  const began = Math.round(intervals[0]?.second ?? FIRST_SECONDS) - FIRST_SECONDS;
  const parts = partsWithin(intervals, began + from, began + to);
  const seconds = secondsOf(parts);
  const total = (rate: (interval: PgbenchProgress) => number): number =>
    Math.round(parts.reduce((sum, part) => sum + rate(part.interval) * part.seconds, 0));
  const operations = total(({ transactions }) => transactions);
  if (seconds < (to - from) / 2 || operations === 0) throw nothingDone(request, began);
  const failed = parts.reduce((sum, { interval }) => sum + interval.failed, 0);
  const { cpuShare, ...shares } = outcome.usage;
  return {
    ...shares,
    clientCpuSeconds: cpuShare * seconds,
    startedAt: outcome.startedAt,
    seconds,
    operations,
    statements: operations * statements,
    rows: null,
    errors: failed === 0 ? {} : { any: failed },
    reconnects: 0,
    bytesSent: null,
    bytesReceived: null,
    perSecond: parts.map((part, index) => ({
      at: outcome.startedAt + secondsOf(parts.slice(0, index)),
      seconds: part.seconds,
      operations: Math.round(part.interval.transactions * part.seconds),
      errors: part.interval.failed,
      latency: null,
      histogram: null,
    })),
    latency: encodeHdr(latencies.map((microseconds) => [microseconds, 1] as const)),
    latencySummary: summaryOf(latencies),
    statementLatencies: [],
    openLoop: null,
  };
}

/** Of the sampled transactions, those of settling and tail too. */
function summaryOf(latencies: readonly number[]): LatencySummary {
  const counts = latencies.map((microseconds) => [microseconds, 1] as const);
  const [p50 = 0, p95 = 0, p99 = 0, p999 = 0] = quantilesOf(counts, latencies.length, [0.5, 0.95, 0.99, 0.999]);
  const sum = latencies.reduce((total, microseconds) => total + microseconds, 0);
  return {
    meanSeconds: latencies.length === 0 ? 0 : sum / latencies.length / 1e6,
    p50Seconds: p50,
    p95Seconds: p95,
    p99Seconds: p99,
    p999Seconds: p999,
    maxSeconds: (latencies.at(-1) ?? 0) / 1e6,
  };
}

function onlyTimed(step: string): LabError {
  return new LabError({
    code: "plan-impossible",
    message: `pgbench cannot run step ${step}: it uses its state up, and pgbench keeps no fixed number of operations`,
    hint: "measure it with the native driver or sysbench",
    where: step,
  });
}

function nothingDone({ step, server, clients }: LoadRequest, connecting: number): LabError {
  const slow = connecting === 0 ? "" : `, after its ${clients} clients took ${connecting} s to connect`;
  return new LabError({
    code: "measurement-failed",
    message: `pgbench counted no operation of step ${step.name} on ${server.variant}${slow}`,
    hint: `measure longer, or see what the server waits for: tail ${server.errorLog}`,
    where: server.errorLog,
  });
}
