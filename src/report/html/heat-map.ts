/** All verdicts at a glance: for each variant a table of steps and clients, each field a link to its cell. */
import type { ReportDocument, ReportedCell, ReportedRow } from "../document.ts";
import { formatPercent, formatRatio, isNarrow } from "../format-number.ts";
import { html, type Markup } from "./markup.ts";
import { LEGEND, markOf, ratioText, strengthOf } from "./verdict-marks.ts";

/** Null without a variant beside the baseline. */
export function heatMap(document: ReportDocument): Markup | null {
  const variants = document.variants.filter(({ isBaseline }) => !isBaseline);
  if (variants.length === 0) return null;
  const level = formatPercent(1 - document.method.alpha);
  return html`<section aria-labelledby="verdicts">
<h2 id="verdicts">Verdicts</h2>
<p class="note">Variant / ${document.baseline}: throughput, in open loop mean response time; ${level} intervals show on each field. Each links to its cell.</p>
<div class="maps">${variants.map(({ name }) => variantMap(name, document.cells))}</div>
<p class="legend">${LEGEND.filter((verdict) => isShown(verdict, document)).map(legendEntry)}</p>
</section>`;
}

function isShown(verdict: ReportedRow["verdict"], { cells }: ReportDocument): boolean {
  return cells.some(({ rows }) => rows.some((row) => row.verdict === verdict));
}

function legendEntry(verdict: ReportedRow["verdict"]): Markup {
  const { style, sign } = markOf(verdict);
  return html`<span class="key ${style} strong2"><span aria-hidden="true">${sign}</span> ${verdict}</span> `;
}

function variantMap(variant: string, cells: readonly ReportedCell[]): Markup {
  const clients = [...new Set(cells.map((cell) => cell.clients))].toSorted((a, b) => a - b);
  const lines = Map.groupBy(cells, lineName);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="verdicts of ${variant}"><table class="map">
<caption>${variant}</caption>
<thead><tr><th scope="col">step \\ clients</th>${clients.map((count) => html`<th scope="col">${count}</th>`)}</tr></thead>
<tbody>${[...lines].map(([name, line]) => mapLine(name, line, { variant, clients }))}</tbody>
</table></div>`;
}

/** `oltp.read-write`, `oltp.read-write@50pct`: a cell's id without its clients. */
export function lineName({ id, workload, step, clients }: ReportedCell): string {
  const plain = `${workload}.${step}.${clients}`;
  return id.startsWith(plain) ? `${workload}.${step}${id.slice(plain.length)}` : id;
}

function mapLine(
  name: string,
  cells: readonly ReportedCell[],
  { variant, clients }: { readonly variant: string; readonly clients: readonly number[] },
): Markup {
  const fields = clients.map((count) => {
    const cell = cells.find((each) => each.clients === count);
    const row = cell?.rows.find((each) => each.variant === variant);
    return cell === undefined || row === undefined ? html`<td></td>` : field(cell, row);
  });
  return html`<tr><th scope="row">${name}</th>${fields}</tr>
`;
}

function field(cell: ReportedCell, row: ReportedRow): Markup {
  const { style, sign } = markOf(row.verdict);
  const said = `${cell.id} ${row.variant}: ${row.verdict}${intervalText(row)}`;
  return html`<td class="${style} strong${strengthOf(row)}"><a href="#${cell.id}" title="${said}" aria-label="${said}">${ratioText(row)} <span class="sign">${sign}</span></a></td>`;
}

function intervalText({ difference }: ReportedRow): string {
  if (difference === null) return "";
  const { ratio, low, high } = difference;
  const interval = isNarrow(difference) ? ` [${formatRatio(low)}, ${formatRatio(high)}]` : "";
  return `, ${formatRatio(ratio)}${interval}`;
}
