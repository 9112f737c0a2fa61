import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { importedSpecifiers, violations, withoutComments } from "./import-rules.ts";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));

describe("imports of src", () => {
  it("go the one way that the design allows, and pure folders stay pure", () => {
    expect(sources.length).toBeGreaterThan(20);
    expect(sources.flatMap((path) => violations(path, readFileSync(`${SRC}/${path}`, "utf8")))).toEqual([]);
  });
});

/** Made-up sources that must be flagged: a rule that flags nothing would pass for ever. */
const WRONG: readonly (readonly [path: string, text: string, what: string])[] = [
  ["model/a.ts", 'import { b } from "../os/b.ts";', "model may not import os"],
  ["spec/a.ts", 'import type { B } from "../store/b.ts";', "spec may not import store"],
  ["judge/stats/a.ts", 'export * from "../verdict/b.ts";', "judge/stats may not import judge/verdict"],
  ["measure/probes/os/a.ts", 'import "../../dbms/b.ts";', "measure/probes may not import measure/dbms"],
  ["measure/dbms/mysql/a.ts", 'await import("../../lab/b.ts");', "measure/dbms may not import measure/lab"],
  ["store/a.ts", 'import {\n  b,\n} from "../measure/lab/b.ts";', "store may not import measure/lab"],
  ["report/a.ts", 'import { b } from "../model/../judge/verdict/b.ts";', "report may not import judge/verdict"],
  ["spec/a.ts", 'import { join } from "node:path";', "pure, but imports node:path"],
  ["store/a.ts", 'import { open } from "node:fs/promises";', "node:fs/promises is reached through src/os"],
  ["model/a.ts", "export const at = new Date();", "uses new Date()"],
  ["workloads/a.ts", "const at = Date.now();", "uses Date.now"],
  ["read/a.ts", "const at = performance.now();", "uses performance.now"],
  ["judge/verdict/a.ts", "const coin = Math.random() < 0.5;", "uses Math.random"],
  ["report/a.ts", "const home = process.env.HOME;", "uses process."],
  ["os/a.ts", 'import { b } from "./b.test.ts";', "imports the test os/b.test.ts"],
  ["extra/a.ts", "", "no rule for its folder"],
  ["model/a.ts", 'import { b } from "../extra/b.ts";', "imports extra/b.ts, which no rule knows"],
];

const RIGHT: readonly (readonly [path: string, text: string])[] = [
  ["judge/verdict/a.ts", 'import { b } from "../stats/b.ts"; import type { C } from "../../model/c.ts";'],
  ["measure/lab/a.ts", 'import { b } from "../probes/record.ts"; import { c } from "../../store/c.ts";'],
  ["model/a.ts", "export const at = (text: string) => new Date(text); // not new Date()\n/* Math.random */"],
  ["os/a.ts", 'import { readFile } from "node:fs/promises"; const at = Date.now();'],
  ["spec/a.test.ts", 'import { createOs } from "../os/node-os.ts"; const at = Date.now();'],
  ["report/a.ts", 'const text = "the server process. See https://example.org//process";'],
];

describe("the import rules", () => {
  it.each(WRONG)("flag %s: %s", (path, text, what) => {
    expect(violations(path, text).join("\n")).toContain(what);
  });

  it.each(RIGHT)("let %s pass: %s", (path, text) => {
    expect(violations(path, text)).toEqual([]);
  });

  it("see static and dynamic imports and re-exports, over several lines, and none in comments", () => {
    const code = `import a from "./a.ts";
      export { b } from './b.ts';
      import type {
        C,
      } from "../c.ts";
      const d = await import("./d.ts");
      // import e from "./e.ts";
      /* export * from "./f.ts"; */
      import "./g.ts";`;
    expect(importedSpecifiers(withoutComments(code))).toEqual(["./a.ts", "./b.ts", "../c.ts", "./d.ts", "./g.ts"]);
  });
});
