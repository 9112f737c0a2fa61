import type { SpecPosition, SpecProblem } from "../model/spec.ts";

/** Keys and list indexes from the top of a spec: `["workloads", 0, "oltp", "steps", 2]`. */
export type SpecPath = readonly (string | number)[];

/** Where things are in the text that a spec was read from. Kept for the checks that come after facts are known. */
export interface SpecPositions {
  /** The value at `path`, or its key; the nearest parent that is written where `path` is not. */
  readonly at: (path: SpecPath, part: "key" | "value") => SpecPosition;
  /** Where a variant's build is written: below `variants`, or a level of `matrix`. */
  readonly buildPath: (variant: string) => SpecPath;
  /** Where a setting of a variant is written: in its `config`, or in that of `matrix`. */
  readonly settingPath: (variant: string, setting: string) => SpecPath;
}

/** For specs made of a command line: every position is its first column. `source` names it: `command line`. */
export function positionsOutsideFile(source: string): SpecPositions {
  return {
    at: () => ({ file: source, line: 1, column: 1 }),
    buildPath: (variant) => ["variants", variant, "build"],
    settingPath: (variant, setting) => ["variants", variant, "config", setting],
  };
}

/** `workloads[0].oltp.steps[2]`; empty for the whole file. */
export function pathText(path: SpecPath): string {
  return path.map((part, i) => (typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`)).join("");
}

/** A problem at the value (or `part: "key"`) of `path`. */
export function problemAt(
  positions: SpecPositions,
  path: SpecPath,
  { message, hint, part = "value" }: { message: string; hint: string; part?: "key" | "value" },
): SpecProblem {
  return { position: positions.at(path, part), path: pathText(path), message, hint };
}
