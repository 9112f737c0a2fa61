import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MYSQL_COUNTERS, MYSQL_COUNTERS_QUERY } from "./mysql-counters.ts";
import { mysqlStatus } from "./server-status.ts";
import { neutralValues } from "./status-counter.ts";

const CAPTURED = new URL("../../../../fixtures/probes/mysql-5.6.24-status.tsv", import.meta.url);
const rows = readFileSync(CAPTURED, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => ({ Variable_name: line.split("\t")[0] ?? "", Value: line.split("\t")[1] ?? "" }));
const status = mysqlStatus(rows);

describe("counters of MySQL 5.6.24", () => {
  it("are all there but deadlocks, which this server has not as a status variable", () => {
    const native = MYSQL_COUNTERS.flatMap((counter) => counter.native);
    expect(native.filter((name) => !(name in status))).toEqual(["Innodb_deadlocks"]);
    expect(neutralValues(MYSQL_COUNTERS, status)).not.toHaveProperty("deadlocks");
  });

  it("have the values that the server told", () => {
    expect(neutralValues(MYSQL_COUNTERS, status)).toMatchObject({
      rows_inserted: 3,
      rows_updated: 2,
      rows_deleted: 1,
      commits: 1,
      rollbacks: 0,
      log_written_bytes: 14336,
      pages_read: 164,
      connections: 1,
    });
  });

  it("add up all kinds of reads of the storage engines", () => {
    const handlers = Object.entries(status).filter(([name]) => name.startsWith("Handler_read_"));
    const total = handlers.reduce((sum, [, value]) => sum + Number(value), 0);
    expect(handlers).toHaveLength(7);
    expect(neutralValues(MYSQL_COUNTERS, status).rows_read).toBe(total);
  });

  it("give lock time in seconds where the server gives milliseconds", () => {
    expect(neutralValues(MYSQL_COUNTERS, { Innodb_row_lock_time: "1500" })).toEqual({ lock_wait_seconds: 1.5 });
  });

  it("leave a sum out when one of its parts is missing or no number", () => {
    const { Handler_read_prev: _, ...rest } = status;
    expect(neutralValues(MYSQL_COUNTERS, rest)).not.toHaveProperty("rows_read");
    expect(neutralValues(MYSQL_COUNTERS, { Questions: "" })).toEqual({});
    expect(neutralValues(MYSQL_COUNTERS, { Questions: "OFF" })).toEqual({});
  });

  it("are asked for by name, since the whole status would count 342 rows as read", () => {
    expect(MYSQL_COUNTERS_QUERY).toMatch(/^SHOW GLOBAL STATUS WHERE Variable_name IN \('Handler_read_first', /);
  });
});
