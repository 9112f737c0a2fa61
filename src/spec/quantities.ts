/**
 * Durations, counts, sizes and shares as people write them, to SI numbers and back.
 * Prefixes differ by what is counted: k and M are 1000 and 1000 000 for rows, K, M, G and T powers of 1024 for bytes.
 * A bare number is no duration: nobody can tell `10` seconds from `10` minutes.
 */
import type { Bytes, Fraction, Seconds } from "../model/units.ts";
import { fault, type Reading, read } from "./reading.ts";

const DURATION_UNITS = { h: 3600, m: 60, s: 1, ms: 0.001 } as const;
const COUNT_PREFIXES = { "": 1, k: 1e3, m: 1e6, g: 1e9 } as const;
const BYTE_PREFIXES = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 } as const;

const DURATION_FORMS = "write a number with its unit: 500ms, 10s, 2m, 1m30s or 1h";
const COUNT_FORMS = "write a whole number, or one with k or M (1000, 1000 000): 1500, 200k or 1M";
const BYTE_FORMS = "write a whole number of bytes, or one with K, M, G or T (powers of 1024): 65536, 64M or 1G";
const FRACTION_FORMS = "write a percentage or a share of one: 5% or 0.05";

/** Patterns of the same forms for the JSON Schema; editors check with them, `parse...` decides. */
export const QUANTITY_PATTERNS = {
  duration: "^([0-9]+(\\.[0-9]+)?h)?([0-9]+(\\.[0-9]+)?m)?([0-9]+(\\.[0-9]+)?s)?([0-9]+(\\.[0-9]+)?ms)?$",
  count: "^[0-9]+(\\.[0-9]+)?[kKmMgG]?$",
  fraction: "^[0-9]+(\\.[0-9]+)?%?$",
  rate: "^[0-9]+(\\.[0-9]+)?[kKmM%]?$",
} as const;

/** `10s`, `1m30s`, `500ms` as seconds, zero or more. Units in falling order, each at most once. */
export function parseDuration(text: string | number): Reading<Seconds> {
  const match = String(text)
    .trim()
    .match(/^(?:([\d.]+)h)?(?:([\d.]+)m)?(?:([\d.]+)s)?(?:([\d.]+)ms)?$/);
  const parts = match?.slice(1) ?? [];
  const units = Object.values(DURATION_UNITS);
  const seconds = parts.reduce((sum, part, i) => sum + (part === undefined ? 0 : decimal(part) * (units[i] ?? 0)), 0);
  const isGiven = parts.some((part) => part !== undefined);
  return isGiven && Number.isFinite(seconds)
    ? read(Math.round(seconds * 1e6) / 1e6)
    : fault(`${quote(text)} is not a duration`, DURATION_FORMS);
}

/** `200k` as 200 000: a whole number, zero or more. */
export function parseCount(text: string | number): Reading<number> {
  const value = prefixed(text, COUNT_PREFIXES);
  return value === null ? fault(`${quote(text)} is not a count`, COUNT_FORMS) : read(value);
}

/** `64M` as 67 108 864: whole bytes, zero or more. `64MB` and `64MiB` mean the same. */
export function parseBytes(text: string | number): Reading<Bytes> {
  const value = prefixed(String(text).replace(/i?b$/i, ""), BYTE_PREFIXES);
  return value === null ? fault(`${quote(text)} is not a size`, BYTE_FORMS) : read(value);
}

/** `5%` or `0.05` as 0.05. A bare number above 1 is refused: `5` may mean 5 % or five-fold. */
export function parseFraction(text: string | number): Reading<Fraction> {
  const match = String(text)
    .trim()
    .match(/^([\d.]+)\s*(%?)$/);
  const number = decimal(match?.[1] ?? "");
  const value = match?.[2] === "%" ? number / 100 : number;
  const isClear = Number.isFinite(value) && (match?.[2] === "%" || value <= 1);
  return isClear ? read(value) : fault(`${quote(text)} is not a share`, FRACTION_FORMS);
}

/** `90` as `1m30s`: what `parseDuration` reads back, to the millisecond. */
export function formatDuration(seconds: Seconds): string {
  let rest = Math.round(seconds * 1000);
  const parts: string[] = [];
  for (const [unit, size] of Object.entries(DURATION_UNITS)) {
    const milliseconds = size * 1000;
    const count = Math.floor(rest / milliseconds);
    rest -= count * milliseconds;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join("") || "0s";
}

/** `200000` as `200k`: the largest prefix that loses nothing. */
export function formatCount(count: number): string {
  if (count > 0 && count % 1e6 === 0) return `${count / 1e6}M`;
  return count > 0 && count % 1e3 === 0 ? `${count / 1e3}k` : String(count);
}

/** For people, one decimal: `1.5G`. */
export function formatBytes(bytes: Bytes): string {
  const [prefix, size] = Object.entries(BYTE_PREFIXES).findLast(([, size]) => bytes >= size) ?? ["", 1];
  return `${Math.round((bytes / size) * 10) / 10}${prefix.toUpperCase()}`;
}

/** 0.05 as `5%`. */
export function formatFraction(value: Fraction): string {
  return `${Math.round(value * 1e6) / 1e4}%`;
}

function prefixed(text: string | number, prefixes: Readonly<Record<string, number>>): number | null {
  const match = String(text)
    .trim()
    .match(/^([\d.]+)\s*([a-z]?)$/i);
  const factor = prefixes[(match?.[2] ?? "").toLowerCase()];
  if (!match || factor === undefined) return null;
  const value = Math.round(decimal(match[1] ?? "") * factor * 1e6) / 1e6;
  return Number.isSafeInteger(value) ? value : null;
}

/** NaN for anything but digits with at most one point between them. */
function decimal(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

function quote(text: string | number): string {
  return typeof text === "number" ? String(text) : `"${text}"`;
}
