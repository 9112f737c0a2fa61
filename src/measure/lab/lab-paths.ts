import { join } from "node:path";
import type { Cell } from "../../model/plan.ts";

/**
 * Where things are in a lab folder. Sockets are not here: their paths must stay under 107 bytes.
 *
 * ```
 * lab/dbdyno.sqlite            the store
 * lab/templates/<key>/data     loaded once, read only from then on
 * lab/data/<run>/<variant>     a clone, lives as long as its stage
 * lab/runs/<run>/<variant>/<cell>/r03.m1/   raw files of one measurement
 * ```
 */
export interface LabPaths {
  readonly root: string;
  readonly store: string;
  readonly templates: string;
  template(key: string): string;
  runFolder(run: string): string;
  cloneRoot(run: string): string;
  clone(run: string, variant: string): string;
  errorLog(run: string, variant: string, stage: string): string;
  driverLog(run: string, driver: string): string;
  measurementFolder(
    run: string,
    variant: string,
    cell: Cell,
    slot: { readonly round: number; readonly index: number },
  ): string;
}

/** Pure: joins names below `root`, an absolute path. */
export function labPaths(root: string): LabPaths {
  const runFolder = (run: string): string => join(root, "runs", run);
  return {
    root,
    store: join(root, "dbdyno.sqlite"),
    templates: join(root, "templates"),
    template: (key) => join(root, "templates", key),
    runFolder,
    cloneRoot: (run) => join(root, "data", run),
    clone: (run, variant) => join(root, "data", run, variant),
    errorLog: (run, variant, stage) => join(runFolder(run), variant, `${stage}.error.log`),
    driverLog: (run, driver) => join(runFolder(run), `${driver}.log`),
    measurementFolder: (run, variant, cell, slot) => join(runFolder(run), variant, cell.id, slotName(slot)),
  };
}

/** `r03.m1`. */
export function slotName(slot: { readonly round: number; readonly index: number }): string {
  return `r${String(slot.round).padStart(2, "0")}.m${slot.index}`;
}
