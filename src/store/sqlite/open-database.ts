/** How the database file is opened: to write, or only to read where this user may not write. */
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { LabError } from "../../model/errors.ts";
import { sizeIfThere } from "../../os/file-facts.ts";
import { migrate, requireNewestSchema } from "./migrate.ts";
import type { Migration } from "./read-migrations.ts";
import { isBusy } from "./store-errors.ts";

/** Longest wait for another writer. A commit takes milliseconds; only a stopped process holds the lock this long. */
const BUSY_TIMEOUT_MILLISECONDS = 15_000;

/** Of switching a new file to WAL while others do the same. */
const WAL_ATTEMPTS = 100;

/** To read and write; makes or upgrades the file where needed. Throws what SQLite throws, and LabErrors of `migrate`. */
export function openToWrite(file: string, migrations: readonly Migration[]): DatabaseSync {
  return closedOnFault(new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MILLISECONDS }), (db) => {
    useWriteAheadLog(db);
    // In WAL mode NORMAL cannot damage the file; only the newest commits could be lost, at a power failure.
    db.exec("PRAGMA synchronous = NORMAL");
    migrate(db, file, migrations);
  });
}

/**
 * To read only, without a single write. A reader of a file in WAL mode takes part in its shared memory (`-shm`), so SQLite reads
 * such a file where its `-wal` and `-shm` are there (a run is going on, or was killed), and else refuses what it cannot
 * make. Without a log all is in the file itself, and it may be read as `immutable`:
 * https://www.sqlite.org/wal.html#readonly. Throws `store-failed` for a schema that is not the newest: it cannot be upgraded.
 */
export function openToRead(file: string, migrations: readonly Migration[]): DatabaseSync {
  const check = (db: DatabaseSync) => requireNewestSchema(db, file, migrations);
  if (hasLog(file)) {
    if (sizeIfThere(`${file}-shm`) === null) throw logWithoutIndex(file);
    return closedOnFault(new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MILLISECONDS }), check);
  }
  const address = pathToFileURL(file);
  address.searchParams.set("immutable", "1");
  return closedOnFault(new DatabaseSync(address, { readOnly: true }), check);
}

/** An empty log is what a run that has saved nothing leaves. */
function hasLog(file: string): boolean {
  return (sizeIfThere(`${file}-wal`) ?? 0) > 0;
}

function closedOnFault(db: DatabaseSync, prepare: (db: DatabaseSync) => void): DatabaseSync {
  try {
    prepare(db);
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

/** Read as immutable, the newest measurements would be missing without a word. */
function logWithoutIndex(file: string): LabError {
  return new LabError({
    code: "store-failed",
    message: `the store ${file} has a log (${file}-wal) of a run that did not end, and it may only be read here`,
    hint: "copy the lab's folder to where this user may write, and name the copy: --lab DIR",
    where: file,
  });
}
