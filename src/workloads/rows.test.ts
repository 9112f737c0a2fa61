import { describe, expect, it } from "vitest";
import { LabError } from "../model/errors.ts";
import type { TableDefinition } from "../model/workload.ts";
import { oltp } from "./oltp.ts";
import { insertStatement, type RowsRequest, tableRows } from "./rows.ts";

function request(changes: Partial<RowsRequest> = {}): RowsRequest {
  const [definition] = oltp.schema;
  if (definition === undefined) throw new Error("oltp has no table");
  return { definition, table: 1, rows: 1000, firstRow: 1, count: 20, seed: 7, keys: "special", ...changes };
}

describe("tableRows", () => {
  it("gives the same rows in chunks of any size", () => {
    const whole = tableRows(request({ count: 50 }));
    const chunks = [1, 8, 40].map((firstRow, index) =>
      tableRows(request({ firstRow, count: [7, 32, 11][index] ?? 0 })),
    );
    expect(chunks.flat()).toEqual(whole);
  });

  it("gives other rows for another seed, table or key distribution", () => {
    const rows = tableRows(request());
    expect(tableRows(request({ seed: 8 }))).not.toEqual(rows);
    expect(tableRows(request({ table: 2 }))).not.toEqual(rows);
    expect(tableRows(request({ keys: "uniform" })).map((row) => row[1])).not.toEqual(rows.map((row) => row[1]));
  });

  it("numbers the rows and fills k, c and pad as sysbench does", () => {
    for (const [index, [id, k, c, pad]] of tableRows(request({ firstRow: 31 })).entries()) {
      expect(id).toBe(31 + index);
      expect(k).toBeGreaterThanOrEqual(1);
      expect(k).toBeLessThanOrEqual(1000);
      expect(c).toHaveLength(119);
      expect(pad).toHaveLength(59);
    }
  });

  it("refuses a column whose value only a statement can have", () => {
    const definition: TableDefinition = {
      prefix: "t",
      columns: [{ name: "x", type: { kind: "integer" }, value: { kind: "next-key" } }],
      primaryKey: "x",
      indexes: [],
    };
    expect(() => tableRows(request({ definition }))).toThrow(LabError);
  });
});

describe("insertStatement", () => {
  it("names every column for MySQL", () => {
    const sql = insertStatement({ ...request({ firstRow: 5, count: 2 }), family: "mysql" });
    expect(sql).toMatch(/^INSERT INTO sbtest1 \(id, k, c, pad\) VALUES \(5, \d+, '[\d-]{119}', '[\d-]{59}'\), \(6, /);
    expect(sql.match(/\(\d+, /g)).toHaveLength(2);
  });

  it("leaves the serial column to PostgreSQL's sequence", () => {
    const sql = insertStatement({ ...request({ count: 1, table: 3 }), family: "postgres" });
    expect(sql).toMatch(/^INSERT INTO sbtest3 \(k, c, pad\) VALUES \(\d+, '[\d-]{119}', '[\d-]{59}'\)$/);
  });
});
