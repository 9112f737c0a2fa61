/** Golden files of every report format. `UPDATE_GOLDEN=1 npx vitest run test/golden` writes them anew: read the diff. */
import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type Format, type RenderOptions, render } from "../../src/report/formats.ts";
import { PLAIN_PAGE } from "../../src/report/html/render-html.ts";
import { makeReport } from "../../src/report/make-document.ts";
import { makeTimeline } from "../../src/report/timeline.ts";
import { EXAMPLE } from "./example-run.ts";

const TIMELINE = makeTimeline(EXAMPLE.run.measurements, ({ warnings }) => warnings.length > 0);

const GOLDEN: readonly (readonly [file: string, format: Format, options: RenderOptions])[] = [
  ["report-80.txt", "table", { width: 80 }],
  ["report-120.txt", "table", { width: 120 }],
  ["report-160.txt", "table", { width: 160 }],
  ["report-color.txt", "table", { width: 100, color: true }],
  ["report.tsv", "tsv", {}],
  ["report.json", "json", {}],
  ["report.md", "md", {}],
  ["report-plain.txt", "text", { width: 90 }],
  ["report.html", "html", { page: { ...PLAIN_PAGE, timeline: TIMELINE } }],
];

describe("the report of one run", () => {
  for (const [file, format, options] of GOLDEN) {
    it(`as ${format} is what ${file} shows`, async () => {
      const path = new URL(`files/${file}`, import.meta.url);
      const text = render(makeReport(EXAMPLE), format, options);
      if (process.env.UPDATE_GOLDEN === "1") await writeFile(path, text);
      expect(text).toBe(await readFile(path, "utf8"));
    });
  }

  it("fits its width in every line that holds no command", () => {
    for (const width of [80, 100, 120, 160, 200]) {
      const lines = render(makeReport(EXAMPLE), "table", { width }).split("\n");
      const tooLong = lines.filter((line) => line.length > width && !line.includes("dbdyno run --resume"));
      expect(tooLong).toEqual([]);
    }
  });

  it("names in the table what has no room, and has it all at 200 columns", () => {
    const document = makeReport(EXAMPLE);
    expect(render(document, "table", { width: 80 })).toMatch(/no room for wo\/o, client cpu\/o/);
    expect(render(document, "table", { width: 200 })).not.toMatch(/no room/);
  });

  it("shows QPS, rQPS, cpu/o, cs/o, wKB/o and the verdict at 80 columns", () => {
    const head = render(makeReport(EXAMPLE), "table", { width: 80 })
      .split("\n")
      .find((line) => line.startsWith("variant"));
    expect(head?.trim().split(/ {2,}/)).toEqual([
      "variant",
      "QPS",
      "rQPS [low, high]",
      "cpu/o",
      "cs/o",
      "wKB/o",
      "verdict",
    ]);
  });

  it("has the same number of fields in every line of TSV", () => {
    const lines = render(makeReport(EXAMPLE), "tsv").trimEnd().split("\n");
    expect(new Set(lines.map((line) => line.split("\t").length)).size).toBe(1);
    expect(lines).toHaveLength(1 + 4 * 3);
  });

  it("is the document itself in JSON", () => {
    expect(JSON.parse(render(makeReport(EXAMPLE), "json"))).toEqual(makeReport(EXAMPLE));
  });

  it("of a run that measured nothing yet is whole in every format", () => {
    const empty = { ...EXAMPLE.run, state: "interrupted", measurements: [], variantFacts: [] } as const;
    const document = makeReport({ run: empty, verdicts: [], headlines: [] });
    expect(document.next.command).toBe(`dbdyno run --resume ${empty.id}`);
    for (const [, format, options] of GOLDEN) expect(render(document, format, options)).toMatch(/not measured/);
  });
});
