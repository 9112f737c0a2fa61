/** The load clients of a run: one session for each driver that its variants ask for. */

import { LabError } from "../../model/errors.ts";
import type { Plan } from "../../model/plan.ts";
import type { DriverName } from "../../model/spec.ts";
import type { WorkloadEntry } from "../../model/workload.ts";
import { driverChoice, driversOf } from "../../spec/driver-choice.ts";
import type { Driver, DriverSession } from "../drivers/driver.ts";
import { runAll } from "./clean-up.ts";
import type { LabDeps } from "./lab-deps.ts";

export interface LoadClients {
  /** What makes the load of this entry on this variant. */
  of(variant: string, entry: WorkloadEntry): LoadClient;
  /** Of all client processes that there are now. */
  pids(): readonly number[];
  close(): Promise<void>;
}

export interface LoadClient {
  readonly session: DriverSession;
  /** Words that are passed through to the driver's command line. */
  readonly options: readonly string[];
}

function clientOf(
  plan: Plan,
  { variant, entry }: { readonly variant: string; readonly entry: WorkloadEntry },
  sessions: ReadonlyMap<DriverName, DriverSession>,
): LoadClient {
  const own = plan.variants.find(({ name }) => name === variant) ?? {};
  const { name, options } = driverChoice(own, entry, plan.method);
  return { session: sessions.get(name) ?? missing(name), options };
}

/** Opens each driver once. Those that are open are closed again when one of them cannot be opened. */
export async function openLoadClients(plan: Plan, run: string, deps: LabDeps): Promise<LoadClients> {
  await deps.os.files.makeDirectory(deps.paths.runFolder(run));
  const sessions = new Map<DriverName, DriverSession>();
  const close = (): Promise<void> => runAll([...sessions.values()].map((session) => () => session.close()));
  try {
    for (const name of driversOf(plan)) {
      const logFile = deps.paths.driverLog(run, name);
      sessions.set(name, await driverNamed(name, deps).open({ cpus: plan.cpus?.client ?? null, logFile }));
    }
  } catch (error) {
    await close().catch((fault: unknown) => deps.progress({ kind: "clean-up-failed", fault }));
    throw error;
  }
  return {
    of: (variant, entry) => clientOf(plan, { variant, entry }, sessions),
    pids: () => [...sessions.values()].flatMap((session) => session.pids()),
    close,
  };
}

export function driverNamed(name: DriverName, deps: LabDeps): Driver {
  return deps.drivers.find((driver) => driver.name === name) ?? missing(name);
}

function missing(name: DriverName): never {
  throw new LabError({
    code: "bug",
    message: `no ${name} driver was opened`,
    hint: "please report this with the spec",
  });
}
