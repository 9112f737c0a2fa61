import { describe, expect, it } from "vitest";
import type { TableDefinition } from "../../model/workload.ts";
import * as mysql from "./mysql/schema.ts";
import * as postgres from "./postgres/schema.ts";

const TABLE: TableDefinition = {
  prefix: "sbtest",
  columns: [
    { name: "id", type: { kind: "serial" }, value: { kind: "row-number" } },
    { name: "k", type: { kind: "integer" }, value: { kind: "key" } },
    { name: "c", type: { kind: "char", length: 120 }, value: { kind: "digits", groups: 10 } },
  ],
  primaryKey: "id",
  indexes: [{ name: "k_{n}", columns: ["k"] }],
};

describe("a table", () => {
  it("is sysbench's in MySQL, with the storage engine that is asked for", () => {
    const columns = "id INTEGER NOT NULL AUTO_INCREMENT, k INTEGER DEFAULT 0 NOT NULL, c CHAR(120) DEFAULT '' NOT NULL";
    expect(mysql.createTable(TABLE, 3, null)).toBe(`CREATE TABLE sbtest3 (${columns}, PRIMARY KEY (id))`);
    expect(mysql.createTable(TABLE, 3, "myisam")).toBe(
      `CREATE TABLE sbtest3 (${columns}, PRIMARY KEY (id)) ENGINE=myisam`,
    );
  });

  it("is sysbench's in PostgreSQL, which has no storage engines", () => {
    expect(postgres.createTable(TABLE, 3, null)).toBe(
      "CREATE TABLE sbtest3 (id SERIAL, k INTEGER DEFAULT 0 NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, PRIMARY KEY (id))",
    );
    expect(() => postgres.createTable(TABLE, 3, "innodb")).toThrow("PostgreSQL has no storage engine innodb");
  });

  for (const [family, schema] of Object.entries({ mysql, postgres })) {
    it(`has its number in the names of its indexes (${family})`, () => {
      expect(schema.createIndexes(TABLE, 3)).toEqual(["CREATE INDEX k_3 ON sbtest3 (k)"]);
    });
  }

  it("takes no name that is more than a name", () => {
    expect(() => mysql.createTable(TABLE, 1, "innodb; DROP TABLE x")).toThrow("cannot be the name");
    expect(() => mysql.createTable({ ...TABLE, prefix: "a b" }, 1, null)).toThrow("cannot be the name");
  });
});
