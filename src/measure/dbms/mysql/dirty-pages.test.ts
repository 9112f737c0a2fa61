import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../../os/fake-os.ts";
import type { SqlConnection } from "../../connect/connect.ts";
import { writeDirtyPages } from "./dirty-pages.ts";

const BEFORE = {
  innodb_io_capacity: "200",
  innodb_io_capacity_max: "2000",
  innodb_max_dirty_pages_pct: "75",
  innodb_max_dirty_pages_pct_lwm: "0",
};

/** A server whose dirty pages go down by `step` with each look, and what was set on it. */
function server(pages: number, step: number) {
  const statements: string[] = [];
  let dirty = pages;
  const connection: SqlConnection = {
    query: async (sql) => {
      if (sql.startsWith("SET")) statements.push(sql);
      if (sql.includes("VARIABLES"))
        return Object.entries(BEFORE).map(([name, value]) => ({ Variable_name: name, Value: value }));
      if (sql.includes("STATUS")) {
        dirty -= step;
        return [{ Variable_name: "Innodb_buffer_pool_pages_dirty", Value: String(dirty) }];
      }
      return [];
    },
    close: async () => undefined,
  };
  return { connection, statements };
}

const RESTORED = [
  "SET GLOBAL innodb_max_dirty_pages_pct = 75",
  "SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0",
  "SET GLOBAL innodb_io_capacity = 200",
  "SET GLOBAL innodb_io_capacity_max = 2000",
];

describe("writing dirty pages", () => {
  it("waits until few are left and puts the settings back in an order that the server takes", async () => {
    const { connection, statements } = server(1000, 330);
    expect(await writeDirtyPages(connection, createFakeOs().clock, 60)).toBe(10);
    expect(statements.slice(0, 4)).toEqual([
      "SET GLOBAL innodb_io_capacity_max = 20000",
      "SET GLOBAL innodb_io_capacity = 20000",
      "SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0",
      "SET GLOBAL innodb_max_dirty_pages_pct = 0",
    ]);
    expect(statements.slice(4)).toEqual(RESTORED);
  });

  it("gives up at the limit and says how many are left", async () => {
    const { connection, statements } = server(5000, 1);
    const { clock } = createFakeOs();
    expect(await writeDirtyPages(connection, clock, 3)).toBeGreaterThan(4000);
    expect(clock.monotonic()).toBeCloseTo(3, 0);
    expect(statements.slice(4)).toEqual(RESTORED);
  });
});
