/**
 * A program for `runOnSmallDisk`: a server whose data directory is on the small disk, and inserts when that is full. It
 * prints a `LoadEnd` for each load that was asked for.
 */
import { join } from "node:path";
import type { LoadRequest } from "../../src/measure/drivers/driver.ts";
import { createNativeDriver } from "../../src/measure/drivers/native/native-driver.ts";
import { LabError } from "../../src/model/errors.ts";
import type { LoadResult } from "../../src/model/measurement.ts";
import { createOs } from "../../src/os/node-os.ts";
import { fillDisk } from "./full-disk.ts";
import { loadRequest, oltpEntry, operations, timed } from "./load-request.ts";
import { type LoadedServerRequest, startLoadedServer } from "./loaded-server.ts";

/**
 * `bounded`: more operations than will ever be. `timed`: a second on the full disk. `freed`: three seconds, and space is
 * freed after one.
 */
export type FullDiskLoad = "bounded" | "timed" | "freed";

export type FullDiskOrder = Pick<LoadedServerRequest, "family" | "version" | "config"> & {
  readonly storageEngine: string | null;
  readonly loads: readonly FullDiskLoad[];
};

/** What came of one load: what it counted, or what it said. */
export interface LoadEnd {
  readonly seconds: number;
  readonly errors: Readonly<Record<string, number>>;
  /** Operations of the last second. */
  readonly lastSecond: number;
  readonly failure: { readonly code: string; readonly message: string; readonly hint: string } | null;
}

/** InnoDB then makes its file longer by megabytes: page by page, as in small tables, 5.6.24 dies of a full disk. */
const ROWS = 20_000;
const FREED_AFTER_MILLISECONDS = 1000;

const os = createOs();
const [mount = "", order = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await fullDiskLoads(JSON.parse(order))));

async function fullDiskLoads({ storageEngine, loads, ...request }: FullDiskOrder): Promise<readonly LoadEnd[]> {
  const entry = { ...oltpEntry(1, ROWS), storageEngine };
  const loaded = await startLoadedServer(os, { ...request, entry, dataRoot: mount });
  const session = await createNativeDriver().open({ cpus: null, logFile: join(loaded.folder, "client.log") });
  try {
    // So that what is written from here on goes to files that are there.
    await loaded.dbms.writeDirtyPages(loaded.connection, 60);
    const free = fillDisk(mount);
    const ends: LoadEnd[] = [];
    for (const load of loads) {
      const changes = loadChanges(load, free);
      ends.push(await ending(session.run(loadRequest({ server: loaded.handle.server, entry }, "insert", changes))));
    }
    return ends;
  } finally {
    await session.close();
    await loaded.stop();
  }
}

function loadChanges(load: FullDiskLoad, free: () => void): Pick<LoadRequest, "length"> & Partial<LoadRequest> {
  switch (load) {
    case "bounded":
      return { length: operations(1_000_000), stallLimit: 2 };
    case "timed":
      return { length: timed(1) };
    case "freed": {
      const onEdge = (edge: string): void => {
        if (edge === "begin") setTimeout(free, FREED_AFTER_MILLISECONDS);
      };
      return { length: timed(3), onEdge };
    }
  }
}

async function ending(run: Promise<LoadResult>): Promise<LoadEnd> {
  const started = os.clock.monotonic();
  const nothing = { errors: {}, lastSecond: 0, failure: null };
  try {
    const { errors, perSecond } = await run;
    const lastSecond = perSecond.at(-1)?.operations ?? 0;
    return { ...nothing, seconds: os.clock.monotonic() - started, errors, lastSecond };
  } catch (error) {
    if (!(error instanceof LabError)) throw error;
    const { code, message, hint } = error;
    return { ...nothing, seconds: os.clock.monotonic() - started, failure: { code, message, hint } };
  }
}
