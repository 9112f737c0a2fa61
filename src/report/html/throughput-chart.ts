/** Throughput over clients of one step, a line a variant, as SVG: it needs no script and prints. */
import { scaleLinear, scaleLog } from "d3-scale";
import type { ReportedCell, ReportedRow } from "../document.ts";
import { formatNumber, isNarrow } from "../format-number.ts";
import { html, type Markup } from "./markup.ts";

const WIDTH = 420;
const HEIGHT = 250;
const MARGIN = { top: 12, right: 16, bottom: 40, left: 62 } as const;
const TICKS = 5;
/** Room beside the outermost client counts, as a factor. */
const AROUND = 1.25;

interface Point {
  readonly clients: number;
  readonly value: number;
  /** Null: the interval says nothing, or this is the baseline. */
  readonly interval: readonly [number, number] | null;
  readonly verdict: ReportedRow["verdict"];
}

interface Line {
  readonly variant: string;
  readonly points: readonly Point[];
}

/** Of cells of one step in closed loop. Null where none was measured. */
export function throughputChart(
  name: string,
  cells: readonly ReportedCell[],
  variants: readonly string[],
): Markup | null {
  const lines = variants.map((variant) => lineOf(variant, cells));
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const scales = scalesOf(points);
  const summary = `throughput of ${name} over clients: ${lines.map(lineText).join("; ")}`;
  return html`<figure><figcaption>${name}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${summary}">
${axes(scales, points)}
${lines.map((line, at) => drawnLine(line, at, scales))}
</svg></figure>
`;
}

function lineOf(variant: string, cells: readonly ReportedCell[]): Line {
  const points = cells.flatMap((cell) => {
    const row = cell.rows.find((each) => each.variant === variant);
    const value = row?.throughput ?? null;
    if (row === undefined || value === null) return [];
    return [{ clients: cell.clients, value, interval: intervalOf(row, cell), verdict: row.verdict }];
  });
  return { variant, points: points.toSorted((a, b) => a.clients - b.clients) };
}

/** The interval is of the ratio: here it stands around the baseline's throughput times that. */
function intervalOf({ difference }: ReportedRow, { rows }: ReportedCell): readonly [number, number] | null {
  const base = rows.find((row) => row.verdict === "baseline")?.throughput ?? null;
  if (difference === null || base === null || !isNarrow(difference)) return null;
  return [base * difference.low, base * difference.high];
}

function lineText({ variant, points }: Line): string {
  return `${variant} ${points.map(({ clients, value }) => `${formatNumber(value)}/s at ${clients}`).join(", ")}`;
}

type Scales = ReturnType<typeof scalesOf>;

function scalesOf(points: readonly Point[]) {
  const clients = points.map((point) => point.clients);
  // An interval of few rounds may reach far above every throughput: it is cut off, and not the chart pressed flat.
  const most = Math.max(...points.map(({ value }) => value));
  const highest = Math.max(...points.map(({ value, interval }) => Math.max(value, interval?.[1] ?? 0)));
  return {
    x: scaleLog()
      .base(2)
      .domain([Math.min(...clients) / AROUND, Math.max(...clients) * AROUND])
      .range([MARGIN.left, WIDTH - MARGIN.right]),
    y: scaleLinear()
      .domain([0, Math.min(highest, 1.5 * most) || 1])
      .nice(TICKS)
      .range([HEIGHT - MARGIN.bottom, MARGIN.top])
      .clamp(true),
  };
}

function axes({ x, y }: Scales, points: readonly Point[]): Markup {
  const clients = [...new Set(points.map((point) => point.clients))];
  const bottom = HEIGHT - MARGIN.bottom;
  return html`<g class="axis">
${y.ticks(TICKS).map(
  (value) =>
    html`<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at(y(value))}" y2="${at(y(value))}"/><text x="${MARGIN.left - 6}" y="${at(y(value) + 4)}" text-anchor="end">${shortNumber(value)}</text>
`,
)}
${clients.map(
  (count) =>
    html`<line class="tick" x1="${at(x(count))}" x2="${at(x(count))}" y1="${bottom}" y2="${bottom + 4}"/><text x="${at(x(count))}" y="${bottom + 17}" text-anchor="middle">${count}</text>
`,
)}
<text x="${(MARGIN.left + WIDTH - MARGIN.right) / 2}" y="${HEIGHT - 6}" text-anchor="middle">clients</text>
<text transform="translate(13 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">operations/s</text>
</g>`;
}

function drawnLine({ variant, points }: Line, number: number, scales: Scales): Markup {
  const { x, y } = scales;
  const path = points
    .map(({ clients, value }, i) => `${i === 0 ? "M" : "L"}${at(x(clients))} ${at(y(value))}`)
    .join("");
  return html`<g class="line${number % 6}"><path d="${path}"/>${points.map((point) => drawnPoint(variant, point, number, scales))}</g>
`;
}

function drawnPoint(
  variant: string,
  { clients, value, interval, verdict }: Point,
  number: number,
  { x, y }: Scales,
): Markup {
  // Side by side: intervals at one client count would hide each other.
  const left = x(clients) + 4 * ((number + 1) >> 1) * (number % 2 === 0 ? -1 : 1);
  const whisker =
    interval === null
      ? null
      : html`<line class="whisker" x1="${at(left)}" x2="${at(left)}" y1="${at(y(interval[0]))}" y2="${at(y(interval[1]))}"/>`;
  return html`${whisker}<g transform="translate(${at(left)} ${at(y(value))})"><title>${variant}, ${clients} clients: ${formatNumber(value)} operations/s, ${verdict}</title>${marker(number)}</g>`;
}

/** A shape a variant: lines must be told apart without colour. */
const MARKERS = [
  html`<circle r="4"/>`,
  html`<rect x="-4" y="-4" width="8" height="8"/>`,
  html`<path class="filled" d="M0 -5L5 4L-5 4Z"/>`,
  html`<path class="filled" d="M0 -5.5L5.5 0L0 5.5L-5.5 0Z"/>`,
  html`<path class="filled" d="M0 5L5 -4L-5 -4Z"/>`,
  html`<rect x="-5" y="-2.5" width="10" height="5"/>`,
] as const;

function marker(number: number): Markup {
  return MARKERS[number % MARKERS.length] ?? MARKERS[0];
}

/** Its line and marker, for a legend. */
export function variantKey(variant: string, number: number): Markup {
  return html`<span class="key"><svg class="line${number % 6} sample" viewBox="-14 -7 28 14" aria-hidden="true"><path d="M-14 0L14 0"/>${marker(number)}</svg> ${variant}</span> `;
}

function at(value: number): string {
  return value.toFixed(1);
}

/** `1.2M`, `45k`, `800`. */
function shortNumber(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  return value >= 1000 ? `${Number((value / 1000).toPrecision(3))}k` : String(Number(value.toPrecision(3)));
}
