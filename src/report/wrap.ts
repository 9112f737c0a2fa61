/** Keeps the words of a command on one line, so that it can be copied. Undone by `wrapLines`. */
export function unbroken(text: string): string {
  return text.replaceAll(" ", NO_BREAK);
}

const NO_BREAK = "\u00a0";

/** Spaces before the first line and before the others. */
export interface Indent {
  readonly first: number;
  readonly rest: number;
}

/** For a paragraph whose first line stands out. */
export const HANGING: Indent = { first: 0, rest: 2 };

/** Words of `text` in lines of at most `width` characters. A word that is longer than a line has one of its own. */
export function wrapLines(text: string, width: number, indent: Indent = { first: 0, rest: 0 }): readonly string[] {
  const lines: string[] = [];
  let words: string[] = [];
  const start = () => " ".repeat(lines.length === 0 ? indent.first : indent.rest);
  for (const word of text.replaceAll(" %", `${NO_BREAK}%`).split(" ")) {
    const longer = start() + [...words, word].join(" ");
    if (longer.length > width && words.length > 0) {
      lines.push(start() + words.join(" "));
      words = [];
    }
    words.push(word);
  }
  return [...lines, start() + words.join(" ")].map((line) => line.replaceAll(NO_BREAK, " "));
}
