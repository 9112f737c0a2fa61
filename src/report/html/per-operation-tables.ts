/** What an operation costs, the variants beside one another: a table a cell, open where something was found. */
import { PER_OPERATION_COLUMNS, type PerOperationColumn } from "../../model/verdict.ts";
import type { ReportDocument, ReportedCell, ReportedRow } from "../document.ts";
import { formatNumber, formatPercent, formatRatio, isNarrow } from "../format-number.ts";
import { COLUMN_NAMES } from "../make-cells.ts";
import { shownRows } from "../sections.ts";
import { html, type Markup } from "./markup.ts";

/** Null where no cell has any. */
export function perOperationTables(document: ReportDocument): Markup | null {
  const cells = document.cells.filter((cell) => columnsOf(cell).length > 0);
  if (cells.length === 0) return null;
  const level = formatPercent(1 - document.method.alpha);
  return html`<section aria-labelledby="costs">
<h2 id="costs">Per operation</h2>
<p class="note">Ratios to ${document.baseline} with ${level} intervals, unadjusted: for reading, no verdicts. Bold: the interval excludes 1.</p>
${cells.map(cellTable)}</section>`;
}

function columnsOf(cell: ReportedCell): readonly PerOperationColumn[] {
  return COLUMN_NAMES.filter((name) => shownRows(cell).some(({ perOperation }) => perOperation[name] !== undefined));
}

function cellTable(cell: ReportedCell): Markup {
  const isFound = cell.rows.some(({ verdict }) => verdict === "regressed" || verdict === "improved");
  const rows = shownRows(cell);
  return html`<details${isFound ? html` open` : null}><summary>${cell.id}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="cost of an operation in ${cell.id}"><table>
<thead><tr><th scope="col">per operation</th>${rows.map(({ variant }) => html`<th scope="col" class="right">${variant}</th>`)}</tr></thead>
<tbody>${columnsOf(cell).map((name) => costRow(name, rows))}</tbody></table></div></details>
`;
}

function costRow(name: PerOperationColumn, rows: readonly ReportedRow[]): Markup {
  return html`<tr><th scope="row">${name} <small>${PER_OPERATION_COLUMNS[name]}</small></th>${rows.map((row) => costField(name, row))}</tr>
`;
}

function costField(name: PerOperationColumn, { perOperation, perOperationDifferences }: ReportedRow): Markup {
  const difference = perOperationDifferences[name];
  const value = formatNumber(perOperation[name]);
  if (difference === undefined || !isNarrow(difference)) return html`<td class="right">${value}</td>`;
  const { ratio, low, high } = difference;
  const text = `${formatRatio(ratio)} [${formatRatio(low)}, ${formatRatio(high)}]`;
  return html`<td class="right">${value}<br>${low > 1 || high < 1 ? html`<b>${text}</b>` : html`<small>${text}</small>`}</td>`;
}
