import { printable } from "./printable.ts";

/** What reading a piece of user's text gives: the value, or what is wrong with it and how it is written. */
export type Reading<T> = { readonly ok: true; readonly value: T } | ReadingFault;

export interface ReadingFault {
  readonly ok: false;
  readonly message: string;
  readonly hint: string;
}

export function read<T>(value: T): Reading<T> {
  return { ok: true, value };
}

/** Both texts may hold what the user wrote: control characters in them are escaped. */
export function fault(message: string, hint: string): ReadingFault {
  return { ok: false, message: printable(message), hint: printable(hint) };
}
