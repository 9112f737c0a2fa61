/** YAML text to plain values and the places they came from. Values that YAML would change on the way keep their text. */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
} from "yaml";
import type { SpecPosition, SpecProblem } from "../model/spec.ts";
import type { SpecPath, SpecPositions } from "./spec-positions.ts";

export interface YamlReading {
  /** What the text says; undefined where it is no YAML or empty. */
  readonly value: unknown;
  readonly problems: readonly SpecProblem[];
  readonly at: SpecPositions["at"];
}

/**
 * After a syntax error nothing else of the file is judged, because what follows an unclosed bracket is read as something
 * else; a key given twice hurts nothing around it, and the rest is judged.
 */
export function readYaml(text: string, file: string): YamlReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: isSameKey });
  const place = (offset: number): SpecPosition => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const at: SpecPositions["at"] = (path, part) => place(offsetOf(document, path, part));
  const problems = document.errors.map((error) => syntaxProblem(error, text, place(error.pos[0])));
  if (document.errors.some(({ code }) => code !== "DUPLICATE_KEY")) return { value: undefined, problems, at };
  keepText(document);
  return { at, ...plainValue(document, problems, place) };
}

/** By the text: 8.10 and 8.1 are one number, but two names. */
function isSameKey(a: unknown, b: unknown): boolean {
  return isScalar(a) && isScalar(b) && String(a.source ?? a.value) === String(b.source ?? b.value);
}

function plainValue(
  document: Document,
  problems: readonly SpecProblem[],
  place: (offset: number) => SpecPosition,
): Pick<YamlReading, "value" | "problems"> {
  const withProblem = (offset: number, message: string, hint: string) => ({
    value: undefined,
    problems: [...problems, { position: place(offset), path: "", message, hint }],
  });
  if (document.contents === null || document.contents.range?.[0] === document.contents.range?.[1]) {
    return withProblem(0, "the spec is empty", "dbdyno init writes a spec to begin with");
  }
  try {
    return { value: document.toJS(), problems };
  } catch (error) {
    // The library refuses aliases of nothing, and those that multiply into more than it wants to hold.
    const reason = error instanceof Error ? error.message : String(error);
    return withProblem(aliasOffset(document), `this alias cannot be followed: ${reason}`, "write the value out");
  }
}

/** Of the first alias that leads nowhere, else of the first alias. */
function aliasOffset(document: Document): number {
  const aliases: Alias[] = [];
  visit(document, { Alias: (_, alias) => void aliases.push(alias) });
  const broken = aliases.find((alias) => alias.resolve(document) === undefined) ?? aliases[0];
  return broken?.range?.[0] ?? 0;
}

const SYNTAX_HINTS: Readonly<Record<string, string>> = {
  BAD_INDENT: "indent what belongs together by the same number of spaces",
  TAB_AS_INDENT: "indent with spaces",
  MISSING_CHAR: "close the quote or bracket that was opened before this line",
  BAD_ALIAS: "quote the text: * and & begin an alias or an anchor in YAML",
  MULTIPLE_DOCS: "a spec is one document: remove the --- line",
  BLOCK_IN_FLOW: "inside { } and [ ] write everything in flow style, with commas",
  BLOCK_AS_IMPLICIT_KEY: "a key and its value are KEY: VALUE; quote text that holds a colon",
  UNEXPECTED_TOKEN: "quote text that holds characters special to YAML, and close what was opened",
};

function syntaxProblem(error: Document["errors"][number], text: string, position: SpecPosition): SpecProblem {
  if (error.code === "DUPLICATE_KEY") {
    const key = text.slice(error.pos[0]).match(/^[^\s:,{}[\]]+/)?.[0] ?? "this key";
    return { position, path: "", message: `the key ${key} is given twice`, hint: "remove one of them, or rename it" };
  }
  const isUnclosed = /must (be sufficiently indented and )?end with/.test(error.message);
  const hint =
    SYNTAX_HINTS[isUnclosed ? "MISSING_CHAR" : error.code] ?? "the text must be YAML; quote what is special to it";
  return { position, path: "", message: `this is not YAML: ${error.message}`, hint };
}

/**
 * Numbers that are names or settings keep the digits as written: `8.10` as a key is not 8.1, and a setting of
 * 18446744073709551615 must reach the server to the last digit.
 */
function keepText(document: Document): void {
  visit(document, {
    Pair(_, pair) {
      if (isScalar(pair.key)) keepDigits(pair.key);
      const key = isScalar(pair.key) ? pair.key.value : null;
      if (key === "baseline" || key === "experiment") keepDigitsBelow(pair.value);
      if (key === "config") keepDigitsBelow(pair.value);
    },
  });
}

function keepDigitsBelow(node: unknown): void {
  if (isNode(node)) visit(node, { Scalar: (_, scalar) => keepDigits(scalar) });
}

function keepDigits(scalar: Scalar): void {
  if (typeof scalar.value === "number" && scalar.source !== undefined) scalar.value = scalar.source;
}

/** Where `path` begins in the text, or its nearest parent that is written. */
function offsetOf(document: Document, path: SpecPath, part: "key" | "value"): number {
  let place: Place = { node: document.contents, key: undefined, value: startOf(document.contents) };
  for (const name of path) {
    const next = child(isAlias(place.node) ? place.node.resolve(document) : place.node, name);
    // A list of one may be written without its brackets: its element is the value itself.
    if (next === null && name === 0 && isScalar(place.node)) return place.value ?? place.key ?? 0;
    if (next === null) return place.key ?? place.value ?? 0;
    place = next;
  }
  const [first, second] = part === "value" ? [place.value, place.key] : [place.key, place.value];
  return first ?? second ?? 0;
}

/** A node with the offsets of its key (none in a list) and its value (none where nothing is written). */
interface Place {
  readonly node: unknown;
  readonly key: number | undefined;
  readonly value: number | undefined;
}

function child(node: unknown, name: string | number): Place | null {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name));
    return pair === undefined ? null : { node: pair.value, key: startOf(pair.key), value: startOf(pair.value) };
  }
  const item = isSeq(node) && typeof name === "number" ? node.items[name] : undefined;
  return isNode(item) ? { node: item, key: undefined, value: startOf(item) } : null;
}

/** `key:` with nothing behind it has a place, but nothing to point at. */
function startOf(node: unknown): number | undefined {
  if (isScalar(node) && node.value === null && (node.source ?? "") === "") return undefined;
  return isNode(node) ? node.range?.[0] : undefined;
}
