/**
 * Whether a contrast may carry a verdict at all, and what disturbed it. Judged on every measurement at hand, also those
 * of rounds that do not count: what failed there failed too. A load without a single successful operation is no
 * measurement: the driver ends it with an error, and nothing is saved.
 */
import type { Measurement } from "../../model/measurement.ts";
import { median } from "../stats/median.ts";
import { clientConditions } from "./client-conditions.ts";
import type { Condition, Side } from "./condition.ts";
import { counterRate } from "./counter-rates.ts";
import { summedErrors } from "./figures.ts";
import type { Contrast } from "./observations.ts";
import { openLoopConditions } from "./open-loop-conditions.ts";
import { shareText } from "./percent.ts";

/** Above these a cell carries no verdict. Shares of operations, of rows per operation. */
export const VOID_LIMITS = { errors: 0.01, rowsPerOperation: 0.02 } as const;
/**
 * Seconds that a measurement lasts in the median. Below the first start and end of the load are most of what was timed:
 * no verdict; below the second a warning. A timed measurement is longer than both, one of fixed operations need not be.
 */
export const SHORTEST_MEASUREMENT = { voids: 0.25, warns: 0.5 } as const;
/** Above these a measurement counts as disturbed: a warning. Shares of the machine's CPU time. */
export const DISTURBANCE_LIMITS = { foreignCpu: 0.05, steal: 0.01 } as const;

/** All that is to be said of the two sides; `baselineName` is for the texts. Those that void come first. */
export function conditionsOf(contrast: Contrast, baselineName: string): readonly Condition[] {
  const sides: readonly Side[] = [
    { name: baselineName, measurements: contrast.measurements.baseline },
    { name: contrast.variant, measurements: contrast.measurements.variant },
  ];
  const conditions = [
    ...sides.flatMap(failedOperations),
    ...differentWork(sides),
    ...shortMeasurements(sides),
    ...clientConditions(sides),
    ...openLoopConditions(sides),
    ...disturbedMachine(sides),
  ];
  return conditions.toSorted((a, b) => Number(a.voids === null) - Number(b.voids === null));
}

function sum(measurements: readonly Measurement[], value: (measurement: Measurement) => number): number {
  return measurements.reduce((total, measurement) => total + value(measurement), 0);
}

function failedOperations({ name, measurements }: Side): readonly Condition[] {
  const errors = summedErrors(measurements);
  const failed = Object.values(errors).reduce((total, count) => total + count, 0);
  if (failed === 0) return [];
  const share = failed / (failed + sum(measurements, ({ load }) => load.operations));
  const codes = Object.entries(errors).map(([code, count]) => `${code}: ${count}`);
  const message = `${name}: ${shareText(share)} of operations failed (${codes.join(", ")})`;
  const advice = `look up the codes in this cell's client.log; over ${shareText(VOID_LIMITS.errors)} the cell is not comparable`;
  const voids = share > VOID_LIMITS.errors ? "not comparable" : null;
  return [{ voids, warning: { code: "errors-seen", message, advice } }];
}

/** Rows that come back are a witness of the work: the same statements on the same data give the same number. */
function differentWork(sides: readonly Side[]): readonly Condition[] {
  const rows = sides.map(({ name, measurements }) => ({ name, perOperation: rowsPerOperation(measurements) }));
  const known = rows.flatMap(({ name, perOperation }) => (perOperation === null ? [] : [{ name, perOperation }]));
  const numbers = known.map(({ perOperation }) => perOperation);
  const low = Math.min(...numbers);
  if (known.length < 2 || Math.max(...numbers) - low <= VOID_LIMITS.rowsPerOperation * low) return [];
  const shown = known.map(({ name, perOperation }) => `${name} ${perOperation.toPrecision(4)}`);
  const message = `rows per operation differ: ${shown.join(", ")}`;
  const advice = "check that both variants hold the same rows and that the statements mean the same to both servers";
  return [{ voids: "not comparable", warning: { code: "work-differs", message, advice } }];
}

