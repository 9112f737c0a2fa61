/**
 * The one schema of a spec's YAML: what is checked, what its types are, and the JSON Schema for editors all come from it.
 * What needs two sections at once (is the baseline a variant?) is in `check-spec.ts`.
 */
import { z } from "zod";
import { DRIVER_NAMES } from "../model/spec.ts";
import type { Workload } from "../model/workload.ts";
import { KEY_DISTRIBUTIONS, SPACINGS } from "../model/workload.ts";
import { WORKLOADS } from "../workloads/workloads.ts";
import { parseBuildReference } from "./build-reference.ts";
import { parseCpuList } from "./cpu-list.ts";
import { LIMITS } from "./defaults.ts";
import { describeKey, type SpecKey } from "./key-help.ts";
import { isPrintable } from "./printable.ts";
import {
  formatCount,
  formatDuration,
  formatFraction,
  parseCount,
  parseDuration,
  parseFraction,
  QUANTITY_PATTERNS,
} from "./quantities.ts";
import { parseRate } from "./rates.ts";
import type { Reading } from "./reading.ts";
import { commandWords, isScriptDriver, SCRIPT_ENTRIES } from "./script-entry.ts";
import { VARIANT_NAME } from "./variant-name.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

interface QuantityKind {
  readonly pattern: string;
  readonly parse: (text: string | number) => Reading<number>;
  readonly format: (value: number) => string;
}

const DURATION: QuantityKind = { pattern: QUANTITY_PATTERNS.duration, parse: parseDuration, format: formatDuration };
const COUNT: QuantityKind = { pattern: QUANTITY_PATTERNS.count, parse: parseCount, format: formatCount };
const FRACTION: QuantityKind = { pattern: QUANTITY_PATTERNS.fraction, parse: parseFraction, format: formatFraction };

const NOT_ONE_LINE = {
  message: "this is not one line of printable text",
  hint: "leave out line ends and control characters",
};

const build = z
  .union([
    z.string(),
    z.strictObject({ basedir: oneLine(z.string().min(1)).describe(describeKey("variants.*.build.basedir")) }),
  ])
  .transform((value, context) => {
    if (typeof value !== "string") return { kind: "basedir", path: value.basedir } as const;
    if (!isPrintable(value)) return refuse(context, NOT_ONE_LINE.message, NOT_ONE_LINE.hint);
    const reading = parseBuildReference(value);
    return reading.ok ? reading.value : refuse(context, reading.message, reading.hint);
  })
  .describe(describeKey("variants.*.build"));

const configValue = z
  .union([oneLine(z.string()), z.number(), z.boolean()])
  .transform(configText)
  .describe(describeKey("variants.*.config.*"));

const settingName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/);

const variant = z
  .strictObject({
    build,
    config: z.record(settingName, configValue).optional().describe(describeKey("variants.*.config")),
    driver: z.enum(DRIVER_NAMES).optional().describe(describeKey("variants.*.driver")),
    "driver-options": commandWords.optional().describe(describeKey("variants.*.driver-options")),
  })
  .describe(describeKey("variants.*"));

const matrix = z
  .strictObject({
    build: oneOrMore(build).describe(describeKey("matrix.build")),
    config: z
      .record(settingName, oneOrMore(configValue).describe(describeKey("matrix.config.*")))
      .optional()
      .describe(describeKey("matrix.config")),
  })
  .describe(describeKey("matrix"));

const cpuList = (key: SpecKey) =>
  z
    .union([z.int(), z.string(), z.array(z.int())])
    .transform((value, context) => {
      const reading = parseCpuList(value);
      return reading.ok ? reading.value : refuse(context, reading.message, reading.hint);
    })
    .describe(describeKey(key));

const rounds = z
  .strictObject({
    min: whole("method.rounds.min", LIMITS.rounds).optional(),
    max: whole("method.rounds.max", LIMITS.rounds).optional(),
  })
  .check((context) => {
    const { min, max } = context.value;
    if (min === undefined || max === undefined || min <= max) return;
    const message = `the fewest rounds (${min}) are more than the most (${max})`;
    context.issues.push(customIssue(min, { message, hint: "swap min and max, or make them equal", path: ["min"] }));
  })
  .describe(describeKey("method.rounds"));

