/** Every figure of every cell; a cell is a group of rows with its id as anchor. */
import { legend, type ReportColumn, VERDICT_TITLE } from "../columns.ts";
import type { ReportDocument, ReportedCell, ReportedRow } from "../document.ts";
import { cellCaption, shownRows } from "../sections.ts";
import { type ReportTable, tablesOf } from "../tables.ts";
import { html, type Markup } from "./markup.ts";
import { markOf } from "./verdict-marks.ts";

export function resultTables(document: ReportDocument): Markup {
  const tables = tablesOf(document);
  const columns = tables.flatMap((table) => table.columns);
  return html`<section aria-labelledby="results">
<h2 id="results">Results</h2>
${tables.map(resultTable)}
<p class="note">${legend(document, columns)}</p>
</section>`;
}

function resultTable({ columns: all, cells }: ReportTable): Markup {
  const columns = verdictSecond(all);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="figures of each cell"><table class="results">
<thead><tr>${columns.map(({ title, align }) => html`<th scope="col" class="${align}">${title}</th>`)}</tr></thead>
${cells.map((cell) => cellRows(cell, columns))}</table></div>
`;
}

/** On a narrow screen the last columns are out of sight. */
function verdictSecond(columns: readonly ReportColumn[]): readonly ReportColumn[] {
  const verdict = columns.filter(({ title }) => title === VERDICT_TITLE);
  const [variant, ...others] = columns.filter(({ title }) => title !== VERDICT_TITLE);
  return variant === undefined ? columns : [variant, ...verdict, ...others];
}

function cellRows(cell: ReportedCell, columns: readonly ReportColumn[]): Markup {
  return html`<tbody id="${cell.id}">
<tr class="cell"><th colspan="${columns.length}" scope="rowgroup"><a href="#${cell.id}">${cell.id}</a> <small>${cellCaption(cell)}</small></th></tr>
${shownRows(cell).map((row) => resultRow(row, columns))}</tbody>
`;
}

function resultRow(row: ReportedRow, columns: readonly ReportColumn[]): Markup {
  return html`<tr>${columns.map((column) => resultField(row, column))}</tr>
`;
}

function resultField(row: ReportedRow, { title, align, text }: ReportColumn): Markup {
  if (title !== VERDICT_TITLE) return html`<td class="${align}">${text(row)}</td>`;
  const { style, sign } = markOf(row.verdict);
  return html`<td><span class="key ${style} strong2"><span aria-hidden="true">${sign}</span> ${text(row)}</span></td>`;
}
