/**
 * `npm run picture -- LAB`: draws the verdict table of the lab's latest run, as a terminal shows it, to docs/demo.svg,
 * the picture of the README. The numbers are the run's own.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createContext } from "../src/cli/context.ts";
import { processIo } from "../src/cli/io.ts";
import { withReadableStore } from "../src/cli/laboratory.ts";
import { judgeStoredRun } from "../src/cli/show-run.ts";
import { createOs } from "../src/os/node-os.ts";
import { render } from "../src/report/formats.ts";

const COLUMNS = 96;
const LINE_HEIGHT = 20;
const CHARACTER_WIDTH = 8.43;
const PADDING = 16;

const [lab] = process.argv.slice(2);
if (lab === undefined) {
  console.error("usage: npm run picture -- LAB, a lab whose latest run is the demo's");
  process.exit(2);
}
const os = createOs();
const context = createContext({ args: [], options: { lab } }, processIo(os), os);
const run = await withReadableStore(context, (store) => store.readRun(null));
const { document } = judgeStoredRun(run, null);
const table = tableOf(render(document, "table", { width: COLUMNS, color: false }));
const lines = [`$ npm run demo        ${document.environment.line}`, "", ...table, "", ...wrapped(document.headlines)];
const file = join(import.meta.dirname, "../docs/demo.svg");
writeFileSync(file, svg(lines.map((line) => line.slice(0, COLUMNS))));
console.log(`${file}: run ${run.id}`);

/** From the header of the columns to the line that closes the table. */
function tableOf(text: string): readonly string[] {
  const all = text.split("\n");
  const first = all.findIndex((line) => line.startsWith("variant "));
  const last = all.findLastIndex((line) => line.startsWith("───"));
  return all.slice(first, last + 1);
}

function wrapped(sentences: readonly string[]): readonly string[] {
  return sentences.flatMap((sentence) => sentence.match(new RegExp(`.{1,${COLUMNS}}(?: |$)`, "g")) ?? []);
}

function svg(text: readonly string[]): string {
  const width = Math.round(2 * PADDING + COLUMNS * CHARACTER_WIDTH);
  const height = 2 * PADDING + text.length * LINE_HEIGHT;
  const rows = text.map((line, at) => {
    const bold = / (regressed|improved)$/.test(line) ? ' font-weight="bold"' : "";
    return `<text x="${PADDING}" y="${PADDING + 14 + at * LINE_HEIGHT}"${bold}>${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    "<title>The table that the demo ends with</title>",
    '<rect width="100%" height="100%" rx="8" fill="#10151c"/>',
    '<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="#e6e9ee" xml:space="preserve">',
    ...rows,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function escaped(line: string): string {
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