const method = z
  .strictObject({
    margin: quantity("method.margin", FRACTION, LIMITS.margin).optional(),
    alpha: quantity("method.alpha", FRACTION, LIMITS.alpha).optional(),
    measure: quantity("method.measure", DURATION, LIMITS.measure).optional(),
    "measure-writes": quantity("method.measure-writes", DURATION, LIMITS.measure).optional(),
    settle: quantity("method.settle", DURATION, LIMITS.settle).optional(),
    "warm-up": quantity("method.warm-up", DURATION, LIMITS.warmUp).optional(),
    rounds: rounds.optional(),
    budget: quantity("method.budget", DURATION, LIMITS.budget).optional(),
    driver: z.enum(DRIVER_NAMES).optional().describe(describeKey("method.driver")),
    "driver-options": commandWords.optional().describe(describeKey("method.driver-options")),
  })
  .describe(describeKey("method"));

/** With its text, for messages. */
const rate = z.union([z.string().meta({ pattern: QUANTITY_PATTERNS.rate }), z.number()]).transform((value, context) => {
  const reading = parseRate(value);
  return reading.ok ? { rate: reading.value, text: String(value) } : refuse(context, reading.message, reading.hint);
});

/** Names that `workloads:` takes. */
export const workloadNames = [...WORKLOADS.map((workload) => workload.name), ...Object.keys(SCRIPT_ENTRIES)];

const workloadEntry = z
  .union([
    z.enum(workloadNames).check((context) => {
      if (!isScriptDriver(context.value)) return;
      const hint = `for example: - ${context.value}: { script: ./my.${context.value === "sysbench" ? "lua" : "sql"} }`;
      context.issues.push(customIssue(context.value, { message: "a script is missing", hint }));
    }),
    z
      .strictObject({
        ...Object.fromEntries(Object.values(WORKLOADS).map((one) => [one.name, workloadOptions(one)])),
        ...SCRIPT_ENTRIES,
      })
      .check((context) => {
        if (Object.keys(context.value).length === 1 || context.issues.length > 0) return;
        const message = "an entry names exactly one workload";
        context.issues.push(
          customIssue(context.value, { message, hint: "begin each workload with a dash of its own" }),
        );
      }),
  ])
  .describe(describeKey("workloads[]"));

/** Keys in the order in which a spec is read. */
export const specSchema = z.strictObject({
  experiment: oneLine(z.string().trim().min(1).max(100)).optional().describe(describeKey("experiment")),
  variants: z.record(z.string().regex(VARIANT_NAME.pattern), variant).optional().describe(describeKey("variants")),
  baseline: z.string().describe(describeKey("baseline")),
  factor: oneOrMore(z.string().min(1).describe(describeKey("factor[]")))
    .optional()
    .describe(describeKey("factor")),
  matrix: matrix.optional(),
  workloads: z.array(workloadEntry).min(1).describe(describeKey("workloads")),
  clients: oneOrMore(whole("clients", LIMITS.clients)).optional().describe(describeKey("clients")),
  cpus: z
    .strictObject({ server: cpuList("cpus.server"), client: cpuList("cpus.client") })
    .optional()
    .describe(describeKey("cpus")),
  listen: z.enum(["socket", "tcp"]).optional().describe(describeKey("listen")),
  method: method.optional(),
  probes: z
    .strictObject({
      os: quantity("probes.os", DURATION, LIMITS.probe).optional(),
      status: quantity("probes.status", DURATION, LIMITS.probe).optional(),
    })
    .optional()
    .describe(describeKey("probes")),
});

export type SpecInput = z.output<typeof specSchema>;
export type VariantInput = z.output<typeof variant>;
export type MatrixInput = z.output<typeof matrix>;
export type WorkloadInput = z.output<typeof workloadEntry>;
export type WorkloadOptions = z.output<ReturnType<typeof workloadOptions>>;
export type MethodInput = z.output<typeof method>;

