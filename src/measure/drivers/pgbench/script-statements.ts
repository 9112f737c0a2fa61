/** How many statements a transaction of a pgbench script has. Pure. */

/** Of the scripts that pgbench brings, BEGIN and END included: `pgbench --show-script=NAME`. */
export const BUILTIN_STATEMENTS: Readonly<Record<string, number>> = {
  "tpcb-like": 7,
  "simple-update": 5,
  "select-only": 1,
};

/** What SQL hides semicolons in: comments, names and texts in quotes, and texts in dollars. */
const OPAQUE = /--[^\n]*|\/\*[\s\S]*?\*\/|"[^"]*"|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g;

/** `\gset` ends a statement as `;` does; other commands stand on lines of their own, which a `\` at the end goes on. */
const GSET = /\\[ga]set\b[^\n]*/g;
const COMMAND = /^[ \t]*\\(?:[^\n]*\\\n)*[^\n]*$/gm;

/** The statements as they stand in the script's text: those below an `\if` are counted whether they run or not. */
export function countStatements(text: string): number {
  const statements = text
    .replace(GSET, ";")
    .replace(COMMAND, "")
    .replace(OPAQUE, (found) => (/^(--|\/\*)/.test(found) ? " " : "x"))
    .split(";");
  return statements.filter((statement) => statement.trim() !== "").length;
}
