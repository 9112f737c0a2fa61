import { describe, expect, it } from "vitest";
import { dataSettings, loadConfig } from "./load-settings.ts";

describe("settings that act on data", () => {
  it("are told from those that act on a running server, however they are written", () => {
    const config = { "innodb-file-per-table": "0", performance_schema: "ON", LOOSE_innodb_page_size: "4k" };
    expect(dataSettings("mysql", config)).toEqual({ innodb_file_per_table: "0", innodb_page_size: "4k" });
  });

  it("are in force while the variant's data is loaded", () => {
    expect(loadConfig("mysql", { innodb_page_size: "4k" })).toMatchObject({
      innodb_page_size: "4k",
      innodb_flush_log_at_trx_commit: "0",
    });
  });
});
