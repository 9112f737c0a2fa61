import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { DEFAULTS } from "./defaults.ts";
import { KEY_HELP } from "./key-help.ts";
import { parseSpec } from "./parse-spec.ts";
import { formatCount, formatDuration, formatFraction } from "./quantities.ts";
import { specJsonSchema } from "./schema.ts";
import { formatProblems } from "./spec-problems.ts";
import { planFor, plannedSeconds } from "./test-samples.ts";

const ROOT = new URL("../../", import.meta.url);
const EXAMPLES = readdirSync(new URL("examples/", ROOT)).filter((name) => name.endsWith(".yaml"));
const DOC = readFileSync(new URL("docs/spec.md", ROOT), "utf8");

function example(name: string): string {
  return readFileSync(new URL(`examples/${name}`, ROOT), "utf8");
}

function planOfExample(name: string) {
  const { spec, problems } = parseSpec({ text: example(name), file: `examples/${name}` });
  if (spec === null) throw new Error(formatProblems(problems));
  return planFor(spec);
}

describe("an example", () => {
  it.each(EXAMPLES)("%s parses without a problem, and its plan keeps its budget", (name) => {
    const plan = planOfExample(name);
    expect(plan.warnings.map(({ code }) => code).filter((code) => code === "undeclared-difference")).toEqual([]);
    expect(plannedSeconds(plan)).toBeLessThanOrEqual(plan.method.budget ?? Number.POSITIVE_INFINITY);
  });

  it.each(EXAMPLES)("%s fits the JSON Schema", (name) => {
    expect(() => jsonSchema().parse(parse(example(name)))).not.toThrow();
  });

  it("demo.yaml makes four rounds or more in seven and a half minutes", () => {
    const plan = planOfExample("demo.yaml");
    expect(plan.cells.map(({ id }) => id)).toEqual(["oltp.point-query.8", "oltp-2.read-write.8"]);
    expect(plan.workloads.map(({ prepared }) => prepared)).toEqual([false, true]);
    expect(plan.method).toMatchObject({ budget: 450 });
    expect(plan.method.rounds.max).toBeGreaterThanOrEqual(4);
  });

  it("postgres-16-17.yaml makes four rounds or more in twelve minutes", () => {
    const plan = planOfExample("postgres-16-17.yaml");
    expect(plan.cells).toHaveLength(4);
    expect(plan.method.rounds.max).toBeGreaterThanOrEqual(4);
    expect(plannedSeconds(plan)).toBeGreaterThan(8 * 60);
  });
});

describe("the JSON Schema", () => {
  it("takes the shorthands and refuses what the parser refuses", () => {
    const base = { variants: { A: { build: "./a" }, B: { build: { basedir: "/b" } } }, baseline: "A" };
    const schema = jsonSchema();
    const takes = (value: object) => schema.safeParse({ ...base, ...value }).success;
    expect(takes({ workloads: ["oltp"], clients: 8, factor: "build" })).toBe(true);
    expect(takes({ workloads: [{ oltp: null }], cpus: { server: "0-3", client: [4] } })).toBe(true);
    expect(
      takes({ workloads: [{ oltp: { steps: "insert", rows: "200k" } }], method: { margin: "5%", measure: "1m30s" } }),
    ).toBe(true);
    expect(takes({ workloads: ["oltpp"] })).toBe(false);
    expect(takes({ workloads: ["oltp"], confg: 1 })).toBe(false);
    expect(takes({ workloads: ["oltp"], method: { measure: "10 apples" } })).toBe(false);
  });

  it("wants variants or a matrix, not both", () => {
    expect(specJsonSchema()).toMatchObject({ oneOf: [{ required: ["variants"] }, { required: ["matrix"] }] });
  });

  it("describes every key", () => {
    const undescribed = keysOf(specJsonSchema()).filter(({ description }) => description === undefined);
    expect(undescribed.map(({ key }) => key)).toEqual([]);
  });
});

describe("docs/spec.md", () => {
  it("mentions every key of the schema", () => {
    const keys = new Set(keysOf(specJsonSchema()).map(({ key }) => key));
    expect(keys.size).toBeGreaterThan(30);
    expect([...keys].filter((key) => documentedRow(key) === undefined)).toEqual([]);
  });

  it("knows no key that the schema lacks", () => {
    const keys = keysOf(specJsonSchema()).map(({ key }) => key);
    const documented = [...DOC.matchAll(/^\| `([a-z-]+)` *\|/gm)].map(([, key]) => key);
    expect(documented.filter((key) => !keys.includes(key ?? ""))).toEqual([]);
  });

  it.each([
    ["margin", formatFraction(DEFAULTS.method.margin)],
    ["alpha", formatFraction(DEFAULTS.method.alpha)],
    ["measure", formatDuration(DEFAULTS.method.measure)],
    ["settle", formatDuration(DEFAULTS.method.settle)],
    ["warm-up", formatDuration(DEFAULTS.method.warmUp)],
    ["clients", DEFAULTS.clients.map(formatCount).join(", ")],
    ["os", formatDuration(DEFAULTS.probes.os)],
  ])("gives the default of %s as %s", (key, value) => {
    expect(documentedRow(key)?.split("|")[3]?.trim()).toBe(value);
  });

  it("shows a spec that parses", () => {
    const [, text = ""] = DOC.match(/```yaml\n([\s\S]*?)```/) ?? [];
    expect(parseSpec({ text, file: "docs/spec.md" }).problems).toEqual([]);
  });

  it("has examples of keys that are YAML", () => {
    for (const { example } of Object.values(KEY_HELP)) expect(() => parse(example)).not.toThrow();
  });
});

/** The line of the tables that explains `key`. */
function documentedRow(key: string): string | undefined {
  return DOC.split("\n").find((line) => line.replaceAll(" ", "").startsWith(`|\`${key}\`|`));
}

/** As a validator; this one does not know `oneOf` over `required`, which is asserted by itself. */
function jsonSchema() {
  const { oneOf: _, ...schema }: { oneOf?: unknown } = { ...specJsonSchema() };
  return z.fromJSONSchema(schema);
}

interface DescribedKey {
  readonly key: string;
  readonly description: unknown;
}

/** Every property of the schema with its description, wherever it is. */
function keysOf(schema: unknown): readonly DescribedKey[] {
  if (typeof schema !== "object" || schema === null) return [];
  const properties: unknown = "properties" in schema ? schema.properties : {};
  const own = Object.entries(properties ?? {}).map(([key, value]: [string, unknown]) => ({
    key,
    description: typeof value === "object" && value !== null && "description" in value ? value.description : undefined,
  }));
  return [...own, ...Object.values(schema).flatMap(keysOf)].filter(({ key }) => key !== "");
}
