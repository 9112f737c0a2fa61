/**
 * The number policy, in both directions. Seconds and shares are REAL, which holds a JavaScript number exactly;
 * counts are INTEGER and must be safe integers. What is not finite is refused: SQLite would keep NaN as NULL.
 * Minus zero comes back as zero.
 */
import type { SQLOutputValue } from "node:sqlite";
import { LabError } from "../../model/errors.ts";

/** A row as node:sqlite gives it. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** `value` if it is finite; throws `measurement-failed` that names `what` if not. */
export function finite(what: string, value: number): number {
  if (Number.isFinite(value)) return value;
  throw impossible(what, value, "a finite number");
}

/** The same, where null says that it is not known. */
export function finiteOrNull(what: string, value: number | null): number | null {
  return value === null ? null : finite(what, value);
}

/** `value` if it is a safe integer, 0 or more; throws `measurement-failed` that names `what` if not. */
export function count(what: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw impossible(what, value, `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`);
}

/** The same, where null says that it is not known. */
export function countOrNull(what: string, value: number | null): number | null {
  return value === null ? null : count(what, value);
}

function impossible(what: string, value: number, wanted: string): LabError {
  return new LabError({
    code: "measurement-failed",
    message: `${what} is ${value}, which is not ${wanted}; the measurement is not saved`,
    hint: "the probe or driver that made this number is wrong: report it with the output of the same command with -v",
    where: what,
  });
}

/** Text of a column. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw unexpected(column, value);
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

/** Number of a REAL or INTEGER column. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw unexpected(column, value);
}

export function numberOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : number(row, column);
}

/** A JSON array of strings. */
export function textList(row: Row, column: string): readonly string[] {
  const value: unknown = JSON.parse(text(row, column));
  if (Array.isArray(value) && value.every((item): item is string => typeof item === "string")) return value;
  throw unexpected(column, row[column]);
}

/** For a column that holds what dbdyno never writes. */
export function unexpected(column: string, value: SQLOutputValue | undefined): LabError {
  return new LabError({
    code: "store-failed",
    message: `column ${column} holds ${value === undefined ? "nothing" : JSON.stringify(String(value))}, which dbdyno never writes`,
    hint: "the store was changed by something else: look at it with sqlite3, or use another lab: --lab DIR",
    where: column,
  });
}
