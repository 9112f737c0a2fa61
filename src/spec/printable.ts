/** Users' text in one line of ours: what would move the cursor, end the line or turn its direction is not let through. */

/** Control characters, line and paragraph separators, and marks that turn the direction of what follows. */
const UNPRINTABLE = "[\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]";

/** True for text of one line without control characters. */
export function isPrintable(text: string): boolean {
  return !new RegExp(UNPRINTABLE, "u").test(text);
}

/** Each unprintable character as `\\u001b`; line ends and tabs as `\\n`, `\\r`, `\\t`. */
export function printable(text: string): string {
  return text.replace(new RegExp(UNPRINTABLE, "gu"), (character) => SHORT[character] ?? escapeOf(character));
}

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeOf(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}

/**
 * Offset of the first character that no text file has, and what is wrong with it; null where there is none. U+FFFD is
 * what a decoder puts in place of bytes that are not UTF-8; NUL is in files of UTF-16 and of programs.
 */
export function notText(text: string): { readonly offset: number; readonly message: string } | null {
  const match = /[^\P{Cc}\t\n\r]|\ufffd/u.exec(text);
  if (match === null) return null;
  const [character] = match;
  const isBinary = character === "\ufffd" || character === "\0";
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return { offset: match.index, message: isBinary ? "this is not UTF-8 text" : `control character U+${code}` };
}
