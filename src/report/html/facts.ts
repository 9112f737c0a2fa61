/** What somebody else needs to check and repeat a run: builds, settings, doubts, commands, the spec. */
import { differingParts } from "../config-diff.ts";
import type { DifferingSetting, RepeatCommand, ReportDocument, ReportedVariant } from "../document.ts";
import { SERVER_LINES_NOTE } from "../repeat-commands.ts";
import type { Section } from "../sections.ts";
import { html, type Markup } from "./markup.ts";

/** A list under its title; null where it is empty. */
export function listSection({ title, items }: Section): Markup | null {
  if (items.length === 0) return null;
  return html`<section><h2>${capital(title)}</h2>
<ul>${items.map(
    (item) => html`<li>${item.replaceAll("\u00a0", " ")}</li>
`,
  )}</ul></section>`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function buildsSection({ variants }: ReportDocument): Markup {
  return html`<section aria-labelledby="builds"><h2 id="builds">Builds</h2>
<div class="scroll" tabindex="0" role="region" aria-label="builds of the variants"><table>
<thead><tr><th scope="col">variant</th><th scope="col">server</th><th scope="col">sha256 of its binary</th><th scope="col">origin</th><th scope="col">own settings</th><th scope="col">loaded by</th></tr></thead>
<tbody>${variants.map(buildRow)}</tbody></table></div></section>`;
}

function buildRow({
  name,
  isBaseline,
  versionLine,
  digest,
  origin,
  config,
  driver,
  driverOptions,
}: ReportedVariant): Markup {
  const settings = Object.entries(config).map(([key, value]) => html`<code>${key}=${value}</code><br>`);
  const load = [driver, ...driverOptions].join(" ");
  return html`<tr><th scope="row">${name}${isBaseline ? " (baseline)" : ""}</th><td>${versionLine}</td><td><code class="digest">${digest}</code></td><td>${origin}</td><td>${settings}</td><td>${load}</td></tr>
`;
}

/** Every setting that differs; those that follow from a declared version are folded away. Null where nothing differs. */
export function settingsTables({ settings, variants }: ReportDocument): Markup | null {
  const { differing, partial } = settings;
  if (differing.length === 0 && partial.length === 0) return null;
  const names = variants.map(({ name }) => name);
  const own = differing.filter(({ followsFrom }) => followsFrom === null);
  const followers = differing.filter(({ followsFrom }) => followsFrom !== null);
  return html`<section aria-labelledby="settings"><h2 id="settings">Effective settings that differ</h2>
${own.length === 0 ? html`<p>None but what follows from the declared factor.</p>` : settingsTable(own, names)}
${folded(`${followers.length} that follow from the declared ${followers[0]?.followsFrom ?? ""}`, followers, names)}
${folded(`${partial.length} that only some variants have`, partial, names)}
</section>`;
}

type Setting = Pick<DifferingSetting, "name" | "values"> & Partial<Pick<DifferingSetting, "declared">>;

function folded(title: string, settings: readonly Setting[], variants: readonly string[]): Markup | null {
  return settings.length === 0
    ? null
    : html`<details><summary>${title}</summary>${settingsTable(settings, variants)}</details>`;
}

function settingsTable(settings: readonly Setting[], variants: readonly string[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="settings by variant"><table>
<thead><tr><th scope="col">setting</th>${variants.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${settings.map((setting) => settingRow(setting, variants))}</tbody></table></div>`;
}

function settingRow({ name, values, declared = false }: Setting, variants: readonly string[]): Markup {
  const parts = differingParts(values);
  return html`<tr><th scope="row">${name}${declared ? html` <small>declared</small>` : null}</th>${variants.map((variant) => html`<td class="value">${Object.hasOwn(parts, variant) ? (parts[variant] ?? "") : "–"}</td>`)}</tr>
`;
}

/** Each command with a button that copies it, where scripts run. */
export function repeatSection({ repeat }: ReportDocument): Markup {
  const [run, ...servers] = repeat;
  return html`<section aria-labelledby="repeat"><h2 id="repeat">How to repeat</h2>
${run === undefined ? null : commandBlock(run)}
${servers.length === 0 ? null : html`<details><summary>${SERVER_LINES_NOTE}</summary>${servers.map(commandBlock)}</details>`}
</section>`;
}

function commandBlock({ what, command }: RepeatCommand): Markup {
  return html`<p class="what">${what}</p>
<pre class="command" tabindex="0"><code>${command}</code></pre>
`;
}

/** Null where the run was given on the command line. */
export function specSection({ run }: ReportDocument): Markup | null {
  if (run.specText === "") return null;
  return html`<section aria-labelledby="spec"><h2 id="spec">Spec</h2>
<details><summary>${run.specFile ?? "spec"}</summary><pre tabindex="0"><code>${run.specText.trimEnd()}</code></pre></details></section>`;
}
