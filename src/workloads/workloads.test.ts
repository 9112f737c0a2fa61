import { describe, expect, it } from "vitest";
import { FAMILIES } from "../model/build.ts";
import { LabError } from "../model/errors.ts";
import type { Statement, Step } from "../model/workload.ts";
import { renderStatement, splitAtParameters } from "./sql.ts";
import { findStep, findWorkload, WORKLOADS } from "./workloads.ts";

const ALL_STEPS: readonly (readonly [string, Step])[] = WORKLOADS.flatMap((workload) =>
  workload.steps.map((step): readonly [string, Step] => [`${workload.name}.${step.name}`, step]),
);

function statement(parts: Partial<Statement>): Statement {
  return { name: "s", effect: "read", sql: "SELECT 1", parameters: [], ...parts };
}

describe("every workload", () => {
  it.each(ALL_STEPS)("%s has as many parameters as its text has places, in each family", (_, step) => {
    for (const { statement } of step.groups) {
      for (const family of FAMILIES) {
        expect(splitAtParameters(statement, family, "t")).toHaveLength(statement.parameters.length + 1);
      }
    }
  });

  it.each(ALL_STEPS)("%s refers only to keys that were drawn before", (_, step) => {
    step.groups.forEach(({ statement }, group) => {
      statement.parameters.forEach((source, index) => {
        if (source.kind === "key-offset") expect(source.parameter).toBeLessThan(index);
        if (source.kind === "previous-key") expect(group).toBeGreaterThan(0);
        expect(source.kind).not.toBe("row-number");
      });
    });
  });

  it.each(ALL_STEPS)("%s is a write when one of its statements is", (_, step) => {
    const writes = step.groups.some(({ statement }) => statement.effect === "write");
    expect(step.effect).toBe(writes ? "write" : "read");
  });

  it("has defaults that name its own steps", () => {
    for (const workload of WORKLOADS) {
      for (const name of workload.defaults.steps) expect(findStep(workload, name).name).toBe(name);
    }
  });
});

describe("oltp", () => {
  it("has sysbench's 14 reads and 4 writes in a read-write transaction", () => {
    const { groups } = findStep(findWorkload("oltp"), "read-write");
    const executions = (effect: string): number =>
      groups.filter((group) => group.statement.effect === effect).reduce((sum, group) => sum + group.times, 0);
    expect([executions("read"), executions("write")]).toEqual([14, 4]);
  });

  it("inserts again the row that it deleted, in the same table", () => {
    const { groups } = findStep(findWorkload("oltp"), "read-write");
    const last = groups.at(-1);
    expect([last?.ownTable, last?.statement.parameters[0]]).toEqual([false, { kind: "previous-key" }]);
  });
});

describe("renderStatement", () => {
  it("numbers the places for PostgreSQL and leaves question marks in literals alone", () => {
    const asked = statement({ sql: "UPDATE {table} SET a='?''?', b=? WHERE id BETWEEN ? AND ?" });
    expect(renderStatement(asked, "postgres", "t1")).toBe("UPDATE t1 SET a='?''?', b=$1 WHERE id BETWEEN $2 AND $3");
    expect(renderStatement(asked, "mysql", "t1")).toBe("UPDATE t1 SET a='?''?', b=? WHERE id BETWEEN ? AND ?");
    expect(splitAtParameters(asked, "mysql", "t1")).toEqual([
      "UPDATE t1 SET a='?''?', b=",
      " WHERE id BETWEEN ",
      " AND ",
      "",
    ]);
  });

  it("takes a family's own text where there is one", () => {
    const own = statement({ sqlFor: { mysql: "SELECT 2 FROM {table}" } });
    expect(renderStatement(own, "mysql", "t")).toBe("SELECT 2 FROM t");
    expect(renderStatement(own, "postgres", "t")).toBe("SELECT 1");
  });
});

describe("findWorkload and findStep", () => {
  it("say which names there are when one is unknown", () => {
    const hintOf = (find: () => unknown): string => {
      try {
        find();
      } catch (error) {
        if (error instanceof LabError) return error.hint;
      }
      return "nothing thrown";
    };
    expect(hintOf(() => findWorkload("olpt"))).toContain("oltp");
    expect(hintOf(() => findStep(findWorkload("oltp"), "point-select"))).toContain("point-query");
  });
});
