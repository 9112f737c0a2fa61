/** Scripts of other load generators as workloads: what sysbench and pgbench bring, and what users write. */
import type { Script, ScriptDriver, ScriptLoad, Workload } from "../model/workload.ts";

/** `effect` of the scripts that a program brings, by name. */
export const STOCK_SCRIPTS: Readonly<Record<ScriptDriver, Readonly<Record<string, "read" | "write">>>> = {
  // Those of release 1.0.20 that ask a database.
  sysbench: {
    bulk_insert: "write",
    oltp_delete: "write",
    oltp_insert: "write",
    oltp_point_select: "read",
    oltp_read_only: "read",
    oltp_read_write: "write",
    oltp_update_index: "write",
    oltp_update_non_index: "write",
    oltp_write_only: "write",
    select_random_points: "read",
    select_random_ranges: "read",
  },
  pgbench: { "tpcb-like": "write", "simple-update": "write", "select-only": "read" },
};

/** `pgbench -i`: makes the tables of pgbench's own scripts. */
export const PGBENCH_INITIALIZE = "initialize";

const EXTENSIONS: Readonly<Record<ScriptDriver, string>> = { sysbench: ".lua", pgbench: ".sql" };

/** True for a path; false for a name that the program itself has to know. */
export function isScriptFile(driver: ScriptDriver, name: string): boolean {
  return name.includes("/") || name.endsWith(EXTENSIONS[driver]);
}

/** One step, named after the script. Nothing is known of its statements, and what it does to its state may go on. */
export function scriptWorkload(load: ScriptLoad): Workload {
  const name = scriptStep(load.script);
  const summary = `${load.driver} script ${load.script.name}`;
  const { effect } = load;
  return {
    name: load.driver,
    summary,
    defaults: { tables: 1, rows: 0, steps: [name] },
    schema: [],
    steps: [{ name, summary, effect, transaction: false, groups: [], state: "kept" }],
  };
}

/** `my-reads` of `./scripts/my reads.lua`: it is part of a cell's name, and of folders. */
export function scriptStep({ name }: Pick<Script, "name">): string {
  const base = (name.split("/").at(-1) ?? name).replace(/\.(lua|sql)$/, "");
  return base.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "") || "script";
}

/** Every script that the load needs. */
export function scriptsOf({ script, prepare }: ScriptLoad): readonly Script[] {
  return prepare === null || prepare.name === script.name ? [script] : [script, prepare];
}

/**
 * All that decides the data that a script makes: equal values, equal data. sysbench's `prepare` is given the options, pgbench's
 * not. A changed file makes other rows; where the file is does not matter.
 */
export function scriptData({ driver, prepare, options, scale }: ScriptLoad): readonly unknown[] {
  return [prepare && (prepare.file?.sha256 ?? prepare.name), driver === "sysbench" ? options : [], scale];
}
