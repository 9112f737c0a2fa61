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

export function fault(message: string, hint: string): ReadingFault {
  return { ok: false, message, hint };
}
