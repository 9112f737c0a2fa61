/** Every workload there is. A new benchmark is one file beside this one and its name in this list. */
import { LabError } from "../model/errors.ts";
import type { Step, Workload, WorkloadEntry } from "../model/workload.ts";
import { oltp } from "./oltp.ts";
import { scriptWorkload } from "./scripts.ts";

export const WORKLOADS: readonly Workload[] = [oltp];

/** The workload called `name`. Throws `spec-invalid` with the names there are. */
export function findWorkload(name: string): Workload {
  const found = WORKLOADS.find((workload) => workload.name === name);
  if (found !== undefined) return found;
  throw unknown("workload", name, WORKLOADS);
}

/** The workload of an entry: a script's own where it has one. */
export function workloadOf(entry: WorkloadEntry): Workload {
  return entry.load === undefined ? findWorkload(entry.workload) : scriptWorkload(entry.load);
}

/** The workload's step called `name`. Throws `spec-invalid` with the names there are. */
export function findStep(workload: Workload, name: string): Step {
  const found = workload.steps.find((step) => step.name === name);
  if (found !== undefined) return found;
  throw unknown(`step of workload ${workload.name}`, name, workload.steps);
}

function unknown(what: string, name: string, among: readonly { readonly name: string }[]): LabError {
  return new LabError({
    code: "spec-invalid",
    message: `there is no ${what} called ${name}`,
    hint: `use one of: ${among.map((one) => one.name).join(", ")}`,
    where: name,
  });
}
