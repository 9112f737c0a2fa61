/** One ReportDocument in, text out: the door to all renderers. PURE: no clock, no terminal, no files. */
import type { ReportDocument } from "./document.ts";
import { type PageParts, PLAIN_PAGE, renderHtml } from "./html/render-html.ts";
import { renderJson } from "./render-json.ts";
import { renderMarkdown } from "./render-md.ts";
import { renderTable } from "./render-table.ts";
import { renderText } from "./render-text.ts";
import { renderTsv } from "./render-tsv.ts";

export const FORMATS = ["table", "tsv", "json", "md", "text", "html"] as const;
export type Format = (typeof FORMATS)[number];

export interface RenderOptions {
  /** Characters a line, for `table` and `text`. Default 100. */
  readonly width?: number;
  /** ANSI colours, for `table`. Default false. */
  readonly color?: boolean;
  /** For `html`: the run by the second, styles and scripts. Default none. */
  readonly page?: PageParts;
}

const DEFAULT_WIDTH = 100;

/** The document in `format`, ended by a newline. */
export function render(document: ReportDocument, format: Format, options: RenderOptions = {}): string {
  const { width = DEFAULT_WIDTH, color = false, page = PLAIN_PAGE } = options;
  switch (format) {
    case "table":
      return renderTable(document, { width, color });
    case "tsv":
      return renderTsv(document);
    case "json":
      return renderJson(document);
    case "md":
      return renderMarkdown(document);
    case "text":
      return renderText(document, { width });
    case "html":
      return renderHtml(document, page);
  }
}
