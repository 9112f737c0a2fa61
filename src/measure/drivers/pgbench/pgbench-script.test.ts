import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "../../../model/workload.ts";
import { findStep, findWorkload } from "../../../workloads/workloads.ts";
import { pgbenchScripts, statementsPerTransaction } from "./pgbench-script.ts";

const ENTRY: WorkloadEntry = {
  name: "oltp",
  workload: "oltp",
  steps: [],
  tables: 2,
  rows: 5000,
  storageEngine: null,
  prepared: true,
  keys: "uniform",
};
const step = (name: string) => findStep(findWorkload("oltp"), name);

describe("pgbenchScripts", () => {
  it("has one script a table, with keys drawn before each statement", () => {
    expect(pgbenchScripts(ENTRY, step("point-query"))).toEqual([
      "\\set p0 random(1, 5000)\nSELECT c FROM sbtest1 WHERE id=:p0;\n",
      "\\set p0 random(1, 5000)\nSELECT c FROM sbtest2 WHERE id=:p0;\n",
    ]);
  });

  it("puts a transaction around several statements, and counts them all", () => {
    const [script = ""] = pgbenchScripts(ENTRY, step("read-only"));
    const lines = script.trimEnd().split("\n");
    expect([lines[0], lines.at(-1)]).toEqual(["BEGIN;", "END;"]);
    expect(lines).toContain("\\set p1 :p0 + 99");
    expect(lines).toContain("SELECT c FROM sbtest1 WHERE id BETWEEN :p0 AND :p1;");
    expect(lines.filter((line) => line.endsWith(";"))).toHaveLength(statementsPerTransaction(step("read-only")));
  });

  it("draws gaussian keys as wide as those of the other drivers", () => {
    expect(pgbenchScripts({ ...ENTRY, keys: "gaussian" }, step("point-query"))[0]).toContain(
      "random_gaussian(1, 5000, 6)",
    );
  });

  it.each([
    ["special", "point-query", "pgbench draws uniform and gaussian keys, and none special"],
    ["uniform", "update-nonindex", "it needs digits"],
    ["uniform", "delete", "it needs next-key"],
  ] as const)("refuses %s keys at %s", (keys, name, why) => {
    expect(() => pgbenchScripts({ ...ENTRY, keys }, step(name))).toThrow(why);
  });
});
