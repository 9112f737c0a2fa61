import { describe, expect, it } from "vitest";
import { EXAMPLE } from "../../test/golden/example-run.ts";
import type { ReportDocument } from "./document.ts";
import { fitColumns, tableWidth } from "./fit-columns.ts";
import { render } from "./formats.ts";
import { makeReport } from "./make-document.ts";
import { tablesOf } from "./tables.ts";

const PROMISED = ["variant", "QPS", "rQPS [low, high]", "cpu/o", "cs/o", "wKB/o", "verdict"];

/** The example with other names for its two variants beside the baseline. */
function named(first: string, second: string): ReportDocument {
  const document = makeReport(EXAMPLE);
  const names: Readonly<Record<string, string>> = { "query-cache": first, "perf-schema": second };
  const cells = document.cells.map((cell) => ({
    ...cell,
    rows: cell.rows.map((row) => ({ ...row, variant: names[row.variant] ?? row.variant })),
  }));
  return { ...document, cells };
}

function fitted(document: ReportDocument, width: number) {
  const [table = { columns: [], cells: [] }] = tablesOf(document);
  const { columns, gap, dropped } = fitColumns(table, { width, ellipsis: "\u2026" });
  const rows = document.cells.flatMap((cell) => cell.rows);
  const [variants] = columns.map((column) => [...new Set(rows.map((row) => column.text(row)))]);
  return { titles: columns.map(({ title }) => title), gap, dropped, variants, width: tableWidth(columns, rows, gap) };
}

describe("the columns of a table", () => {
  it.each([
    ["query-cache", "perf-schema"],
    ["performance-schema", "query-cache"],
    ["postgres-17.jit-off.work_mem-64MB", "postgres-17.jit-on.work_mem-64MB"],
    ["x".repeat(64), "y"],
  ])("have what a report promises at 80, 100 and 120 columns, with variants %s and %s", (first, second) => {
    for (const width of [80, 100, 120]) {
      const table = fitted(named(first, second), width);
      expect(table.titles).toEqual(expect.arrayContaining(PROMISED));
      expect(table.width).toBeLessThanOrEqual(width);
    }
  });

  it("stay apart by two spaces, with whole names, while that leaves room for those promised", () => {
    expect(fitted(named("query-cache", "perf-schema"), 80)).toMatchObject({ gap: 2, titles: PROMISED });
  });

  it("move together before a name is cut, and names are cut in the middle", () => {
    const long = named("performance-schema", "query-cache");
    expect(fitted(long, 80)).toMatchObject({ gap: 1, variants: ["off", "performance-schema", "query-cache"] });
    expect(fitted(long, 76).variants).toEqual(["off", "perform\u2026schema", "query-cache"]);
  });

  it("are cut elsewhere where two names differ only in the middle", () => {
    const table = fitted(named("postgres-17.jit-off.work_mem-64MB", "postgres-17.jit-on.work_mem-64MB"), 80);
    expect(table.variants?.slice(1)).toEqual(["po\u2026f.work_mem-64MB", "po\u2026n.work_mem-64MB"]);
  });

  it("never make two variants look alike: then a column goes", () => {
    const alike = named(`${"a".repeat(20)}1${"b".repeat(20)}`, `${"a".repeat(20)}2${"b".repeat(20)}`);
    const table = fitted(alike, 80);
    expect(new Set(table.variants).size).toBe(3);
    expect(table.dropped).toContain("wKB/o");
    expect(table.titles).toEqual(expect.arrayContaining(["QPS", "rQPS [low, high]", "verdict"]));
  });

  it("are the plain text's too, which is ASCII but for the user's own names", () => {
    const text = render(named("performance-schema-of-the-server", "query-cache"), "text", { width: 80 });
    expect(text).toMatch(/^perfo\S*\.\.\S*server +8201/m);
  });
});
