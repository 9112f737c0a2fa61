/** As `report.test.ts`, of a run with cells in open loop. */
import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type Format, type RenderOptions, render } from "../../src/report/formats.ts";
import { makeReport } from "../../src/report/make-document.ts";
import { openLoopExample } from "./open-loop-run.ts";

const GOLDEN: readonly (readonly [file: string, format: Format, options: RenderOptions])[] = [
  ["open-loop-100.txt", "table", { width: 100 }],
  ["open-loop-plain.txt", "text", { width: 100 }],
  ["open-loop.md", "md", {}],
  ["open-loop.tsv", "tsv", {}],
];

describe("the report of a run in open loop", () => {
  const document = makeReport(openLoopExample());

  it.each(GOLDEN)("is what %s shows", async (file, format, options) => {
    const path = new URL(`files/${file}`, import.meta.url);
    const text = render(document, format, options);
    if (process.env.UPDATE_GOLDEN === "1") await writeFile(path, text);
    expect(text).toBe(await readFile(path, "utf8"));
  });

  it("keeps to its width in both tables", () => {
    for (const width of [80, 100, 120, 160]) {
      const lines = render(document, "table", { width }).split("\n");
      expect(lines.filter((line) => line.length > width && !line.includes("dbdyno"))).toEqual([]);
    }
  });

  it("has the ratio of the two mean response times that it shows", () => {
    for (const { rows, openLoop } of document.cells) {
      if (openLoop === null) continue;
      const [off, on] = rows;
      const ratio = (on?.openLoop?.responseSeconds ?? 0) / (off?.openLoop?.responseSeconds ?? 1);
      expect(on?.difference?.ratio).toBeCloseTo(ratio, 12);
    }
  });
});
