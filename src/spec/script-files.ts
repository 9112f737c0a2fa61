/** The files of a spec's scripts: which ones there are, and what they held when the plan was made. Pure. */
import type { Script, ScriptFile, ScriptLoad, WorkloadEntry } from "../model/workload.ts";
import { isScriptFile, scriptsOf } from "../workloads/scripts.ts";

/** By the file's name as the spec says it. */
export type ScriptFiles = Readonly<Record<string, ScriptFile>>;

/** Names of all files that the entries' scripts are, each once. */
export function scriptFileNames(entries: readonly WorkloadEntry[]): readonly string[] {
  const names = entries.flatMap(({ load }) =>
    load === undefined ? [] : scriptsOf(load).filter(({ name }) => isScriptFile(load.driver, name)),
  );
  return [...new Set(names.map(({ name }) => name))];
}

/** The entries with what `files` says of their scripts. */
export function withScriptFiles(entries: readonly WorkloadEntry[], files: ScriptFiles): readonly WorkloadEntry[] {
  return entries.map((entry) => (entry.load === undefined ? entry : { ...entry, load: known(entry.load, files) }));
}

function known(load: ScriptLoad, files: ScriptFiles): ScriptLoad {
  const lookUp = (script: Script): Script => {
    const file = Object.hasOwn(files, script.name) ? files[script.name] : undefined;
    return file === undefined ? script : { ...script, file };
  };
  return { ...load, script: lookUp(load.script), prepare: load.prepare && lookUp(load.prepare) };
}
