/** A checked spec with its gaps filled: after this, every value is there and in SI units. */
import type { Method, Spec, VariantSpec } from "../model/spec.ts";
import type { Workload, WorkloadEntry } from "../model/workload.ts";
import { WORKLOADS } from "../workloads/workloads.ts";
import { DEFAULTS } from "./defaults.ts";
import { printable } from "./printable.ts";
import type { MethodInput, SpecInput, WorkloadInput, WorkloadOptions } from "./schema.ts";
import { isScript, isScriptDriver, scriptEntry, usualDriver } from "./script-entry.ts";

/** `file` gives its name to an experiment that has none. */
export function fillDefaults(input: SpecInput, variants: readonly VariantSpec[], file: string): Spec {
  const workloads = fillWorkloads(input.workloads);
  return {
    experiment: input.experiment ?? nameOfFile(file),
    variants,
    baseline: input.baseline,
    factor: input.factor ?? DEFAULTS.factor,
    workloads,
    clients: (input.clients ?? DEFAULTS.clients).toSorted((a, b) => a - b),
    cpus: input.cpus ?? DEFAULTS.cpus,
    listen: input.listen ?? DEFAULTS.listen,
    method: fillMethod({ driver: usualDriver(input.workloads), ...input.method }),
    probes: { os: input.probes?.os ?? DEFAULTS.probes.os, status: input.probes?.status ?? DEFAULTS.probes.status },
  };
}

/**
 * A `measure:` of the user's holds for writes too, unless they have their own: whoever asks for short measurements
 * means it. One end of `rounds:` alone moves the other's default out of its way.
 */
export function fillMethod(input: MethodInput): Method {
  const defaults = DEFAULTS.method;
  const { min, max } = input.rounds ?? {};
  return {
    margin: input.margin ?? defaults.margin,
    alpha: input.alpha ?? defaults.alpha,
    measure: input.measure ?? defaults.measure,
    measureWrites: input["measure-writes"] ?? input.measure ?? defaults.measureWrites,
    settle: input.settle ?? defaults.settle,
    rounds: {
      min: min ?? Math.min(defaults.rounds.min, max ?? defaults.rounds.min),
      max: max ?? Math.max(defaults.rounds.max, min ?? defaults.rounds.max),
    },
    budget: input.budget ?? defaults.budget,
    driver: input.driver ?? defaults.driver,
    ...(input["driver-options"] && { driverOptions: input["driver-options"] }),
    warmUp: input["warm-up"] ?? defaults.warmUp,
  };
}

function fillWorkloads(inputs: readonly WorkloadInput[]): readonly WorkloadEntry[] {
  const uses = new Map<string, number>();
  return inputs.map((input) => {
    const [workload = "", options = null] = typeof input === "string" ? [input] : (Object.entries(input)[0] ?? []);
    const use = (uses.get(workload) ?? 0) + 1;
    uses.set(workload, use);
    return filledEntry(use === 1 ? workload : `${workload}-${use}`, workload, options ?? {});
  });
}

function filledEntry(name: string, workload: string, options: object): WorkloadEntry {
  if (isScriptDriver(workload) && isScript(options)) return scriptEntry(name, workload, options);
  return workloadEntry(name, workloadNamed(workload), options);
}

/** One entry of a spec, with the workload's own defaults where `options` say nothing. */
export function workloadEntry(name: string, workload: Workload, options: NonNullable<WorkloadOptions>): WorkloadEntry {
  return {
    name,
    workload: workload.name,
    steps: options.steps ?? workload.defaults.steps,
    tables: options.tables ?? workload.defaults.tables,
    rows: options.rows ?? workload.defaults.rows,
    storageEngine: options["storage-engine"]?.toLowerCase() ?? DEFAULTS.workload.storageEngine,
    prepared: options.prepared ?? DEFAULTS.workload.prepared,
    keys: options.keys ?? DEFAULTS.workload.keys,
    ...openLoopOf(options),
  };
}

function openLoopOf({ rates, spacing }: NonNullable<WorkloadOptions>): Pick<WorkloadEntry, "openLoop"> {
  if (rates === undefined) return {};
  return { openLoop: { rates: rates.map(({ rate }) => rate), spacing: spacing ?? DEFAULTS.workload.spacing } };
}

/** The schema lets no other names through: anything else here is our own mistake. */
export function workloadNamed(name: string): Workload {
  const workload = Object.values(WORKLOADS).find((candidate) => candidate.name === name);
  if (workload === undefined) throw new Error(`no workload ${name}`);
  return workload;
}

function nameOfFile(file: string): string {
  return printable(file.split("/").at(-1) ?? file).replace(/\.ya?ml$/, "") || "experiment";
}
