/** Entries whose operations are a script: `sysbench: { script: ./my.lua }`, `pgbench: { script: ./my.sql }`. */
import { z } from "zod";
import type { DriverName } from "../model/spec.ts";
import {
  SCRIPT_DRIVERS,
  type Script,
  type ScriptDriver,
  type ScriptLoad,
  type WorkloadEntry,
} from "../model/workload.ts";
import { isScriptFile, PGBENCH_INITIALIZE, STOCK_SCRIPTS, scriptStep } from "../workloads/scripts.ts";
import { nameHint } from "./closest-name.ts";
import { DEFAULTS, LIMITS } from "./defaults.ts";
import { describeKey } from "./key-help.ts";
import { isPrintable } from "./printable.ts";

const text = z
  .string()
  .min(1)
  .check(({ value, issues }) => {
    if (isPrintable(value)) return;
    const params = { hint: "leave out line ends and control characters" };
    issues.push({ code: "custom", input: value, message: "this is not one line of printable text", params });
  });

/** One word of a command line, on one line. */
const word = z.union([text, z.number().transform(String)]);

/** Words of a command line, or the only one. */
export const commandWords = z.union([word.transform((only) => [only]), z.array(word).min(1)]);

function scriptOptions(driver: ScriptDriver) {
  return z.strictObject({
    script: text.describe(describeKey(`workloads[].${driver}.script`)),
    prepare: z
      .union([z.literal(false), text])
      .optional()
      .describe(describeKey(`workloads[].${driver}.prepare`)),
    options: commandWords.optional().describe(describeKey(`workloads[].${driver}.options`)),
    effect: z
      .enum(["read", "write"])
      .optional()
      .describe(describeKey(`workloads[].${driver}.effect`)),
  });
}

const scale = z
  .int()
  .check(({ value, issues }) => {
    const { min, max } = LIMITS.scale;
    if (value >= min && value <= max) return;
    const message = `${value} is too ${value < min ? "small" : "large"}`;
    const params = { hint: `at least ${min}, at most ${max}` };
    issues.push({ code: "custom", input: value, message, params });
  })
  .meta({
    description: describeKey("workloads[].pgbench.scale"),
    minimum: LIMITS.scale.min,
    maximum: LIMITS.scale.max,
  });

/** By the key that begins such an entry. */
export const SCRIPT_ENTRIES = {
  sysbench: scriptOptions("sysbench").optional().describe(describeKey("workloads[].sysbench")),
  pgbench: scriptOptions("pgbench")
    .extend({ scale: scale.optional() })
    .optional()
    .describe(describeKey("workloads[].pgbench")),
} as const satisfies Record<ScriptDriver, z.ZodType>;

export type ScriptOptions = z.output<ReturnType<typeof scriptOptions>> & { readonly scale?: number | undefined };

export function isScriptDriver(name: string): name is ScriptDriver {
  return SCRIPT_DRIVERS.some((driver) => driver === name);
}

/** The schema's types keep the options of all entries apart by nothing but their keys. */
export function isScript(options: unknown): options is ScriptOptions {
  return typeof options === "object" && options !== null && "script" in options;
}

/** The program of an entry that is a script; null for the others. */
export function scriptDriverOf(entry: string | object | null): ScriptDriver | null {
  if (entry === null || typeof entry === "string") return null;
  return Object.keys(entry).find(isScriptDriver) ?? null;
}

/** The driver of a method that names none: where one program runs every entry, it is that. */
export function usualDriver(entries: readonly (string | object | null)[]): DriverName {
  const drivers = new Set(entries.map(scriptDriverOf));
  const [only = null] = drivers;
  return drivers.size === 1 && only !== null ? only : DEFAULTS.method.driver;
}

/** Tables and rows are those that make the estimate: only the script knows better. */
export function scriptEntry(name: string, driver: ScriptDriver, options: ScriptOptions): WorkloadEntry {
  const script = scriptNamed(options.script);
  const load: ScriptLoad = {
    driver,
    script,
    prepare: prepareOf(driver, script, options.prepare),
    options: options.options ?? [],
    effect: options.effect ?? STOCK_SCRIPTS[driver][options.script] ?? "write",
    scale: options.scale ?? null,
  };
  const { storageEngine, keys } = DEFAULTS.workload;
  const prepared = driver === "sysbench";
  return {
    name,
    workload: driver,
    steps: [scriptStep(script)],
    ...sizeOf(load),
    storageEngine,
    prepared,
    keys,
    load,
  };
}

function scriptNamed(name: string): Script {
  return { name, file: null };
}

/** sysbench scripts bring their own `prepare`; pgbench has one command for all of its own. */
function prepareOf(driver: ScriptDriver, script: Script, asked: ScriptOptions["prepare"]): Script | null {
  if (asked === false) return null;
  if (asked !== undefined) return scriptNamed(asked);
  return driver === "sysbench" ? script : scriptNamed(PGBENCH_INITIALIZE);
}

/** Rows of `pgbench_accounts` in each unit of scale, and of sysbench's tables where `--table-size` does not say. */
const ROWS = { pgbench: 100_000, sysbench: 10_000 } as const;

function sizeOf({ driver, prepare, options, scale }: ScriptLoad): Pick<WorkloadEntry, "tables" | "rows"> {
  if (prepare === null) return { tables: 1, rows: 0 };
  if (driver === "pgbench")
    return { tables: 1, rows: prepare.name === PGBENCH_INITIALIZE ? ROWS.pgbench * (scale ?? 1) : 0 };
  const stock = isScriptFile(driver, prepare.name) ? 0 : ROWS.sysbench;
  return { tables: numberIn(options, "tables") ?? 1, rows: numberIn(options, "table-size") ?? stock };
}

/** Of `--tables=4`; null where it is not given, or not as digits. */
function numberIn(options: readonly string[], name: string): number | null {
  const word = options.findLast((option) => option.replaceAll("_", "-").startsWith(`--${name}=`));
  const value = Number(word?.split("=")[1] ?? Number.NaN);
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** What is wrong with a script's name; null for a file, which is looked for later, and for what the program brings. */
export function scriptNameProblem(driver: ScriptDriver, name: string, key: "script" | "prepare") {
  if (isScriptFile(driver, name)) return null;
  const own = key === "prepare" && driver === "pgbench" ? [PGBENCH_INITIALIZE] : Object.keys(STOCK_SCRIPTS[driver]);
  if (own.includes(name)) return null;
  const message = `${driver} brings no ${key === "script" ? "script" : "preparation"} called ${name}`;
  const example = driver === "sysbench" ? `./${name}.lua` : `./${name}.sql`;
  return { message, hint: `${nameHint(name, own, "scripts")}; or a file of your own: ${key}: ${example}` };
}
