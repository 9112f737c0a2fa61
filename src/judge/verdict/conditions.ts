/**
 * Whether a contrast may carry a verdict at all, and what disturbed it. Judged on every measurement at hand, also those
 * of rounds that do not count: what failed there failed too. A load without a single successful operation is no
 * measurement: the driver ends it with an error, and nothing is saved.
 */
import type { Measurement } from "../../model/measurement.ts";
import { median } from "../stats/median.ts";
import { clientConditions } from "./client-conditions.ts";
import type { Condition, Side } from "./condition.ts";
import { disturbedMachine } from "./disturbance.ts";
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