/** Null where nothing ended, and where the driver does not tell rows. */
function rowsPerOperation(measurements: readonly Measurement[]): number | null {
  const operations = sum(measurements, ({ load }) => load.operations);
  if (operations === 0 || measurements.some(({ load }) => load.rows === null)) return null;
  return sum(measurements, ({ load }) => load.rows ?? 0) / operations;
}

function shortMeasurements(sides: readonly Side[]): readonly Condition[] {
  const lengths = sides.flatMap(({ name, measurements }) => {
    const seconds = median(measurements.map(({ load }) => load.seconds));
    return seconds !== null && seconds < SHORTEST_MEASUREMENT.warns ? [{ name, seconds }] : [];
  });
  if (lengths.length === 0) return [];
  const texts = lengths.map(({ name, seconds }) => `${name} ${Number((1000 * seconds).toPrecision(2))} ms`);
  const isVoid = lengths.some(({ seconds }) => seconds < SHORTEST_MEASUREMENT.voids);
  const limit = `under ${1000 * SHORTEST_MEASUREMENT.voids} ms there is no verdict`;
  const message = `measurements are so short that start and end of the load are in them: ${texts.join(", ")} in the median; ${limit}`;
  const advice = "ask for more rows: in the spec, and so for more operations a measurement, or for fewer clients";
  return [{ voids: isVoid ? "not comparable" : null, warning: { code: "few-operations", message, advice } }];
}

/** Counted by measurement, and named by the worst: a mean would hide one burst. */
function disturbedMachine(sides: readonly Side[]): readonly Condition[] {
  const measurements = sides.flatMap((side) => side.measurements);
  const foreign = disturbed(measurements, foreignCpuShare, DISTURBANCE_LIMITS.foreignCpu);
  const stolen = disturbed(measurements, stealShare, DISTURBANCE_LIMITS.steal);
  return [
    ...foreign.map((text) => ({
      code: "foreign-cpu" as const,
      message: `other processes of this machine took CPU: ${text}`,
      advice: "stop them, or measure when the machine is idle; the interval holds the noise, not a bias",
    })),
    ...stolen.map((text) => ({
      code: "steal" as const,
      message: `the hypervisor gave CPU to other guests: ${text}`,
      advice: "measure on a host of your own or at a quieter hour; the interval holds the noise, not a bias",
    })),
  ].map((warning) => ({ voids: null, warning }));
}

function disturbed(
  measurements: readonly Measurement[],
  share: (measurement: Measurement) => number | null,
  limit: number,
): readonly string[] {
  const over = measurements.flatMap((measurement) => share(measurement) ?? []).filter((value) => value > limit);
  if (over.length === 0) return [];
  const worst = shareText(Math.max(...over));
  return [`over ${shareText(limit)} in ${over.length} of ${measurements.length} measurements, at most ${worst}`];
}

/** Busy CPU that is neither the server's nor the lab's, over all CPU time of the machine. Null where a counter lacks. */
export function foreignCpuShare(measurement: Measurement): number | null {
  const busy = counterRate(measurement, "host_cpu_seconds");
  const server = counterRate(measurement, "server_cpu_seconds");
  const lab = counterRate(measurement, "lab_cpu_seconds");
  const capacity = hostCapacity(measurement);
  if (busy === null || server === null || lab === null || capacity === null) return null;
  // The kernel counts the machine in ticks and the server in nanoseconds: a little below zero is rounding.
  return Math.max(0, busy - server - lab) / capacity;
}

/** Stolen CPU time over all CPU time of the machine. Null where a counter lacks. */
export function stealShare(measurement: Measurement): number | null {
  const stolen = counterRate(measurement, "steal_seconds");
  const capacity = hostCapacity(measurement);
  return stolen === null || capacity === null ? null : stolen / capacity;
}

/** CPU seconds a second that the machine had: busy, idle and stolen. About its number of CPUs. */
function hostCapacity(measurement: Measurement): number | null {
  const busy = counterRate(measurement, "host_cpu_seconds");
  const idle = counterRate(measurement, "host_idle_seconds");
  const stolen = counterRate(measurement, "steal_seconds") ?? 0;
  return busy === null || idle === null || busy + idle + stolen === 0 ? null : busy + idle + stolen;
}
