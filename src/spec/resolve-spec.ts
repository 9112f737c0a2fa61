import type { Build, Family } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import type { HostFacts } from "../model/host.ts";
import type { Spec, SpecProblem } from "../model/spec.ts";
import type { ScriptFile } from "../model/workload.ts";
import { newestMatch } from "./build-reference.ts";
import { settingKey } from "./check-factor.ts";
import { storageEngineProblems } from "./check-spec.ts";
import { closestName } from "./closest-name.ts";
import { formatCpuList } from "./cpu-list.ts";
import { problemAt, type SpecPath, type SpecPositions } from "./spec-positions.ts";
import { inFileOrder } from "./spec-problems.ts";

export interface SpecFacts {
  /** Versions of the catalogue. */
  readonly knownVersions: Readonly<Record<Family, readonly string[]>>;
  /** By variant's name: the build that was found, or why none was. A variant left out was not looked for. */
  readonly builds: Readonly<Record<string, Build | LabError>>;
  /** By the name that the spec has for it: the script's file, or why it cannot be read. */
  readonly scripts?: Readonly<Record<string, ScriptFile | LabError>>;
  readonly host: HostFacts;
  /** By family: settings that dbdyno chooses itself, as servers spell them (lower case, `_`), and why. */
  readonly reservedSettings: Readonly<Record<Family, Readonly<Record<string, string>>>>;
}

export interface ResolvedSpec {
  /** What the spec got wrong, with its places: the command ends with exit code 2. */
  readonly problems: readonly SpecProblem[];
  /** Why right references could not be had (a fetch failed, a file is corrupt): the caller throws the first. */
  readonly failures: readonly LabError[];
}

/** The checks of a spec that need facts: do the builds exist, do they fit the workloads, has the machine these CPUs? */
export function resolveSpec(request: {
  readonly spec: Spec;
  readonly positions: SpecPositions;
  readonly facts: SpecFacts;
}): ResolvedSpec {
  const { spec, positions, facts } = request;
  const problems = [
    ...spec.variants.flatMap((variant) => buildProblems(variant, facts, positions)),
    ...cpuProblems(spec, facts.host, positions),
    ...foundEngineProblems(spec, facts, positions),
    ...reservedProblems(spec, facts, positions),
    ...scriptProblems(spec, facts, positions),
  ];
  const failures = spec.variants.flatMap(({ name }) => {
    const found = foundBuild(name, facts);
    return found instanceof LabError && !isSpecsFault(found) ? [found] : [];
  });
  return { problems: inFileOrder(problems), failures };
}

function isSpecsFault(error: LabError): boolean {
  return error.code === "build-unknown" || error.code === "basedir-invalid";
}

function buildProblems(
  { name, build }: Spec["variants"][number],
  facts: SpecFacts,
  positions: SpecPositions,
): readonly SpecProblem[] {
  const { knownVersions } = facts;
  const path = positions.buildPath(name);
  if (build.kind === "catalogue" && newestMatch(build.version, knownVersions[build.family]) === null) {
    return [problemAt(positions, path, unknownVersion(build.family, build.version, knownVersions[build.family]))];
  }
  const found = foundBuild(name, facts);
  if (!(found instanceof LabError) || !isSpecsFault(found)) return [];
  return [problemAt(positions, path, { message: oneLine(found.message), hint: oneLine(found.hint) })];
}

function unknownVersion(family: Family, version: string, known: readonly string[]) {
  const major = version.split(".")[0] ?? version;
  const near = newestMatch(major, known) ?? closestName(version, known);
  const suggestion = near === null ? "" : `did you mean ${family}@${near}? `;
  const hint = `${suggestion}dbdyno builds list shows the versions; a folder takes any: build: ~/opt/${family}/${version}`;
  return { message: `${family} ${version} is not in the catalogue`, hint };
}

function cpuProblems({ cpus }: Spec, host: HostFacts, positions: SpecPositions): readonly SpecProblem[] {
  const sides = cpus === null ? [] : (["server", "client"] as const);
  return sides.flatMap((side) => {
    const missing = (cpus?.[side] ?? []).filter((cpu) => !host.cpus.includes(cpu));
    if (missing.length === 0) return [];
    const message = `this machine has no CPU ${formatCpuList(missing)} for us`;
    return [problemAt(positions, ["cpus", side], { message, hint: `CPUs here: ${formatCpuList(host.cpus)}` })];
  });
}

/** Families of installed servers are known only now; where the catalogue named them all, `checkSpec` has judged. */
function foundEngineProblems(spec: Spec, facts: SpecFacts, positions: SpecPositions): readonly SpecProblem[] {
  if (spec.variants.every(({ build }) => build.kind === "catalogue")) return [];
  const families = spec.variants.flatMap((variant) => familyOf(variant, facts) ?? []);
  const paths = spec.workloads.flatMap((entry, i): readonly SpecPath[] =>
    entry.storageEngine === null ? [] : [["workloads", i, entry.workload, "storage-engine"]],
  );
  return storageEngineProblems(paths, families, positions);
}

/** All of them, of all variants: a server would refuse to start at the first. */
function reservedProblems(spec: Spec, facts: SpecFacts, positions: SpecPositions): readonly SpecProblem[] {
  return spec.variants.flatMap((variant) => {
    const family = familyOf(variant, facts);
    const reserved = new Map(family === null ? [] : Object.entries(facts.reservedSettings[family]));
    return Object.keys(variant.config).flatMap((setting) => {
      const reason = reserved.get(settingKey(setting).replace(/^loose_/, ""));
      if (reason === undefined) return [];
      const problem = {
        message: `${setting} cannot be set: ${reason}`,
        hint: `remove ${setting}`,
        part: "key",
      } as const;
      return [problemAt(positions, positions.settingPath(variant.name, setting), problem)];
    });
  });
}

/** Files of scripts that are not there, or cannot be read. */
function scriptProblems(spec: Spec, { scripts = {} }: SpecFacts, positions: SpecPositions): readonly SpecProblem[] {
  return spec.workloads.flatMap(({ load }, i) =>
    (["script", "prepare"] as const).flatMap((key) => {
      const name = load?.[key]?.name;
      const found = name !== undefined && Object.hasOwn(scripts, name) ? scripts[name] : undefined;
      if (load === undefined || !(found instanceof LabError)) return [];
      // Without a `prepare:` of its own the script prepares itself, and is told once.
      if (key === "prepare" && name === load.script.name) return [];
      const hint = "check the path: it is relative to the spec's folder";
      return [problemAt(positions, ["workloads", i, load.driver, key], { message: oneLine(found.message), hint })];
    }),
  );
}

/** Of the binary where it was found, else of the catalogue's reference; null where nobody knows. */
function familyOf({ name, build }: Spec["variants"][number], facts: SpecFacts): Family | null {
  const found = foundBuild(name, facts);
  if (found !== undefined && !(found instanceof LabError)) return found.family;
  return build.kind === "catalogue" ? build.family : null;
}

/** A variant may be called `constructor`. */
function foundBuild(variant: string, { builds }: SpecFacts): Build | LabError | undefined {
  return Object.hasOwn(builds, variant) ? builds[variant] : undefined;
}

/** What a program said may be of several lines; a problem has one. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ");
}
