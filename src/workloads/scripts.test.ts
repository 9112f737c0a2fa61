import { describe, expect, it } from "vitest";
import type { ScriptLoad } from "../model/workload.ts";
import { isScriptFile, scriptData, scriptStep, scriptsOf, scriptWorkload } from "./scripts.ts";

describe("scriptStep", () => {
  it.each([
    ["oltp_read_only", "oltp_read_only"],
    ["./lua/my.lua", "my"],
    ["/home/ann/my reads (2).sql", "my-reads-2"],
    ["./v1.2.lua", "v1-2"],
    ["./,.lua", "script"],
  ])("of %s is %s, which folders and cells can be named by", (name, step) => {
    expect(scriptStep({ name })).toBe(step);
  });
});

describe("isScriptFile", () => {
  it("tells paths from names that the program knows", () => {
    expect(["./my.lua", "my.lua", "lua/reads", "/x/y"].map((name) => isScriptFile("sysbench", name))).toEqual(
      Array(4).fill(true),
    );
    expect(isScriptFile("sysbench", "oltp_read_only")).toBe(false);
    expect(isScriptFile("pgbench", "select-only")).toBe(false);
    expect(isScriptFile("pgbench", "my.sql")).toBe(true);
  });
});

describe("scriptWorkload", () => {
  const script = { name: "./my.lua", file: null };
  const load: ScriptLoad = {
    driver: "sysbench",
    script,
    prepare: script,
    options: [],
    effect: "read",
    scale: null,
  };

  it("has one step, named after the script, of the effect that was said", () => {
    const { steps, schema } = scriptWorkload(load);
    expect(steps).toMatchObject([{ name: "my", effect: "read", groups: [], state: "kept" }]);
    expect(schema).toEqual([]);
  });

  it("has the same data for the same preparing script, whatever runs on it; sysbench's options belong to it", () => {
    const data = (change: Partial<ScriptLoad>) => JSON.stringify(scriptData({ ...load, ...change }));
    const file = { path: "/a/my.lua", sha256: "1" };
    expect(data({ prepare: { name: "a", file } })).toBe(
      data({ prepare: { name: "b", file: { ...file, path: "/b" } } }),
    );
    expect(data({ prepare: { name: "a", file: { ...file, sha256: "2" } } })).not.toBe(
      data({ prepare: { name: "a", file } }),
    );
    expect(data({ options: ["--x=1"] })).not.toBe(data({}));
    expect(data({ driver: "pgbench", options: ["-r"] })).toBe(data({ driver: "pgbench" }));
  });

  it("needs the script that prepares beside the one that runs, unless they are one", () => {
    expect(scriptsOf(load)).toEqual([script]);
    expect(scriptsOf({ ...load, prepare: null })).toEqual([script]);
    const other = { name: "oltp_read_only", file: null };
    expect(scriptsOf({ ...load, prepare: other })).toEqual([script, other]);
  });
});
