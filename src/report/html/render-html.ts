/**
 * A report as one page that needs no network: what was found first, then the figures, then what it takes to check and repeat
 * them. All of it is there without scripts, but the chart over time.
 */
import type { ReportDocument } from "../document.ts";
import {
  imposedSection,
  methodLine,
  notMeasuredSection,
  runLine,
  statementsSection,
  undecidedSection,
  warningsSection,
} from "../sections.ts";
import type { TimelineMeasurement } from "../timeline.ts";
import { buildsSection, listSection, repeatSection, settingsTables, specSection } from "./facts.ts";
import { heatMap, lineName } from "./heat-map.ts";
import { html, jsonScript, Markup } from "./markup.ts";
import { perOperationTables } from "./per-operation-tables.ts";
import { resultTables } from "./result-tables.ts";
import { throughputChart, variantKey } from "./throughput-chart.ts";
import { packTimeline } from "./timeline-data.ts";

/** Files of the page, as text. Without them it is plain but whole. */
export interface PageAssets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** What a page has beside its document. */
export interface PageParts {
  readonly timeline: readonly TimelineMeasurement[];
  readonly assets: PageAssets;
}

export const PLAIN_PAGE: PageParts = { timeline: [], assets: { styles: [], scripts: [] } };

/** The same document, timeline and assets give the same bytes. */
export function renderHtml(document: ReportDocument, { timeline, assets }: PageParts): string {
  const { experiment } = document.run;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${experiment} - dbdyno</title>
${assets.styles.map(inlineStyle)}
</head>
<body>
<a class="skip" href="#results">Skip to the results</a>
${header(document)}
<main>
${heatMap(document)}
${charts(document)}
${timelineSection(timeline, document)}
${resultTables(document)}
${listSection(undecidedSection(document))}
${perOperationTables(document)}
${listSection(statementsSection(document))}
${listSection(warningsSection(document))}
${listSection(notMeasuredSection(document))}
${settingsTables(document)}
${listSection(imposedSection(document))}
${buildsSection(document)}
${repeatSection(document)}
${specSection(document)}
</main>
${assets.scripts.map(inlineScript)}
</body>
</html>
`;
  return page.text;
}

function header(document: ReportDocument): Markup {
  return html`<header>
<h1>${document.run.experiment}</h1>
<p class="environment">${document.environment.line}</p>
<ul class="headlines">${document.headlines.map(
    (line) => html`<li>${line}</li>
`,
  )}</ul>
<p class="note">${methodLine(document)}<br>${runLine(document)}, started ${document.run.startedAt}</p>
</header>`;
}

/** One chart for each step of an entry in closed loop. */
function charts({ cells, variants }: ReportDocument): Markup | null {
  const names = variants.map(({ name }) => name);
  const closed = Map.groupBy(
    cells.filter(({ openLoop }) => openLoop === null),
    lineName,
  );
  const drawn = [...closed].flatMap(([name, line]) => throughputChart(name, line, names) ?? []);
  if (drawn.length === 0) return null;
  return html`<section aria-labelledby="throughput"><h2 id="throughput">Throughput over clients</h2>
<p class="legend">${names.map(variantKey)}</p>
<p class="note">Bars: the interval of the ratio, times the baseline's throughput.</p>
<div class="charts">${drawn}</div></section>`;
}

/** Its chart is drawn by the page's script, from the data in it. */
function timelineSection(timeline: readonly TimelineMeasurement[], { variants }: ReportDocument): Markup | null {
  if (timeline.length === 0) return null;
  const names = variants.map(({ name }) => name);
  const disturbed = timeline.filter((measurement) => measurement.disturbed).length;
  return html`<section aria-labelledby="time"><h2 id="time">Throughput by the second</h2>
<p class="legend">${names.map(variantKey)}<span class="key disturbed">disturbed: ${disturbed} of ${timeline.length} measurements</span></p>
<div id="timeline" class="timeline" tabindex="0" role="img" aria-label="operations a second of every measurement over the time of the run"></div>
<p class="note" id="timeline-at">Point at the chart to read it, drag to zoom, double-click to see all. Arrow keys move along it.</p>
<noscript><p>This chart needs JavaScript.</p></noscript>
<script type="application/json" id="timeline-data">${jsonScript(packTimeline(timeline, names))}</script></section>`;
}

function inlineStyle(text: string): Markup {
  return new Markup(`<style>\n${text}</style>`);
}

/** A library's text may have the end of a script in a string. */
function inlineScript(text: string): Markup {
  return new Markup(`<script>\n${text.replaceAll("</script", "<\\/script")}</script>`);
}
