/** The load clients of a run: one session for each driver that its variants ask for. */

import { LabError } from "../../model/errors.ts";
import type { Plan } from "../../model/plan.ts";
import type { DriverName } from "../../model/spec.ts";
import type { DriverSession } from "../drivers/driver.ts";
import { runAll } from "./clean-up.ts";
import type { LabDeps } from "./lab-deps.ts";

export interface LoadClients {
  /** What makes the load on this variant. */
  of(variant: string): DriverSession;
  /** Of all client processes that there are now. */
  pids(): readonly number[];
  close(): Promise<void>;
}

/** The driver of each variant: its own, else that of the method. */
export function driverOf(plan: Plan, variant: string): DriverName {
  return plan.variants.find(({ name }) => name === variant)?.driver ?? plan.method.driver;
}

/** Opens each driver once. Those that are open are closed again when one of them cannot be opened. */
export async function openLoadClients(plan: Plan, run: string, deps: LabDeps): Promise<LoadClients> {
  await deps.os.files.makeDirectory(deps.paths.runFolder(run));
  const sessions = new Map<DriverName, DriverSession>();
  const close = (): Promise<void> => runAll([...sessions.values()].map((session) => () => session.close()));
  try {
    for (const name of new Set(plan.variants.map((variant) => driverOf(plan, variant.name)))) {
      const logFile = deps.paths.driverLog(run, name);
      sessions.set(name, await driverNamed(name, deps).open({ cpus: plan.cpus?.client ?? null, logFile }));
    }
  } catch (error) {
    await close().catch((fault: unknown) => deps.progress({ kind: "clean-up-failed", fault }));
    throw error;
  }
  return {
    of: (variant) => sessionNamed(driverOf(plan, variant), sessions),
    pids: () => [...sessions.values()].flatMap((session) => session.pids()),
    close,
  };
}

function driverNamed(name: DriverName, deps: LabDeps) {
  return deps.drivers.find((driver) => driver.name === name) ?? missing(name);
}

function sessionNamed(name: DriverName, sessions: ReadonlyMap<DriverName, DriverSession>): DriverSession {
  return sessions.get(name) ?? missing(name);
}

function missing(name: DriverName): never {
  throw new LabError({
    code: "bug",
    message: `no ${name} driver was opened`,
    hint: "please report this with the spec",
  });
}
