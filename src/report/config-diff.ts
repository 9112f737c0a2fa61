import { BY_CONSTRUCTION } from "./by-construction.ts";
import type { DifferingSetting, PartialSetting, SettingsDiff } from "./document.ts";

/** What one variant's running server told, and what the spec asked of it. */
export interface VariantSettings {
  readonly variant: string;
  /** Null: the server told nothing yet. */
  readonly variables: Readonly<Record<string, string>> | null;
}

const REASONS: ReadonlyMap<string, string> = new Map(
  BY_CONSTRUCTION.flatMap(({ reason, names }) => names.map((name) => [name, reason] as const)),
);

/**
 * Effective settings that are not the same in all variants. `declared` are names as the spec writes them, with `-` or
 * `_`, in any case, with or without MySQL's `loose_` before them. Values are compared as text: they come from running
 * servers, which have resolved `128M` and `on` already.
 */
export function diffSettings(variants: readonly VariantSettings[], declared: readonly string[]): SettingsDiff {
  const read = variants.filter(isRead);
  const names = [...new Set(read.flatMap(({ variables }) => Object.keys(variables)))].sort();
  const unequal = names.filter((name) => new Set(read.map(({ variables }) => variables[name])).size > 1);
  const told = unequal.filter((name) => !REASONS.has(name));
  const declaredNames = new Set(declared.map(canonicalName));
  const settings = told.map((name) => ({ name, values: valuesOf(name, read) }));
  return {
    differing: settings
      .filter(({ values }) => Object.keys(values).length === read.length)
      .map((setting) => ({ ...setting, declared: declaredNames.has(canonicalName(setting.name)) }))
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
  readonly variables: Readonly<Record<string, string>>;
}

function isRead(settings: VariantSettings): settings is ReadSettings {
  return settings.variables !== null;
}

function valuesOf(name: string, variants: readonly ReadSettings[]): PartialSetting["values"] {
  return Object.fromEntries(
    variants.flatMap(({ variant, variables }) => {
      const value = variables[name];
      return value === undefined ? [] : [[variant, value] as const];
    }),
  );
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
