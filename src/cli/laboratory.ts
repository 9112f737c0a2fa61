/** Where the real parts are put together for a command: the composition root. */
import { openConnection } from "../measure/connect/open-connection.ts";
import { createDbmses } from "../measure/dbms/dbmses.ts";
import { createNativeDriver } from "../measure/drivers/native/native-driver.ts";
import type { LabDeps } from "../measure/lab/lab-deps.ts";
import { labPaths } from "../measure/lab/lab-paths.ts";
import type { Progress } from "../measure/lab/progress.ts";
import { createProbes } from "../measure/probes/probes.ts";
import { LabError } from "../model/errors.ts";
import type { HostFacts } from "../model/host.ts";
import type { Plan } from "../model/plan.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import type { Store } from "../store/store.ts";
import type { Context } from "./context.ts";

/** Opens the lab's store, making the lab when it is not there, and closes it after `body`. */
export async function withStore<T>(context: Context, body: (store: Store) => Promise<T>): Promise<T> {
  await context.os.files.makeDirectory(context.labDirectory);
  return using(await openSqliteStore({ file: storeFile(context) }), body);
}

/** For going on with a run: a lab that is not there is not made. Throws `run-not-found`. */
export async function withExistingStore<T>(context: Context, body: (store: Store) => Promise<T>): Promise<T> {
  await assertLab(context);
  return withStore(context, body);
}

/** For commands that only read: they work on a lab that this user may not write. Throws `run-not-found`. */
export async function withReadableStore<T>(context: Context, body: (store: Store) => Promise<T>): Promise<T> {
  await assertLab(context);
  return using(await openSqliteStore({ file: storeFile(context), readOnly: true }), body);
}

async function using<T>(store: Store, body: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await body(store);
  } finally {
    await store.close();
  }
}

function storeFile(context: Context): string {
  return labPaths(context.labDirectory).store;
}

async function assertLab(context: Context): Promise<void> {
  if (await context.os.files.exists(storeFile(context))) return;
  throw new LabError({
    code: "run-not-found",
    message: `no lab with runs at ${context.labDirectory}`,
    hint: "name the lab with --lab DIR or DBDYNO_LAB, or make the first run: dbdyno run A=DIR B=DIR",
    where: context.labDirectory,
  });
}

export interface LabParts {
  readonly context: Context;
  readonly store: Store;
  readonly plan: Plan;
  readonly host: HostFacts;
  readonly progress: Progress;
}

/** Everything the loop needs. `host` is the machine as it is now: a resumed run may have other rights than it began with. */
export function labDeps(parts: LabParts): LabDeps {
  const { context, store, plan, host, progress } = parts;
  const { os } = context;
  const cgroups = host.cgroup;
  return {
    os,
    dbmses: createDbmses({ os, cgroups, connect: openConnection }),
    connect: openConnection,
    driver: createNativeDriver(),
    probes: createProbes({ os, host, connect: openConnection, every: plan.probes }),
    store,
    cgroups,
    paths: labPaths(context.labDirectory),
    progress,
    signal: context.io.signal,
  };
}
