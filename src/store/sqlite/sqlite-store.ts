/**
 * The store in one SQLite file in WAL mode: readers never wait for the writer, and a process that is killed loses
 * at most what it had not yet saved. `docs/schema.md` describes tables and views; both are for users too.
 */
import { DatabaseSync } from "node:sqlite";
import { LabError } from "../../model/errors.ts";
import type { Measurement } from "../../model/measurement.ts";
import type { Store, StoredRun } from "../store.ts";
import { insertMeasurement, selectMeasurements } from "./measurement-queries.ts";
import { migrate } from "./migrate.ts";
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
import { isBusy, isTaken, storeError } from "./store-errors.ts";
import { inTransaction } from "./transaction.ts";

export interface SqliteStoreOptions {
  /** Path of the database file. Its folder must be there; the file is made. */
  readonly file: string;
  /** Default: the numbered files beside this one. */
  readonly readMigrations?: () => readonly Migration[];
}

/** Longest wait for another writer. A commit takes milliseconds; only a stopped process holds the lock this long. */
const BUSY_TIMEOUT_MILLISECONDS = 15_000;

/** Of switching a new file to WAL while others do the same. */
const WAL_ATTEMPTS = 100;

/**
 * Opens the store, making or upgrading it where needed. Throws `permission-denied`, `disk-full` or `store-failed`
 * with the file as place.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, readMigrations = readOwnMigrations } = options;
  const guard = guardOf(file);
  const db = guard(() => openDatabase(file, readMigrations()));
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

function openDatabase(file: string, migrations: readonly Migration[]): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MILLISECONDS });
  try {
    useWriteAheadLog(db);
    // In WAL mode NORMAL cannot damage the file; only the newest commits could be lost, at a power failure.
    db.exec("PRAGMA synchronous = NORMAL");
    migrate(db, file, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * The switch to WAL wants the file for itself and does not wait for the busy timeout: of several processes that
 * open a new store at once one wins, and for the others it is done when they look again. Where a file system has no
 * shared memory SQLite keeps its old journal: all stays right, but a reader may then wait for the writer.
 */
function useWriteAheadLog(db: DatabaseSync): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === WAL_ATTEMPTS) throw error;
      // Waits in SQLite for a lock, not in a loop of ours.
      db.exec("SELECT count(*) FROM sqlite_schema");
    }
  }
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
