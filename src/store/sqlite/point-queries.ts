/** Tables metric, sample and point: the store's bulk, 30 values a second of each measurement. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { COUNTERS, type Counter, type CounterValues } from "../../model/counters.ts";
import { LabError } from "../../model/errors.ts";
import type { ProbeSample } from "../../model/measurement.ts";
import { finite, number, text } from "./values.ts";

/**
 * To be called in a transaction. One statement a sample with all its values: a million points cost 0.5 s of CPU so,
 * and 1.4 s with a statement for each.
 */
export function insertSamples(db: DatabaseSync, measurement: number, samples: readonly ProbeSample[]): void {
  const metrics = metricNumbers(db, countersIn(samples));
  const insertSample = db.prepare("INSERT INTO sample (measurement, number, at) VALUES (?, ?, ?)");
  const insertPoints = pointInserter(db);
  for (const [position, sample] of samples.entries()) {
    insertSample.run(measurement, position, finite("time of a sample", sample.at));
    const columns: number[] = [];
    // By metric number, so that rows arrive in the order of the table's key.
    for (const [counter, metric] of metrics) {
      const value = sample.values[counter];
      if (value !== undefined) columns.push(measurement, position, metric, finite(counter, value));
    }
    insertPoints(columns);
  }
}

/** Gives a function that inserts rows laid end to end, four numbers a row. Samples of one probe are of one size. */
function pointInserter(db: DatabaseSync): (columns: readonly number[]) => void {
  const statements = new Map<number, StatementSync>();
  return (columns) => {
    if (columns.length === 0) return;
    const known = statements.get(columns.length);
    const statement = known ?? db.prepare(`INSERT INTO point VALUES ${rowsOfFour(columns.length / 4)}`);
    statements.set(columns.length, statement);
    statement.run(...columns);
  };
}

function rowsOfFour(rows: number): string {
  return Array.from({ length: rows }, () => "(?, ?, ?, ?)").join(", ");
}

function countersIn(samples: readonly ProbeSample[]): readonly Counter[] {
  return [...new Set(samples.flatMap((sample) => Object.keys(sample.values)))].filter(isCounter);
}

/** Numbers of `counters` in the dictionary, which grows by those it lacks. Ascending by number. */
function metricNumbers(db: DatabaseSync, counters: readonly Counter[]): readonly (readonly [Counter, number])[] {
  const add = db.prepare("INSERT INTO metric (name, kind, summary) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING");
  const find = db.prepare("SELECT number FROM metric WHERE name = ?");
  return counters
    .map((counter) => {
      add.run(counter, COUNTERS[counter].kind, COUNTERS[counter].summary);
      return [counter, number(find.get(counter) ?? {}, "number")] as const;
    })
    .sort(([, a], [, b]) => a - b);
}

/** Gives a function that reads the samples of one measurement; the statements and the dictionary are read once. */
export function sampleReader(db: DatabaseSync): (measurement: number) => readonly ProbeSample[] {
  const names = metricNames(db);
  const selectSamples = db.prepare("SELECT at FROM sample WHERE measurement = ? ORDER BY number");
  const selectPoints = db.prepare("SELECT sample, metric, value FROM point WHERE measurement = ?");
  // Arrays instead of objects: a third of the time over a million rows.
  selectPoints.setReturnArrays(true);
  return (measurement) => {
    const values: CounterValues[] = [];
    const samples = selectSamples.all(measurement).map((row) => {
      const own: CounterValues = {};
      values.push(own);
      return { at: number(row, "at"), values: own };
    });
    for (const point of selectPoints.all(measurement)) addPoint(values, names, point);
    return samples;
  };
}

function addPoint(values: readonly CounterValues[], names: ReadonlyMap<unknown, Counter>, point: unknown): void {
  if (!Array.isArray(point)) return;
  const [sample, metric, value] = point;
  const name = names.get(metric);
  const target = values[sample];
  if (name !== undefined && target !== undefined) target[name] = value;
}

function metricNames(db: DatabaseSync): ReadonlyMap<unknown, Counter> {
  const rows = db.prepare("SELECT number, name FROM metric").all();
  return new Map(
    rows.map((row) => {
      const name = text(row, "name");
      if (!isCounter(name)) throw unknownMetric(name);
      return [number(row, "number"), name];
    }),
  );
}

function isCounter(name: string): name is Counter {
  return Object.hasOwn(COUNTERS, name);
}

function unknownMetric(name: string): LabError {
  return new LabError({
    code: "store-failed",
    message: `the store holds a counter ${name} that this dbdyno does not know: a newer one wrote it`,
    hint: "use that newer dbdyno, or another lab: --lab DIR",
    where: `metric ${name}`,
  });
}
