/** The HTML report as people open it: from a disk, in a real browser. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPageAssets } from "../../src/cli/page-assets.ts";
import { createOs } from "../../src/os/node-os.ts";
import { render } from "../../src/report/formats.ts";
import { makeReport } from "../../src/report/make-document.ts";
import type { TimelineMeasurement } from "../../src/report/timeline.ts";
import { EXAMPLE } from "../golden/example-run.ts";
import { openBrowser } from "../support/chromium.ts";

const os = createOs();
const REPORT = makeReport(EXAMPLE);

/** A measurement of ten seconds for each row of the report; every fifth is disturbed. */
const TIMELINE: readonly TimelineMeasurement[] = REPORT.cells
  .flatMap((cell) =>
    cell.rows.map(({ variant, throughput }) => ({ cell: cell.id, variant, throughput: throughput ?? 100 })),
  )
  .map(({ throughput, ...row }, at) => ({
    ...row,
    startSeconds: 12 * at,
    rates: Array.from({ length: 10 }, (_, second) => throughput * (1 - 0.01 * ((3 * second) % 7))),
    disturbed: at % 5 === 4,
  }));

interface Opened {
  readonly page: Page;
  /** Errors on its console, exceptions of its scripts, and requests that are not for the page itself. */
  readonly complaints: readonly string[];
}

describe("the HTML report in a browser", () => {
  let browser: Browser;
  let folder: string;
  let address: string;

  beforeAll(async () => {
    browser = await openBrowser(os);
    const page = { timeline: TIMELINE, assets: await readPageAssets(os) };
    folder = await mkdtemp(join(tmpdir(), "dbdyno-page-"));
    const file = join(folder, "report.html");
    await writeFile(file, render(REPORT, "html", { page }));
    address = pathToFileURL(file).href;
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(width: number, hash = ""): Promise<Opened> {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      if (!/^(file|data):/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(`${address}${hash}`);
    return { page, complaints };
  }

  it.each([360, 768, 1600])(
    "at %i px opens without an error, a request, or a need to scroll sideways",
    async (width) => {
      const { page, complaints } = await open(width);
      expect(await page.title()).toContain("dbdyno");
      expect(await page.locator("#timeline canvas").count()).toBe(1);
      expect(await page.locator("figure svg").count()).toBeGreaterThan(0);
      const overhang = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(overhang).toBeLessThanOrEqual(0);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it("is walked by keyboard: skip link, a field of the verdicts, the chart over time", async () => {
    const { page, complaints } = await open(1200);
    const focused = (what: string) => page.evaluate(`document.activeElement.${what}`);
    await page.keyboard.press("Tab");
    expect(await focused("textContent")).toBe("Skip to the results");
    for (
      let step = 0;
      step < 30 && !((await focused("href")) as string | undefined)?.endsWith("#oltp.point-query.8");
      step++
    ) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    expect(await page.evaluate("location.hash")).toBe("#oltp.point-query.8");
    await page.locator("#timeline").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("#timeline-at").textContent()).toMatch(/^\d+ s: \d+ operations\/s, oltp\.\S+ \S+/);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("opens at the cell of a link", async () => {
    const { page } = await open(360, "#oltp.point-query.8");
    const box = await page.locator('tbody[id="oltp.point-query.8"]').boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(-1);
    expect(box?.y).toBeLessThan(800);
    await page.close();
  });

  it("prints to PDF", async () => {
    const { page } = await open(1200);
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.length).toBeGreaterThan(20_000);
    await page.close();
  });
});
