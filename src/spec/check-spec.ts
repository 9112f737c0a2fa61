/** What the schema cannot see: mistakes between two sections of a spec. No facts of the machine are needed here. */
import type { Family } from "../model/build.ts";
import type { SpecProblem } from "../model/spec.ts";
import { driverProblems } from "./check-drivers.ts";
import { factorProblem } from "./check-factor.ts";
import { refusedKeys } from "./check-keys.ts";
import { repeatedElements } from "./check-lists.ts";
import { rateProblems } from "./check-rates.ts";
import { nameHint } from "./closest-name.ts";
import { LIMITS } from "./defaults.ts";
import type { DraftSpec } from "./draft-spec.ts";
import { matrixSize } from "./matrix.ts";
import { problemAt, type SpecPath, type SpecPositions } from "./spec-positions.ts";

export interface CheckedText {
  readonly draft: DraftSpec;
  /** The YAML's value, of any shape. Only a mapping can be checked. */
  readonly raw: unknown;
  /** A variant given twice under one name is counted once: then the count says nothing. */
  readonly hasKeysTwice: boolean;
}

/** Everything wrong between the sections that were understood. */
export function checkSpec({ draft, raw, hasKeysTwice }: CheckedText, positions: SpecPositions): readonly SpecProblem[] {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return [];
  return [
    ...variantSourceProblems(draft, positions),
    ...(hasKeysTwice ? [] : variantCountProblems(draft, positions)),
    ...baselineProblems(draft, positions),
    ...factorProblems(draft, positions),
    ...catalogueEngineProblems(draft, positions),
    ...rateProblems(draft.workloads, positions),
    ...driverProblems(draft, positions),
    ...repeatedElements(raw, positions),
    ...refusedKeys(raw, positions),
  ];
}

function variantSourceProblems(draft: DraftSpec, positions: SpecPositions): readonly SpecProblem[] {
  if (draft.hasVariants && draft.hasMatrix) {
    const message = "both variants and matrix are given";
    return [problemAt(positions, ["matrix"], { message, hint: "keep one: a matrix makes its variants", part: "key" })];
  }
  if (draft.hasVariants || draft.hasMatrix) return [];
  const hint = "for example: variants: { A: { build: mysql@5.6.24 }, B: { build: ~/opt/mysql/8.0.37 } }";
  return [problemAt(positions, ["variants"], { message: '"variants" is missing', hint })];
}

function variantCountProblems(draft: DraftSpec, positions: SpecPositions): readonly SpecProblem[] {
  const section = draft.hasVariants ? "variants" : "matrix";
  const fromMatrix = draft.hasVariants || draft.matrix === null ? null : matrixSize(draft.matrix);
  const count = fromMatrix ?? draft.variantNames.length;
  const isKnown = fromMatrix !== null || draft.hasVariants;
  if (isKnown && count < LIMITS.variants.min) {
    const message = `${count === 1 ? "one variant is" : "no variants are"} nothing to compare`;
    const hint = draft.hasVariants ? "add a second variant" : "give a second build, or a second level of a setting";
    return [problemAt(positions, [section], { message, hint, part: "key" })];
  }
  if (count <= LIMITS.variants.max) return [];
  const message = `${count} variants are more than the ${LIMITS.variants.max} that one run compares`;
  return [problemAt(positions, [section], { message, hint: "drop a setting or some levels", part: "key" })];
}

function baselineProblems(draft: DraftSpec, positions: SpecPositions): readonly SpecProblem[] {
  const { baseline, variantNames } = draft;
  if (baseline === null || variantNames.length === 0 || variantNames.includes(baseline)) return [];
  const message = `"${baseline}" is not one of the variants`;
  return [problemAt(positions, ["baseline"], { message, hint: nameHint(baseline, variantNames, "variants") })];
}

function factorProblems(draft: DraftSpec, positions: SpecPositions): readonly SpecProblem[] {
  const { variants } = draft;
  if (variants === null || variants.length < 2) return [];
  return draft.factor.flatMap((name, i) => {
    const problem = factorProblem(name, variants);
    return problem === null ? [] : [problemAt(positions, ["factor", i], problem)];
  });
}

/** Only where the references tell every family; `resolveSpec` judges the others when their binaries have been asked. */
function catalogueEngineProblems(draft: DraftSpec, positions: SpecPositions): readonly SpecProblem[] {
  const builds = (draft.variants ?? []).map(({ build }) => build);
  const families = builds.flatMap((build) => (build.kind === "catalogue" ? [build.family] : []));
  if (families.length < builds.length) return [];
  const paths = draft.workloads.flatMap((entry, i) => {
    if (entry === null || typeof entry === "string") return [];
    const options = Object.entries(entry).filter(([, value]) => value && "storage-engine" in value);
    return options.map(([workload]): SpecPath => ["workloads", i, workload, "storage-engine"]);
  });
  return storageEngineProblems(paths, families, positions);
}

/** A problem at each of `paths` (where a storage engine is asked for) when one of `families` has none to choose. */
export function storageEngineProblems(
  paths: readonly SpecPath[],
  families: readonly Family[],
  positions: SpecPositions,
): readonly SpecProblem[] {
  if (!families.includes("postgres")) return [];
  const isMixed = families.some((family) => family !== "postgres");
  const message = isMixed
    ? "a storage engine cannot be chosen where MySQL is compared with PostgreSQL"
    : "PostgreSQL has no storage engine to choose";
  return paths.map((path) => problemAt(positions, path, { message, hint: "remove storage-engine", part: "key" }));
}
