/**
 * `__proto__` as a key: the schema's reader passes it by without a word, since an object keyed by it would change its own
 * kind. No key of a spec has this name, so it is a mistake wherever it stands.
 */
import type { SpecProblem } from "../model/spec.ts";
import { problemAt, type SpecPath, type SpecPositions } from "./spec-positions.ts";
import { VARIANT_NAME } from "./variant-name.ts";

const REFUSED = "__proto__";

/** A problem at each key of that name, in every mapping below `value`. */
export function refusedKeys(value: unknown, positions: SpecPositions, path: SpecPath = []): readonly SpecProblem[] {
  // A YAML alias may hold itself; no mapping of a spec is this deep.
  if (typeof value !== "object" || value === null || path.length > 8) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, child]) => {
    const own = [...path, key];
    return [
      ...(key === REFUSED ? [problemAt(positions, own, { ...wording(path), part: "key" })] : []),
      ...refusedKeys(child, positions, own),
    ];
  });
}

function wording(parent: SpecPath): { readonly message: string; readonly hint: string } {
  if (parent[0] === "variants" && parent.length === 1)
    return { message: `"${REFUSED}" cannot name a variant`, hint: VARIANT_NAME.rule };
  if (parent.at(-1) === "config")
    return { message: `"${REFUSED}" is not a setting's name`, hint: "the server's own name of the setting" };
  return { message: `unknown key "${REFUSED}"`, hint: "remove it" };
}
