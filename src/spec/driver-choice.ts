/** Which load generator makes a load, and with which of its own options. Pure. */
import type { Plan } from "../model/plan.ts";
import type { DriverName, Method, VariantSpec } from "../model/spec.ts";
import type { WorkloadEntry } from "../model/workload.ts";

export interface DriverChoice {
  readonly name: DriverName;
  /** Words that are passed through to its command line. */
  readonly options: readonly string[];
}

/** A script is run by its own program whatever the method says; options are for the driver that they were given with. */
export function driverChoice(
  variant: Pick<VariantSpec, "driver" | "driverOptions">,
  entry: Pick<WorkloadEntry, "load">,
  method: Pick<Method, "driver" | "driverOptions">,
): DriverChoice {
  const usual = variant.driver ?? method.driver;
  const name = entry.load?.driver ?? usual;
  const own = variant.driverOptions ?? (usual === method.driver ? method.driverOptions : undefined);
  return { name, options: name === usual ? (own ?? []) : [] };
}

/** Every driver that a plan needs, each once. */
export function driversOf({ variants, workloads, method }: Plan): readonly DriverName[] {
  return [
    ...new Set(workloads.flatMap((entry) => variants.map((variant) => driverChoice(variant, entry, method).name))),
  ];
}
