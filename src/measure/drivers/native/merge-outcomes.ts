/** The outcomes of several load loops as that of one load. Pure. */
import { addLatencies, createLatencies, type Latencies } from "./latency-buckets.ts";
import type { LoadOutcome, OpenLoopOutcome, StatementOutcome } from "./messages.ts";
import type { TallySecond } from "./tally.ts";

/** One or more, of loops that began together: their stretches differ by milliseconds. The load lasts as long as the longest. */
export function mergeOutcomes(outcomes: readonly LoadOutcome[]): LoadOutcome {
  const [only, ...others] = outcomes;
  if (only === undefined) throw new RangeError("no outcomes");
  if (others.length === 0) return only;
  const sum = (of: (outcome: LoadOutcome) => number): number => outcomes.reduce((total, each) => total + of(each), 0);
  const waits = outcomes.map(({ runQueueShare }) => runQueueShare);
  return {
    startedAt: Math.min(...outcomes.map(({ startedAt }) => startedAt)),
    seconds: Math.max(...outcomes.map(({ seconds }) => seconds)),
    operations: sum(({ operations }) => operations),
    statements: sum(({ statements }) => statements),
    rows: sum(({ rows }) => rows ?? 0),
    errors: mergeErrors(outcomes),
    reconnects: sum(({ reconnects }) => reconnects),
    clientCpuSeconds: sum(({ clientCpuSeconds }) => clientCpuSeconds),
    loopCpuShare: Math.max(...outcomes.map(({ loopCpuShare }) => loopCpuShare)),
    runQueueShare: waits.includes(null) ? null : Math.max(...waits.map((wait) => wait ?? 0)),
    bytesSent: sum(({ bytesSent }) => bytesSent ?? 0),
    bytesReceived: sum(({ bytesReceived }) => bytesReceived ?? 0),
    perSecond: mergeSeconds(outcomes.map(({ perSecond }) => perSecond)),
    latencies: mergeLatencies(outcomes.map(({ latencies }) => latencies)),
    statementOutcomes: only.statementOutcomes.map((_, index) => mergeStatement(outcomes, index)),
    openLoop: mergeOpenLoops(outcomes.flatMap(({ openLoop }) => openLoop ?? [])),
  };
}

function mergeErrors(outcomes: readonly LoadOutcome[]): Readonly<Record<string, number>> {
  const errors = new Map<string, number>();
  for (const outcome of outcomes) {
    for (const [code, count] of Object.entries(outcome.errors)) errors.set(code, (errors.get(code) ?? 0) + count);
  }
  return Object.fromEntries(errors);
}

/** The first seconds of all, the second ones, and so on. A loop that ended early has fewer. */
function mergeSeconds(loops: readonly (readonly TallySecond[])[]): readonly TallySecond[] {
  const length = Math.max(...loops.map((seconds) => seconds.length));
  return Array.from({ length }, (_, index) => {
    const same = loops.flatMap((seconds) => seconds[index] ?? []);
    return {
      at: Math.min(...same.map(({ at }) => at)),
      seconds: Math.max(...same.map(({ seconds }) => seconds)),
      errors: same.reduce((total, { errors }) => total + errors, 0),
      latencies: mergeLatencies(same.map(({ latencies }) => latencies)),
    };
  });
}

function mergeStatement(outcomes: readonly LoadOutcome[], index: number): StatementOutcome {
  const same = outcomes.flatMap(({ statementOutcomes }) => statementOutcomes[index] ?? []);
  return {
    statement: same[0]?.statement ?? "",
    rows: same.reduce((total, { rows }) => total + rows, 0),
    latencies: mergeLatencies(same.map(({ latencies }) => latencies)),
  };
}

function mergeOpenLoops(loops: readonly OpenLoopOutcome[]): OpenLoopOutcome | null {
  if (loops.length === 0) return null;
  return {
    lateness: mergeLatencies(loops.map(({ lateness }) => lateness)),
    unfinished: loops.reduce((total, { unfinished }) => total + unfinished, 0),
  };
}

function mergeLatencies(all: readonly Latencies[]): Latencies {
  const merged = createLatencies();
  for (const latencies of all) addLatencies(merged, latencies);
  return merged;
}
