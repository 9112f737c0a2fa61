/** `matrix:` to variants: one for each combination of a build and a level of every setting. */
import type { BuildReference } from "../model/build.ts";
import type { VariantSpec } from "../model/spec.ts";
import { formatBuildReference } from "./build-reference.ts";
import { LIMITS } from "./defaults.ts";
import type { MatrixInput } from "./schema.ts";
import { asVariantName } from "./variant-name.ts";

export interface MatrixVariant extends VariantSpec {
  /** Which of `matrix.build` it has. */
  readonly buildIndex: number;
}

/** How many variants the matrix makes. */
export function matrixSize(matrix: MatrixInput): number {
  return Object.values(matrix.config ?? {}).reduce((size, levels) => size * levels.length, matrix.build.length);
}

/**
 * Variants in the order of the text, the last setting varying fastest. Names are made of the levels that vary:
 * `postgres-17.jit-off`; a name made twice gets `-2`, `-3`. More than LIMITS.variants.max are not made: an empty list.
 */
export function expandMatrix(matrix: MatrixInput): readonly MatrixVariant[] {
  if (matrixSize(matrix) > LIMITS.variants.max) return [];
  const axes = Object.entries(matrix.config ?? {});
  const settings = axes.reduce<readonly (readonly [string, string][])[]>(
    (rows, [name, levels]) => rows.flatMap((row) => levels.map((level): [string, string][] => [...row, [name, level]])),
    [[]],
  );
  const varying = new Set(axes.filter(([, levels]) => levels.length > 1).map(([name]) => name));
  const combinations = matrix.build.flatMap((build, buildIndex) =>
    settings.map((config) => ({ build, buildIndex, config })),
  );
  const taken = new Map<string, number>();
  return combinations.map(({ build, buildIndex, config }) => {
    const levels = config.filter(([name]) => varying.has(name)).map(([name, level]) => `${name}-${level}`);
    const parts = matrix.build.length > 1 || levels.length === 0 ? [buildName(build), ...levels] : levels;
    return {
      name: unique(asVariantName(parts.join(".")), taken),
      build,
      config: Object.fromEntries(config),
      buildIndex,
    };
  });
}

/** `mysql-5.6.24`, or a folder's own name. */
function buildName(build: BuildReference): string {
  if (build.kind === "catalogue") return formatBuildReference(build).replace("@", "-");
  return build.path.replace(/\/+$/, "").split("/").at(-1) ?? build.path;
}

function unique(name: string, taken: Map<string, number>): string {
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : `${name.slice(0, 60)}-${count}`;
}
