/**
 * sysbench 1.0 as a load generator, with its own scripts and defaults, for numbers that are put beside published ones, and
 * with a user's own script.
 * One process a measurement, one thread a client. It counts by the second and has no warm-up of its own, so the measured
 * stretch is made of whole seconds, the settling before it too; rows, bytes and codes of errors it does not tell.
 */
import { LabError } from "../../../model/errors.ts";
import type { LatencySummary, LoadResult } from "../../../model/measurement.ts";
import type { MonotonicSeconds, Seconds } from "../../../model/units.ts";
import type { Script } from "../../../model/workload.ts";
import type { Os } from "../../../os/os.ts";
import { parseSysbench, type SysbenchInterval, type SysbenchOutput } from "../../../read/results/sysbench.ts";
import type { Driver, LoadRequest } from "../driver.ts";
import { encodeHdr, quantilesOf } from "../latency-histogram.ts";
import { partsWithin, secondsOf } from "../program/interval-parts.ts";
import type { ProgramOutcome } from "../program/load-program.ts";
import type { LoadTool } from "../program/load-tool.ts";
import { prepareData } from "../program/prepare-data.ts";
import { ProgramSession } from "../program/program-session.ts";
import { tailSeconds } from "../program/tail.ts";
import { luaPath, prepareArguments, sysbenchArguments } from "./sysbench-arguments.ts";

/** As long as the native driver waits. */
const STALL_SECONDS = 120;

export function createSysbenchDriver(os: Os, tool: LoadTool): Driver {
  return {
    name: "sysbench",
    open: async (options) => new SysbenchSession(os, tool, options),
    prepare: (request) =>
      prepareData(request, {
        os,
        tool,
        name: "sysbench",
        arguments: prepareArguments(request),
        env: envOf(request.load.prepare, tool),
      }),
  };
}

function envOf(script: Script | null | undefined, tool: LoadTool): Readonly<Record<string, string>> {
  return script ? luaPath(script, tool.env.LUA_PATH) : {};
}

class SysbenchSession extends ProgramSession {
  override async run(request: LoadRequest): Promise<LoadResult> {
    const stretch = stretchOf(request);
    const seconds = stretch.to === null ? null : stretch.to + tailSeconds(request.clients);
    const outcome = await this.measure(request, {
      name: "sysbench",
      arguments: sysbenchArguments(request, seconds),
      env: envOf(request.entry.load?.script, this.tool),
      logFile: `${this.options.logFile}.running`,
      startMark: /Threads started!/,
      ...stretch,
      isStalled: (text) => isStalled(text, request.stallLimit ?? STALL_SECONDS),
    });
    return toLoadResult(request, stretch, outcome);
  }
}

/** No transaction in the last `seconds` intervals. */
function isStalled(text: string, seconds: number): boolean {
  const last = parseSysbench(text).intervals.slice(-Math.ceil(seconds));
  return last.length >= seconds && last.every(({ transactions }) => transactions === 0);
}

interface Stretch {
  /** Whole seconds from the begin of the load. */
  readonly from: number;
  /** Null: until the operations are done. */
  readonly to: number | null;
}

function stretchOf({ settle, length }: LoadRequest): Stretch {
  const from = Math.ceil(settle);
  return { from, to: length.kind === "timed" ? from + Math.max(1, Math.round(length.seconds)) : null };
}

function toLoadResult(request: LoadRequest, stretch: Stretch, outcome: ProgramOutcome): LoadResult {
  const output = parseSysbench(outcome.text);
  const counts =
    stretch.to === null ? wholeRun(output, outcome.seconds) : countsBetween(output, stretch.from, stretch.to);
  if (counts === null || counts.operations === 0) throw nothingDone(request, output);
  const histogram = microseconds(output);
  const { cpuShare, ...shares } = outcome.usage;
  return {
    ...counts,
    ...shares,
    clientCpuSeconds: cpuShare * counts.seconds,
    startedAt: outcome.startedAt,
    rows: null,
    bytesSent: null,
    bytesReceived: null,
    perSecond: placed(counts.perSecond, outcome.startedAt),
    latency: encodeHdr(histogram),
    latencySummary: latencySummary(histogram, output),
    statementLatencies: [],
    openLoop: null,
  };
}

/** One behind the other. */
function placed(seconds: Counts["perSecond"], startedAt: MonotonicSeconds): LoadResult["perSecond"] {
  return seconds.map((second, index) => ({ ...second, at: startedAt + secondsOf(seconds.slice(0, index)) }));
}

interface Counts {
  readonly seconds: Seconds;
  readonly operations: number;
  readonly statements: number;
  readonly errors: LoadResult["errors"];
  readonly reconnects: number;
  readonly perSecond: readonly Omit<LoadResult["perSecond"][number], "at">[];
}

/** By the intervals of the stretch; null where they cover less than half of it. */
function countsBetween({ intervals }: SysbenchOutput, from: number, to: number): Counts | null {
  const parts = partsWithin(intervals, from, to);
  const seconds = secondsOf(parts);
  if (seconds < (to - from) / 2) return null;
  const total = (rate: (interval: SysbenchInterval) => number): number =>
    Math.round(parts.reduce((sum, part) => sum + rate(part.interval) * part.seconds, 0));
  const errors = total((interval) => interval.errors);
  return {
    seconds,
    operations: total((interval) => interval.transactions),
    statements: total((interval) => interval.statements),
    errors: errors === 0 ? {} : { any: errors },
    reconnects: total((interval) => interval.reconnects),
    perSecond: parts.map((part) => ({
      seconds: part.seconds,
      operations: Math.round(part.interval.transactions * part.seconds),
      errors: Math.round(part.interval.errors * part.seconds),
      latency: null,
      histogram: null,
    })),
  };
}

function wholeRun({ totals }: SysbenchOutput, seconds: Seconds): Counts | null {
  if (totals === null) return null;
  const { transactions, statements, errors, reconnects } = totals;
  return {
    seconds,
    operations: transactions,
    statements,
    errors: errors === 0 ? {} : { any: errors },
    reconnects,
    perSecond: [],
  };
}

/** Upper ends of buckets in microseconds, and how many operations are in each. */
type Histogram = readonly (readonly [microseconds: number, count: number])[];

function microseconds({ histogram }: SysbenchOutput): Histogram {
  return histogram.map(({ milliseconds, count }) => [milliseconds * 1000, count] as const);
}

/** Of the whole run, its settling and its tail too: sysbench has one histogram. */
function latencySummary(histogram: Histogram, { totals }: SysbenchOutput): LatencySummary {
  const total = histogram.reduce((sum, [, count]) => sum + count, 0);
  const [p50 = 0, p95 = 0, p99 = 0, p999 = 0] = quantilesOf(histogram, total, [0.5, 0.95, 0.99, 0.999]);
  return {
    meanSeconds: (totals?.meanMilliseconds ?? 0) / 1e3,
    p50Seconds: p50,
    p95Seconds: p95,
    p99Seconds: p99,
    p999Seconds: p999,
    maxSeconds: (totals?.maxMilliseconds ?? 0) / 1e3,
  };
}

function nothingDone({ step, server }: LoadRequest, { fatal }: SysbenchOutput): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `sysbench counted no operation of step ${step.name} on ${server.variant}${fatal[0] === undefined ? "" : `: ${fatal[0]}`}`,
    hint: `measure longer, or see what the server waits for: tail ${server.errorLog}`,
    where: server.errorLog,
  });
}
