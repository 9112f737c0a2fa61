/** One number policy for both libraries, so that callers never meet a Date, a Buffer or a rounded integer. */
import type { SqlValue } from "./connect.ts";

/** A 64-bit integer's text as a number where a number holds it exactly, else the text unchanged. */
export function integerValue(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** A value of a library's row. Bytes are read as UTF-8: names and settings come in binary columns too. */
export function sqlValue(value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return String(value);
}
