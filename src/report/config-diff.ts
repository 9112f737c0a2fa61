import { BY_CONSTRUCTION } from "./by-construction.ts";
import type { DifferingSetting, PartialSetting, SettingsDiff } from "./document.ts";

/** What one variant's running server told, and what the spec asked of it. */
export interface VariantSettings {
  readonly variant: string;
  /** Digest of the server's binary. */
  readonly build: string;
  /** Null: the server told nothing yet. */
  readonly variables: Readonly<Record<string, string>> | null;
}

const REASONS: ReadonlyMap<string, string> = new Map(
  BY_CONSTRUCTION.flatMap(({ reason, names }) => names.map((name) => [name, reason] as const)),
);

/** What the spec says about differences. */
export interface DeclaredDifferences {
  /** Names of settings as the spec writes them: of its factor and of the variants' config. */
  readonly declared: readonly string[];
  /** `version`, `build` or `as-shipped` where the factor has one; null: the builds are not meant to differ. */
  readonly buildFactor: string | null;
}

/**
 * Effective settings that are not the same in all variants. `declared` are names as the spec writes them, with `-` or
 * `_`, in any case, with or without MySQL's `loose_` before them. Values are compared as text: they come from running
 * servers, which have resolved `128M` and `on` already.
 */
export function diffSettings(
  variants: readonly VariantSettings[],
  { declared, buildFactor }: DeclaredDifferences,
): SettingsDiff {
  const read = variants.filter(isRead);
  const names = [...new Set(read.flatMap(({ variables }) => Object.keys(variables)))].sort();
  const unequal = names.filter((name) => new Set(read.map((variant) => ownValue(name, variant))).size > 1);
  const told = unequal.filter((name) => !REASONS.has(name));
  const declaredNames = new Set(declared.map(canonicalName));
  const settings = told.map((name) => ({ name, values: valuesOf(name, read) }));
  return {
    differing: settings
      .filter(({ values }) => Object.keys(values).length === read.length)
      .map((setting) => {
        const isDeclared = declaredNames.has(canonicalName(setting.name));
        const follows = !isDeclared && buildFactor !== null && isOfBuild(setting.name, read);
        return { ...setting, declared: isDeclared, followsFrom: follows ? buildFactor : null };
      })
      .sort(declaredFirst),
    partial: settings.filter(({ values }) => Object.keys(values).length < read.length),
    ignored: unequal.flatMap((name) => {
      const reason = REASONS.get(name);
      return reason === undefined ? [] : [{ name, reason }];
    }),
    unread: variants.filter((variant) => !isRead(variant)).map(({ variant }) => variant),
  };
}

interface ReadSettings {
  readonly variant: string;
  readonly build: string;
  readonly variables: Readonly<Record<string, string>>;
}

function isRead(settings: VariantSettings): settings is ReadSettings {
  return settings.variables !== null;
}

function valuesOf(name: string, variants: readonly ReadSettings[]): PartialSetting["values"] {
  return Object.fromEntries(
    variants.flatMap((settings) => {
      const value = ownValue(name, settings);
      return value === undefined ? [] : [[settings.variant, value] as const];
    }),
  );
}

function ownValue(name: string, { variables }: ReadSettings): string | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}

/** A default that changed: the value is the same in all variants of one build, so no setting of a spec moved it. */
function isOfBuild(name: string, variants: readonly ReadSettings[]): boolean {
  const builds = Map.groupBy(variants, ({ build }) => build);
  return [...builds.values()].every((group) => new Set(group.map((variant) => ownValue(name, variant))).size === 1);
}

/** Stable: names stay ascending within each half. */
function declaredFirst(a: DifferingSetting, b: DifferingSetting): number {
  return Number(b.declared) - Number(a.declared);
}

function canonicalName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("-", "_")
    .replace(/^loose_/, "");
}

/**
 * `values` made short for a table: of comma-separated lists (`optimizer_switch`, `sql_mode`) only the parts that not
 * all of them have, with `...` for the rest.
 */
export function differingParts(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lists = Object.values(values).map((value) => value.split(","));
  const common = (lists[0] ?? []).filter((part) => lists.every((list) => list.includes(part)));
  if (common.length < 2) return values;
  return Object.fromEntries(
    Object.entries(values).map(([variant, value]) => {
      const own = value.split(",").filter((part) => !common.includes(part));
      return [variant, ["...", ...own].join(",")];
    }),
  );
}
