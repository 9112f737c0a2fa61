import { describe, expect, it } from "vitest";
import type { Family } from "../../../model/build.ts";
import type { WorkloadEntry } from "../../../model/workload.ts";
import { createKeys } from "../../../workloads/keys.ts";
import { createRandom } from "../../../workloads/random.ts";
import { findStep, findWorkload } from "../../../workloads/workloads.ts";
import { compileProgram, type Program } from "./program.ts";
import { mysqlExecute, mysqlText } from "./protocol/mysql-request.ts";
import { postgresExecute, postgresText } from "./protocol/postgres-request.ts";
import { ValueStream } from "./value-stream.ts";

const ENTRY: WorkloadEntry = {
  name: "oltp",
  workload: "oltp",
  steps: ["read-write"],
  tables: 2,
  rows: 1000,
  storageEngine: null,
  prepared: true,
  keys: "uniform",
};

function compile(family: Family, step: string, changes: Partial<WorkloadEntry> = {}): Program {
  return compileProgram({ family, entry: { ...ENTRY, ...changes }, step: findStep(findWorkload("oltp"), step) });
}

function values(seed: number): ValueStream {
  return new ValueStream({ random: createRandom(seed), drawKey: createKeys("uniform", 1000), nextPlace: null });
}

/** Statement names in the order of one operation. */
function order(program: Program): readonly string[] {
  return program.slots.map((slot) => program.statements[slot.statement]?.name ?? "?");
}

describe("compileProgram", () => {
  it("puts BEGIN and COMMIT around sysbench's 18 statements, in sysbench's order", () => {
    const names = order(compile("mysql", "read-write"));
    expect(names).toEqual([
      "BEGIN",
      ...new Array<string>(10).fill("point-select"),
      ...["simple-range", "sum-range", "order-range", "distinct-range"],
      ...["update-index", "update-nonindex", "delete", "insert", "COMMIT"],
    ]);
  });

  it("draws a table for each group, and none for the insert behind its delete", () => {
    const { slots } = compile("postgres", "read-write");
    expect(slots.filter((slot) => slot.drawsTable)).toHaveLength(8);
    expect(slots.at(-2)).toMatchObject({ startsGroup: true, drawsTable: false });
  });

  it("sends MySQL's BEGIN as text, because MySQL cannot prepare it", () => {
    const prepared = (family: Family, isPrepared: boolean): readonly boolean[] =>
      compile(family, "read-only", { prepared: isPrepared })
        .statements.filter((statement) => ["BEGIN", "COMMIT"].includes(statement.name))
        .map((statement) => statement.prepared);
    expect(prepared("mysql", true)).toEqual([false, true]);
    expect(prepared("postgres", true)).toEqual([false, false]);
    expect(prepared("postgres", false)).toEqual([false, false]);
  });

  it("says which steps use the shared permutation", () => {
    expect(compile("mysql", "delete").usesNextKey).toBe(true);
    expect(compile("mysql", "read-write").usesNextKey).toBe(false);
  });

  it("refuses a step that would use a shared key on a table it was not drawn for", () => {
    const step = findStep(findWorkload("oltp"), "delete");
    const [group] = step.groups;
    if (group === undefined) throw new Error("delete has a group");
    const [pointQuery] = findStep(findWorkload("oltp"), "point-query").groups;
    if (pointQuery === undefined) throw new Error("point-query has a group");
    for (const groups of [[{ ...group, times: 2 }], [group, pointQuery], [pointQuery, { ...group, ownTable: false }]]) {
      expect(() => compileProgram({ family: "mysql", entry: ENTRY, step: { ...step, groups } })).toThrow(
        "one next-key",
      );
    }
  });

  it("has one text for each table", () => {
    const [statement] = compile("postgres", "point-query").statements;
    expect(statement?.texts.map((text) => text.sql)).toEqual([
      "SELECT c FROM sbtest1 WHERE id=$1",
      "SELECT c FROM sbtest2 WHERE id=$1",
    ]);
  });
});

describe("requests", () => {
  it("insert the row that was deleted, in the transaction of the delete", () => {
    const { statements } = compile("mysql", "read-write");
    const byName = (name: string) => statements.find((statement) => statement.name === name)?.draws ?? [];
    const stream = values(1);
    stream.beginGroup();
    const deleted = mysqlExecute(1, byName("delete")).encode(stream).readInt32LE(18);
    stream.beginGroup();
    // Four parameters: head of 14, bitmap, flag and types of 10; then k.
    const inserted = mysqlExecute(2, byName("insert")).encode(stream).readInt32LE(24);
    expect(deleted).toBeGreaterThan(0);
    expect(inserted).toBe(deleted);
  });

  it("span 100 rows from the key of a range", () => {
    const { statements } = compile("postgres", "read-only");
    const range = statements.find((statement) => statement.name === "simple-range");
    const packet = postgresExecute("s", range?.draws ?? []).encode(values(2));
    const first = packet.indexOf(Buffer.from([0, 0, 0, 4])) + 4;
    expect(packet.readInt32BE(first + 8) - packet.readInt32BE(first)).toBe(99);
  });

  it("draw the same values for the same seed, whatever protocol carries them", () => {
    const draws = compile("mysql", "insert").statements[0]?.draws ?? [];
    const pieces = ["(", ",", ",", ")"];
    const text = mysqlText(pieces, draws).encode(values(3)).toString("latin1", 5);
    const other = postgresText(pieces, draws)
      .encode(values(3))
      .toString("latin1", 5, text.length + 5);
    expect(text).toMatch(/^\(\d+,'[\d-]{119}','[\d-]{59}'\)$/);
    expect(other).toBe(text);
    const packet = mysqlExecute(9, draws).encode(values(3)).toString("latin1");
    const [, c = "?", pad = "?"] = /'([\d-]{119})','([\d-]{59})'/.exec(text) ?? [];
    expect(packet).toContain(c);
    expect(packet).toContain(pad);
  });

  it("tell MySQL the types of parameters with the first execution alone", () => {
    const draws = compile("mysql", "insert").statements[0]?.draws ?? [];
    const request = mysqlExecute(9, draws);
    const [first, second, third] = [1, 2, 3].map((seed) => Buffer.from(request.encode(values(seed))));
    expect(first?.subarray(15, 22)).toEqual(Buffer.from([1, 8, 0, 0xfd, 0, 0xfd, 0]));
    expect(second?.[15]).toBe(0);
    expect(second?.length).toBe((first?.length ?? 0) - 6);
    expect(second?.subarray(16)).not.toEqual(third?.subarray(16));
  });

  it("write the length of text that changes from one execution to the next", () => {
    const { statements } = compile("mysql", "point-query");
    const draws = statements[0]?.draws ?? [];
    const request = mysqlText(["SELECT ", ""], draws);
    const stream = values(4);
    for (let execution = 0; execution < 200; execution++) {
      const packet = request.encode(stream);
      expect(packet.readUIntLE(0, 3)).toBe(packet.length - 4);
      expect(packet.toString("latin1", 5)).toMatch(/^SELECT [1-9]\d*$/);
    }
  });
});
