/** Sizes as servers take them in their settings. Pure. */
import type { Bytes } from "../../model/units.ts";

const POWERS: Readonly<Record<string, number>> = { "": 0, b: 0, k: 1, m: 2, g: 3, t: 4 };

/**
 * `128M`, `8kB`, `1073741824` in bytes; a bare number counts `unitBytes` each (PostgreSQL: pages). Null for other texts:
 * the server, not we, says that they are wrong.
 */
export function sizeBytes(text: string, unitBytes: Bytes): Bytes | null {
  const match = /^'?\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(b?)\s*'?$/i.exec(text);
  if (match === null) return null;
  const [, number = "", prefix = "", suffix = ""] = match;
  const isBare = prefix === "" && suffix === "";
  return Number(number) * (isBare ? unitBytes : 1024 ** (POWERS[prefix.toLowerCase()] ?? 0));
}
