import type { ReportDocument } from "./document.ts";

/** The whole document. Keys keep the order of `ReportDocument`: two reports of one run are the same bytes. */
export function renderJson(document: ReportDocument): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
