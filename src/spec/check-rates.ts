/** Mistakes with the rates of an open loop that lie between the options of one workload entry. */
import type { SpecProblem } from "../model/spec.ts";
import { findStep, findWorkload } from "../workloads/workloads.ts";
import { rateId } from "./rates.ts";
import type { WorkloadInput, WorkloadOptions } from "./schema.ts";
import { isScript } from "./script-entry.ts";
import { problemAt, type SpecPath, type SpecPositions } from "./spec-positions.ts";

/** `workloads` by their places in the list; null where an entry was not understood. */
export function rateProblems(
  workloads: readonly (WorkloadInput | null)[],
  positions: SpecPositions,
): readonly SpecProblem[] {
  return workloads.flatMap((entry, i) => {
    if (entry === null || typeof entry === "string") return [];
    return Object.entries(entry).flatMap(([workload, given]) => {
      // Scripts have no rates, which their schema says; their type is told apart by nothing else.
      const options: object = given ?? {};
      return isScript(options) ? [] : entryProblems({ workload, options, path: ["workloads", i, workload] }, positions);
    });
  });
}

interface Entry {
  readonly workload: string;
  readonly options: NonNullable<WorkloadOptions>;
  readonly path: SpecPath;
}

function entryProblems(entry: Entry, positions: SpecPositions): readonly SpecProblem[] {
  const { rates, spacing } = entry.options;
  if (rates === undefined) return spacing === undefined ? [] : [spacingAlone(entry, positions)];
  return [...fixedOperations(entry, positions), ...equalRates(entry, positions)];
}

function spacingAlone({ path }: Entry, positions: SpecPositions): SpecProblem {
  const message = "spacing is of an open loop, and no rates are asked for";
  return problemAt(positions, [...path, "spacing"], {
    message,
    hint: "add rates: [50%], or remove spacing",
    part: "key",
  });
}

function fixedOperations({ workload, options, path }: Entry, positions: SpecPositions): readonly SpecProblem[] {
  const known = findWorkload(workload);
  const fixed = (options.steps ?? known.defaults.steps).filter((name) => findStep(known, name).state === "used-up");
  if (fixed.length === 0) return [];
  const message = `${fixed.join(", ")} runs a fixed number of operations, for which no rate can be asked`;
  const hint = `put ${fixed.join(", ")} into an entry of its own, without rates`;
  return [problemAt(positions, [...path, "rates"], { message, hint, part: "key" })];
}

/** `1k` and `1000`: one cell under one name. Those written alike are found as in every list. */
function equalRates({ options, path }: Entry, positions: SpecPositions): readonly SpecProblem[] {
  const rates = options.rates ?? [];
  const ids = rates.map(({ rate }) => rateId(rate));
  return rates.flatMap(({ text }, i) => {
    const first = rates[ids.indexOf(ids[i] ?? "")];
    if (first === undefined || first.text === text) return [];
    const problem = { message: `${text} is the same rate as ${first.text}`, hint: "leave one of them out" };
    return [problemAt(positions, [...path, "rates", i], problem)];
  });
}
