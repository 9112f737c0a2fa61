/** GitHub's Markdown: https://github.github.com/gfm/ */
import { legend, type ReportColumn } from "./columns.ts";
import type { ReportDocument } from "./document.ts";
import { fitColumns } from "./fit-columns.ts";
import { SERVER_LINES_NOTE } from "./repeat-commands.ts";
import {
  cellCaption,
  imposedSection,
  methodLine,
  notMeasuredSection,
  perOperationSection,
  runLine,
  type Section,
  settingsSection,
  shownRows,
  statementsSection,
  undecidedSection,
  variantRows,
  warningsSection,
} from "./sections.ts";
import { type ReportTable, tablesOf } from "./tables.ts";

/** For a bug report: the answer, the table, then what somebody else needs to check and repeat it. */
export function renderMarkdown(document: ReportDocument): string {
  const fit = { width: Number.POSITIVE_INFINITY, ellipsis: "\u2026" } as const;
  const tables = tablesOf(document).map(({ columns, cells }) => ({
    cells,
    columns: fitColumns({ columns, cells }, fit).columns,
  }));
  const blocks = [
    `### ${escaped(document.run.experiment)}`,
    list(document.headlines),
    ...tables.map(resultTable),
    `<sub>${escaped(
      legend(
        document,
        tables.flatMap(({ columns }) => columns),
      ),
    )}</sub>`,
    section(undecidedSection(document)),
    section({ title: "environment", items: [document.environment.line, methodLine(document), runLine(document)] }),
    table(["variant", "server", "binary", "origin", "settings"], variantRows(document)),
    section(settingsSection(document, Number.POSITIVE_INFINITY)),
    section(perOperationSection(document)),
    section(statementsSection(document)),
    section(imposedSection(document)),
    section(warningsSection(document)),
    section(notMeasuredSection(document)),
    repeatBlock(document),
    specBlock(document),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function resultTable({ cells, columns }: ReportTable): string {
  const rows = cells.flatMap((cell) =>
    shownRows(cell).map((row, position) => [
      position === 0 ? `${cell.id} (${cellCaption(cell)})` : "",
      ...columns.map((column) => column.text(row)),
    ]),
  );
  const titles = ["cell", ...columns.map((column) => column.title)];
  return table(titles, rows, ["left", ...columns.map((column) => column.align)]);
}

function table(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  aligns: readonly ReportColumn["align"][] = [],
): string {
  const rule = titles.map((_, at) => (aligns[at] === "right" ? "---:" : "---"));
  const lines = [titles.map(escaped), rule, ...rows.map((row) => row.map(escaped))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function section({ title, items }: Section): string {
  return items.length === 0 ? "" : `**${escaped(title)}**\n\n${list(items)}`;
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${escaped(item.replaceAll("\u00a0", " "))}`).join("\n");
}

function repeatBlock({ repeat }: ReportDocument): string {
  const lines = repeat.flatMap(({ what, command }, at) => [
    ...(at === 1 ? [`# ${SERVER_LINES_NOTE}`] : []),
    `# ${what}`,
    command,
  ]);
  return `**how to repeat**\n\n${fenced("sh", lines.join("\n"))}`;
}

function specBlock({ run }: ReportDocument): string {
  if (run.specText === "") return "";
  const name = escaped(run.specFile ?? "spec");
  return `<details><summary>${name}</summary>\n\n${fenced("yaml", run.specText.trimEnd())}\n\n</details>`;
}

/** A fence longer than any run of backticks in the text. */
function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Characters that Markdown would take for markup, within one line. `_` inside words is safe on GitHub. */
function escaped(text: string): string {
  return text.replace(/[\\`*|<]/g, (character) => `\\${character}`).replace(/\s*[\r\n]+\s*/g, " ");
}
