/** What may name a variant: it is a folder's name, a column and part of a measurement's id. */
export const VARIANT_NAME = {
  pattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
  rule: "begin with a letter or digit; then letters, digits, dot, dash and underscore, at most 64 in all",
} as const;

/** `text` with every other character made `_`, cut to length: a level of a matrix as part of a name. */
export function asVariantName(text: string): string {
  const name = text.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[^A-Za-z0-9]+/, "");
  return name.slice(0, 64) || "x";
}