/** One element of each section, for checks that go on where its neighbours are wrong. */
export const SPEC_PARTS = { variant, matrix, method, workloadEntry } as const;

/** JSON Schema (draft 2020-12) of the YAML as users write it, shorthands included. `dbdyno spec --schema` prints it. */
export function specJsonSchema(): object {
  const schema = z.toJSONSchema(specSchema, { io: "input", target: "draft-2020-12" });
  return {
    ...schema,
    title: "dbdyno spec",
    description: "What dbdyno compares, with which load, and how it decides. Every key: docs/spec.md",
    oneOf: [{ required: ["variants"] }, { required: ["matrix"] }],
  };
}

/** Value of a setting as the server's text. Both families take ON and OFF for a switch. */
export function configText(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "ON" : "OFF";
  return String(value);
}

function workloadOptions(workload: Workload) {
  const step = z.enum(workload.steps.map(({ name }) => name));
  return z
    .strictObject({
      steps: oneOrMore(step).optional().describe(describeKey("workloads[].*.steps")),
      tables: whole("workloads[].*.tables", LIMITS.tables).optional(),
      rows: quantity("workloads[].*.rows", COUNT, LIMITS.rows).optional(),
      "storage-engine": z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9_]*$/)
        .optional()
        .describe(describeKey("workloads[].*.storage-engine")),
      prepared: z.boolean().optional().describe(describeKey("workloads[].*.prepared")),
      keys: z.enum(KEY_DISTRIBUTIONS).optional().describe(describeKey("workloads[].*.keys")),
      rates: oneOrMore(rate).optional().describe(describeKey("workloads[].*.rates")),
      spacing: z.enum(SPACINGS).optional().describe(describeKey("workloads[].*.spacing")),
    })
    .nullable()
    .optional()
    .describe(describeKey("workloads[].*"));
}

/** Text that is shown in one line of plans and reports. */
function oneLine(text: z.ZodString) {
  return text.check((context) => {
    if (!isPrintable(context.value)) context.issues.push(customIssue(context.value, NOT_ONE_LINE));
  });
}

/** A list, or its one element. Elements given twice are found in `check-lists.ts`, right or wrong. */
function oneOrMore<Element extends z.ZodType>(element: Element) {
  return z.union([element.transform((value) => [value]), z.array(element).min(1)]);
}

function quantity(key: SpecKey, kind: QuantityKind, range: Range) {
  return z
    .union([z.string().meta({ pattern: kind.pattern }), z.number()])
    .transform((value, context) => {
      const reading = kind.parse(value);
      if (!reading.ok) return refuse(context, reading.message, reading.hint);
      const problem = outside(reading.value, range, kind.format);
      return problem === null ? reading.value : refuse(context, problem.message, problem.hint);
    })
    .describe(describeKey(key));
}

function whole(key: SpecKey, range: Range) {
  return z
    .int()
    .check((context) => {
      const problem = outside(context.value, range, String);
      if (problem !== null) context.issues.push(customIssue(context.value, problem));
    })
    .meta({ description: describeKey(key), minimum: range.min, maximum: range.max });
}

function outside(value: number, range: Range, format: (value: number) => string) {
  if (value >= range.min && value <= range.max) return null;
  const side = value < range.min ? `too small` : `too large`;
  const hint = `at least ${format(range.min)}, at most ${format(range.max)}`;
  return { message: `${format(value)} is ${side}`, hint };
}

interface OwnIssue {
  readonly message: string;
  readonly hint: string;
  readonly path?: PropertyKey[];
}

/** An issue that carries its hint to `schema-problems.ts`. */
function customIssue(input: unknown, { message, hint, path = [] }: OwnIssue) {
  return { code: "custom" as const, input, message, path, params: { hint } };
}

function refuse(context: z.RefinementCtx<unknown>, message: string, hint: string): never {
  context.issues.push(customIssue(context.value, { message, hint }));
  return z.NEVER;
}
