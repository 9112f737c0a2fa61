/** HTML as values: text is escaped where it is put in, so that no name of a user's becomes markup. */

/** Text that is markup already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = string | number | Markup | null | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** `html\`<td title="${name}">${parts}</td>\``: strings and numbers are escaped, markup and lists of it put in as they are; null is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const pieces = strings.map((piece, at) => piece + textOf(parts[at] ?? null));
  return new Markup(pieces.join(""));
}

function textOf(part: Part): string {
  if (part === null) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
  return part.map(textOf).join("");
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** A value for a script of type application/json: JSON in which nothing ends the script early. */
export function jsonScript(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replace(/</g, "\\u003c"));
}
