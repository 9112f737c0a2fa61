/** The schema's issues in our own words, each at its place in the text, with what to write instead. */
import type { z } from "zod";
import type { SpecProblem } from "../model/spec.ts";
import { nameHint } from "./closest-name.ts";
import { exampleOf, KEY_HELP } from "./key-help.ts";
import { workloadNames } from "./schema.ts";
import { problemAt, type SpecPath, type SpecPositions } from "./spec-positions.ts";
import { VARIANT_NAME } from "./variant-name.ts";

type Issue = z.core.$ZodIssue;

interface IssueContext {
  /** The spec as the YAML said it. */
  readonly raw: unknown;
  readonly positions: SpecPositions;
}

/** `issues` of `specSchema` over `raw`. One problem each; unknown keys one for each key. */
export function schemaProblems(issues: readonly Issue[], context: IssueContext): readonly SpecProblem[] {
  return issues.flatMap((issue) => issueProblems(issue, asPath(issue.path), context));
}

function issueProblems(issue: Issue, path: SpecPath, context: IssueContext): readonly SpecProblem[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey([...path, key], context));
  if (issue.code === "invalid_union") return unionProblems(issue, path, context);
  if (issue.code === "invalid_key") return [invalidKey(path, context)];
  return [problemAt(context.positions, path, { ...wording(issue, path, context), ...partOf(path, context) })];
}

/** A missing key is shown at the key it is missing from. */
function partOf(path: SpecPath, { raw }: IssueContext): { part: "key" | "value" } {
  return { part: valueAt(raw, path) === undefined ? "key" : "value" };
}

function wording(issue: Issue, path: SpecPath, context: IssueContext): { message: string; hint: string } {
  const value = valueAt(context.raw, path);
  if (issue.code === "custom") return { message: issue.message, hint: hintOf(issue, path) };
  if (value === undefined) return { message: `${missingName(path)} is missing`, hint: hintFor(path) };
  if (issue.code === "invalid_value") return invalidValue(value, issue.values.map(String), path);
  if (issue.code === "invalid_type") return wrongType(value, [issue.expected], path);
  if (issue.code === "too_small") return { message: "it is empty", hint: hintFor(path) };
  if (issue.code === "too_big") return { message: `it is longer than ${issue.maximum}`, hint: hintFor(path) };
  return { message: `${shown(value)} is not allowed here`, hint: hintFor(path) };
}

function missingName(path: SpecPath): string {
  return `"${path.at(-1) ?? "the spec"}"`;
}

function invalidValue(value: unknown, allowed: readonly string[], path: SpecPath) {
  const what = path.includes("steps") ? "step" : path.length === 2 && path[0] === "workloads" ? "workload" : null;
  const message = what === null ? `${shown(value)} is not one of its values` : `unknown ${what} ${shown(value)}`;
  return { message, hint: nameHint(String(value), allowed, what === null ? "values" : `${what}s`) };
}

function wrongType(value: unknown, expected: readonly string[], path: SpecPath) {
  const names = [...new Set(expected.map((type) => TYPE_NAMES[type] ?? type))];
  return { message: `expected ${names.join(" or ")}, found ${shown(value)}`, hint: hintFor(path) };
}

/**
 * A union fails in every branch; only the branch that the user meant is told: the one that understood enough to
 * complain about something inside, else the one for text where there is text.
 */
function unionProblems(
  issue: Extract<Issue, { code: "invalid_union" }>,
  path: SpecPath,
  context: IssueContext,
): readonly SpecProblem[] {
  const value = valueAt(context.raw, path);
  const branches = issue.errors.toSorted((a, b) => understanding(b, value) - understanding(a, value));
  const best = branches[0] ?? [];
  if (value !== undefined && understanding(best, value) === 0) {
    const expected = issue.errors.flat().map((error) => (error.code === "invalid_type" ? error.expected : "string"));
    return [problemAt(context.positions, path, wrongType(value, expected, path))];
  }
  return best.flatMap((inner) => issueProblems(inner, [...path, ...asPath(inner.path)], context));
}

/** 0: the value is of another type altogether. */
function understanding(issues: readonly Issue[], value: unknown): 0 | 1 | 2 {
  const isInside = (issue: Issue) =>
    issue.path.length > 0 || ["custom", "unrecognized_keys", "too_small"].includes(issue.code);
  const isDeep = (issue: Issue) =>
    isInside(issue) || (issue.code === "invalid_union" && issue.errors.some((branch) => branch.some(isInside)));
  if (issues.some(isDeep)) return 2;
  return typeof value === "string" && issues.some((issue) => issue.code === "invalid_value") ? 1 : 0;
}

function unknownKey(path: SpecPath, { positions }: IssueContext): SpecProblem {
  const key = String(path.at(-1));
  const isWorkload = path.length === 3 && path[0] === "workloads";
  const known = isWorkload ? workloadNames : keysBelow(path.slice(0, -1));
  const message = isWorkload ? `unknown workload "${key}"` : `unknown key "${key}"`;
  return problemAt(positions, path, {
    message,
    hint: nameHint(key, known, isWorkload ? "workloads" : "keys here"),
    part: "key",
  });
}

/** Keys that KEY_HELP knows one level below `parent`: of its own where its name is known, else those of any name. */
function keysBelow(parent: SpecPath): readonly string[] {
  const keys = Object.keys(KEY_HELP).map((key) => key.replaceAll("[]", ".[]").split("."));
  const below = keys.filter(
    (parts) => parts.length === parent.length + 1 && parent.every((part, i) => isPart(parts[i], part)),
  );
  const own = below.filter((parts) => parts[parent.length - 1] === parent.at(-1));
  return (own.length > 0 ? own : below)
    .map((parts) => parts.at(-1) ?? "")
    .filter((name) => name !== "*" && name !== "[]");
}

function isPart(pattern: string | undefined, part: string | number): boolean {
  return pattern === part || pattern === "*" || (pattern === "[]" && typeof part === "number");
}

function invalidKey(path: SpecPath, { positions }: IssueContext): SpecProblem {
  const name = String(path.at(-1));
  const isVariant = path[0] === "variants" && path.length === 2;
  const message = isVariant ? `"${name}" cannot name a variant` : `"${name}" is not a setting's name`;
  const hint = isVariant ? VARIANT_NAME.rule : "the server's own name: letters, digits, underscore, dash and dot";
  return problemAt(positions, path, { message, hint, part: "key" });
}

function hintOf(issue: Extract<Issue, { code: "custom" }>, path: SpecPath): string {
  const hint = issue.params?.hint;
  return typeof hint === "string" ? hint : hintFor(path);
}

/** The example of the key itself, else of the nearest key above it. */
function hintFor(path: SpecPath): string {
  const above = path.map((_, i) => path.slice(0, path.length - i));
  const nearest = above.map(exampleOf).find((example) => example !== null);
  return nearest ?? "a spec is a mapping with variants:, baseline: and workloads:";
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
};

/** A value as the message names it: short, on one line. */
function shown(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "string" ? `"${value.slice(0, 60)}"` : String(value);
}

function valueAt(raw: unknown, path: SpecPath): unknown {
  return path.reduce<unknown>((value, part) => {
    return typeof value === "object" && value !== null
      ? Object.entries(value).find(([k]) => k === `${part}`)?.[1]
      : undefined;
  }, raw);
}

function asPath(path: readonly PropertyKey[]): SpecPath {
  return path.map((part) => (typeof part === "symbol" ? String(part) : part));
}
