/**
 * Lists of a spec are sets: steps, clients, factors, levels. The list of workloads is none: one may be run twice. Nor are words
 * of a command line: `-D a=1 -D b=2`.
 */
import type { SpecProblem } from "../model/spec.ts";
import { problemAt, type SpecPath, type SpecPositions } from "./spec-positions.ts";

/** A problem at each element that its list holds already, in every list below `value`. */
export function repeatedElements(
  value: unknown,
  positions: SpecPositions,
  path: SpecPath = [],
): readonly SpecProblem[] {
  // A YAML alias may hold itself; no list of a spec is this deep.
  if (typeof value !== "object" || value === null || path.length > 8) return [];
  const isSet =
    Array.isArray(value) && path.length > 0 && !(path.length === 1 && path[0] === "workloads") && !isWords(path);
  const repeated = isSet ? repeatedIn(value, path, positions) : [];
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...repeated, ...children.flatMap(([key, child]) => repeatedElements(child, positions, [...path, key]))];
}

function isWords(path: SpecPath): boolean {
  return ["options", "driver-options"].includes(String(path.at(-1)));
}

function repeatedIn(list: readonly unknown[], path: SpecPath, positions: SpecPositions): readonly SpecProblem[] {
  const texts = list.map(textOf);
  return texts.flatMap((text, i) => {
    if (text === null || texts.indexOf(text) === i) return [];
    const problem = { message: `${text} is named twice`, hint: "leave one of them out" };
    return [problemAt(positions, [...path, i], problem)];
  });
}

/** Null for what an alias makes hold itself: it is no element of any list, and that is told elsewhere. */
function textOf(element: unknown): string | null {
  if (typeof element !== "object") return String(element);
  try {
    return JSON.stringify(element);
  } catch {
    return null;
  }
}
