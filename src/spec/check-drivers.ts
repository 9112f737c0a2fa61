/** Scripts and options of load generators in a spec: what is wrong with them is told before anything is fetched. */
import type { SpecProblem } from "../model/spec.ts";
import type { DraftSpec } from "./draft-spec.ts";
import { type OptionsOf, optionProblems } from "./driver-options.ts";
import type { WorkloadInput } from "./schema.ts";
import { isScript, isScriptDriver, scriptDriverOf, scriptNameProblem, usualDriver } from "./script-entry.ts";
import { problemAt, type SpecPath, type SpecPositions } from "./spec-positions.ts";

export function driverProblems(draft: DraftSpec, positions: SpecPositions): readonly SpecProblem[] {
  return [
    ...draft.workloads.flatMap((entry, i) => scriptProblems(entry, ["workloads", i], positions)),
    ...passedThrough(draft, positions),
  ];
}

function scriptProblems(entry: WorkloadInput | null, path: SpecPath, positions: SpecPositions): readonly SpecProblem[] {
  if (entry === null || typeof entry === "string") return [];
  const [driver = "", options] = Object.entries(entry)[0] ?? [];
  if (!isScriptDriver(driver) || !isScript(options)) return [];
  const named = (["script", "prepare"] as const).flatMap((key) => {
    const name = options[key];
    const problem = typeof name === "string" ? scriptNameProblem(driver, name, key) : null;
    return problem === null ? [] : [problemAt(positions, [...path, driver, key], problem)];
  });
  const words = optionProblems(driver, options.options ?? [], "script");
  return [
    ...named,
    ...words.map(({ index, ...told }) => problemAt(positions, [...path, driver, "options", index], told)),
  ];
}

function passedThrough(draft: DraftSpec, positions: SpecPositions): readonly SpecProblem[] {
  const use: OptionsOf = draft.workloads.every((entry) => scriptDriverOf(entry) !== null) ? "script" : "statements";
  const { driver: usual = usualDriver(draft.workloads), "driver-options": shared = [] } = draft.method ?? {};
  const ofMethod = optionProblems(usual, shared, use).map(({ index, ...told }) =>
    problemAt(positions, ["method", "driver-options", index], told),
  );
  const ofVariants = (draft.variants ?? []).flatMap(({ name, driver = usual, driverOptions = [] }) =>
    optionProblems(driver, driverOptions, use).map(({ index, ...told }) =>
      problemAt(positions, ["variants", name, "driver-options", index], told),
    ),
  );
  return [...ofMethod, ...ofVariants];
}
