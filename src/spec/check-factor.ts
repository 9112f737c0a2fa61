/** `factor:` against what really differs between the variants. */
import type { VariantSpec } from "../model/spec.ts";
import { formatBuildReference } from "./build-reference.ts";
import { closestName } from "./closest-name.ts";

/** Factors that are not settings. */
export const NAMED_FACTORS = ["version", "build", "driver", "as-shipped"] as const;

/** Settings whose text is not the same in every variant, by the name of their first use; a setting left out differs from any text. */
export function differingSettings(variants: readonly VariantSpec[]): readonly string[] {
  const names = new Map(variants.flatMap(({ config }) => Object.keys(config).map((name) => [settingKey(name), name])));
  return [...names].filter(([key]) => levelsOf(key, variants).length > 1).map(([, name]) => name);
}

/** True unless every variant names the same build. Two paths may still lead to one binary: digests tell later. */
export function buildsDiffer(variants: readonly { readonly build: VariantSpec["build"] }[]): boolean {
  return new Set(variants.map(({ build }) => formatBuildReference(build))).size > 1;
}

/** A variant without a driver has the method's; the same driver with other options is another. */
export function driversDiffer(variants: readonly VariantSpec[]): boolean {
  return new Set(variants.map(({ driver, driverOptions }) => JSON.stringify([driver, driverOptions]))).size > 1;
}

/** MySQL takes `performance-schema` for `performance_schema`, and case is not looked at. */
export function settingKey(name: string): string {
  return name.toLowerCase().replaceAll("-", "_");
}

/** What is wrong with declaring `name`; null when it does differ. */
export function factorProblem(name: string, variants: readonly VariantSpec[]) {
  if (name === "as-shipped") return null;
  if (name === "version" || name === "build") return buildsDiffer(variants) ? null : same(name, variants);
  if (name === "driver") return driversDiffer(variants) ? null : same(name, variants);
  const levels = levelsOf(settingKey(name), variants);
  if (levels.length > 1) return null;
  if (levels[0] !== undefined) return same(name, variants);
  const closest = closestName(name, [...NAMED_FACTORS, ...differingSettings(variants)]);
  const suggestion = closest === null ? "" : `did you mean "${closest}"? `;
  return { message: `no variant sets "${name}"`, hint: `${suggestion}${whatDiffers(variants)}` };
}

function same(name: string, variants: readonly VariantSpec[]) {
  return { message: `"${name}" is the same in every variant`, hint: whatDiffers(variants) };
}

function whatDiffers(variants: readonly VariantSpec[]): string {
  const names = [
    ...differingSettings(variants),
    ...(buildsDiffer(variants) ? ["version or build"] : []),
    ...(driversDiffer(variants) ? ["driver"] : []),
  ];
  return names.length === 0
    ? "nothing in the spec differs between the variants: leave factor out for a same-against-same run"
    : `what differs between the variants: ${names.join(", ")}`;
}

/** Distinct texts of one setting; undefined stands for the variants that leave it at its default. */
function levelsOf(key: string, variants: readonly VariantSpec[]): readonly (string | undefined)[] {
  const texts = variants.map(({ config }) => {
    const entry = Object.entries(config).find(([name]) => settingKey(name) === key);
    return entry?.[1].toLowerCase();
  });
  return [...new Set(texts)];
}
