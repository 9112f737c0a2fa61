/** Where the real parts are put together for a command: the composition root. */
import { cacheDirectory } from "../measure/builds/cache.ts";
import { provideClientTool } from "../measure/builds/client-tools.ts";
import { openConnection } from "../measure/connect/open-connection.ts";
import { createDbmses } from "../measure/dbms/dbmses.ts";
import type { Driver } from "../measure/drivers/driver.ts";
import { createNativeDriver } from "../measure/drivers/native/native-driver.ts";
import { createPgbenchDriver } from "../measure/drivers/pgbench/pgbench-driver.ts";
import { createSysbenchDriver } from "../measure/drivers/sysbench/sysbench-driver.ts";
import type { LabDeps } from "../measure/lab/lab-deps.ts";
import { labPaths } from "../measure/lab/lab-paths.ts";
import type { Progress } from "../measure/lab/progress.ts";
import { createProbes } from "../measure/probes/probes.ts";
import { LabError } from "../model/errors.ts";
import type { HostFacts } from "../model/host.ts";
import type { Plan } from "../model/plan.ts";
import type { DriverName } from "../model/spec.ts";
import { driversOf } from "../spec/driver-choice.ts";
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

/** A tool that this machine does not have is fetched. */
async function createDriver(name: DriverName, context: Context): Promise<Driver> {
  if (name === "native") return createNativeDriver();
  const { os, io } = context;
  const deps = { os, cacheDirectory: cacheDirectory(io.env), signal: io.signal };
  const tool = await provideClientTool(name, deps);
  return name === "sysbench" ? createSysbenchDriver(os, tool) : createPgbenchDriver(os, tool);
}

/** Everything the loop needs. `host` is the machine as it is now: a resumed run may have other rights than it began with. */
export async function labDeps(parts: LabParts): Promise<LabDeps> {
  const { context, store, plan, host, progress } = parts;
  const { os } = context;
  const cgroups = host.cgroup;
  return {
    os,
    dbmses: createDbmses({ os, cgroups, connect: openConnection }),
    connect: openConnection,
    drivers: await Promise.all(driversOf(plan).map((name) => createDriver(name, context))),
    probes: createProbes({ os, host, connect: openConnection, every: plan.probes }),
    store,
    cgroups,
    paths: labPaths(context.labDirectory),
    progress,
    signal: context.io.signal,
  };
}
