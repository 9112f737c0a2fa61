/**
 * The store in one SQLite file in WAL mode: readers never wait for the writer, and a process that is killed loses
 * at most what it had not yet saved. `docs/schema.md` describes tables and views; both are for users too.
 */
import type { DatabaseSync } from "node:sqlite";
import { LabError } from "../../model/errors.ts";
import type { Measurement } from "../../model/measurement.ts";
import { whyNotWritable } from "../../os/file-facts.ts";
import type { Store, StoredRun } from "../store.ts";
import { insertMeasurement, selectMeasurements } from "./measurement-queries.ts";
import { openToRead, openToWrite } from "./open-database.ts";
import { insertSamples, sampleReader } from "./point-queries.ts";
import { type Migration, readMigrations as readOwnMigrations } from "./read-migrations.ts";
import {
  insertRun,
  replaceVariantFacts,
  selectRun,
  selectRunNumber,
  selectRunSummaries,
  selectVariantFacts,
  updatePlan,
  updateRunState,
} from "./run-queries.ts";
import { isTaken, storeError } from "./store-errors.ts";
import { inTransaction } from "./transaction.ts";

export interface SqliteStoreOptions {
  /** Path of the database file. Its folder must be there; the file is made. */
  readonly file: string;
  /**
   * True for whoever only reads: where this user may not write file and folder, they are then read as they are, in which case
   * every write throws `permission-denied`. Where writing is possible it changes nothing: a store of an older schema is
   * upgraded, and a run that is going on is read beside its writer.
   */
  readonly readOnly?: boolean;
  /** Default: the numbered files beside this one. */
  readonly readMigrations?: () => readonly Migration[];
}

/**
 * Opens the store, making or upgrading it where needed. Throws `permission-denied`, `disk-full`, `file-failed` (no such
 * folder) or `store-failed` with the file as place.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, readMigrations = readOwnMigrations } = options;
  const guard = guardOf(file);
  const readsOnly = options.readOnly === true && whyNotWritable(file) !== null;
  const db = guard(() => (readsOnly ? openToRead : openToWrite)(file, readMigrations()));
  return {
    createRun: async (run) =>
      guard(() => {
        try {
          insertRun(db, run);
        } catch (error) {
          throw isTaken(error) ? takenId(file, run.id) : error;
        }
      }),
    setRunState: async (id, state, spentSeconds) =>
      guard(() => {
        if (!updateRunState(db, id, { state, spentSeconds })) throw runNotFound(db, file, id);
      }),
    replacePlan: async (id, plan) =>
      guard(() => {
        if (!updatePlan(db, id, plan)) throw runNotFound(db, file, id);
      }),
    listRuns: async () => guard(() => selectRunSummaries(db)),
    readRun: async (id) => guard(() => readRun(db, file, id)),
    saveMeasurement: async (runId, measurement) => guard(() => saveDurably(db, file, { runId, measurement })),
    saveVariantFacts: async (runId, facts) =>
      guard(() => inTransaction(db, () => replaceVariantFacts(db, runNumberOf(db, file, runId), facts))),
    close: async () =>
      guard(() => {
        if (db.isOpen) db.close();
      }),
  };
}

/** Runs work on the database; whatever SQLite throws becomes a LabError. */
function guardOf(file: string): <Result>(work: () => Result) => Result {
  return (work) => {
    try {
      return work();
    } catch (error) {
      throw storeError(error, file);
    }
  };
}

/**
 * FULL for this one commit: a measurement cost minutes of machine time, so it must survive a power failure too.
 * Syncing the log also makes every earlier commit durable, the run's own row among them.
 */
function saveDurably(
  db: DatabaseSync,
  file: string,
  item: { readonly runId: string; readonly measurement: Measurement },
): void {
  db.exec("PRAGMA synchronous = FULL");
  try {
    inTransaction(db, () => {
      const measurement = insertMeasurement(db, runNumberOf(db, file, item.runId), item.measurement);
      insertSamples(db, measurement, item.measurement.samples);
    });
  } catch (error) {
    throw isTaken(error) ? takenMeasurement(file, item.measurement.id) : error;
  } finally {
    db.exec("PRAGMA synchronous = NORMAL");
  }
}

/** One read transaction: a run that is being written to is seen as it was at one moment. */
function readRun(db: DatabaseSync, file: string, id: string | null): StoredRun {
  db.exec("BEGIN");
  try {
    const found = selectRun(db, id);
    if (found === null) throw runNotFound(db, file, id);
    return {
      ...found.run,
      measurements: selectMeasurements(db, found.number, sampleReader(db)),
      variantFacts: selectVariantFacts(db, found.number),
    };
  } finally {
    // A corrupt file ends the transaction by itself; a second ROLLBACK would hide the cause.
    if (db.isTransaction) db.exec("ROLLBACK");
  }
}

function runNumberOf(db: DatabaseSync, file: string, id: string): number {
  const found = selectRunNumber(db, id);
  if (found === null) throw runNotFound(db, file, id);
  return found;
}

function runNotFound(db: DatabaseSync, file: string, id: string | null): LabError {
  const ids = selectRunSummaries(db).map((run) => run.id);
  const message = id === null ? `no run in ${file} yet` : `no run ${id} in ${file}`;
  const hint =
    ids.length === 0
      ? "make one: dbdyno run A=BASEDIR B=BASEDIR, or name another lab: --lab DIR"
      : `runs there are, newest first: ${ids.join(", ")}`;
  return new LabError({ code: "run-not-found", message, hint, where: file });
}

function takenId(file: string, id: string): LabError {
  return new LabError({
    code: "store-failed",
    message: `there is a run ${id} in ${file} already`,
    hint: `go on with it: dbdyno run --resume ${id}, or give the experiment another name`,
    where: file,
  });
}

function takenMeasurement(file: string, id: string): LabError {
  return new LabError({
    code: "store-failed",
    message: `measurement ${id} is saved in ${file} already: two processes work on one run`,
    hint: "end one of them; what is saved is whole",
    where: file,
  });
}
