/** Doubts that a plan has before it runs: data for the report, never a reason to refuse. */

import type { HostFacts } from "../model/host.ts";
import type { Variant } from "../model/plan.ts";
import type { Spec } from "../model/spec.ts";
import type { Warning } from "../model/warning.ts";
import { differingSettings, settingKey } from "./check-factor.ts";
import { placementWarnings } from "./placement.ts";

/** Of the whole plan; those of single cells are in `Cell.warnings`. */
export function planWarnings(spec: Spec, variants: readonly Variant[], host: HostFacts): readonly Warning[] {
  return [...placementWarnings(spec.cpus, host), ...undeclaredDifferences(spec, variants)];
}

/** With a declared factor, whatever else differs stands beside it: the difference is then not separable from it. */
function undeclaredDifferences({ factor }: Spec, variants: readonly Variant[]): readonly Warning[] {
  if (factor.length === 0 || factor.includes("as-shipped")) return [];
  const declared = factor.map(settingKey);
  const settings = differingSettings(
    variants.map(({ name, config, build }) => ({ name, config, build: build.reference })),
  );
  const others = settings.filter((name) => !declared.includes(settingKey(name)));
  const buildsDiffer = new Set(variants.map(({ build }) => build.digest)).size > 1;
  const all = [...(buildsDiffer && !factor.some(isBuildFactor) ? ["build"] : []), ...others];
  if (all.length === 0) return [];
  const message = `the variants differ in ${all.join(", ")} too, which factor does not name`;
  const advice = `name it (factor: [${[...factor, ...all].join(", ")}]) or make it the same in every variant`;
  return [{ code: "undeclared-difference", message, advice }];
}

function isBuildFactor(name: string): boolean {
  return name === "version" || name === "build";
}
