/** What both protocols' reply scanners do: find the end of a reply in a stream of bytes, without building rows. */

/** An error as the server told it. */
export interface ServerFailure {
  /** MySQL's error number as text, PostgreSQL's SQLSTATE. */
  readonly code: string;
  readonly text: string;
}

export interface ReplyScanner {
  /** Rows of the reply so far; starts again with the next reply. */
  readonly rows: number;
  /** What the server said went wrong in this reply. */
  readonly failure: ServerFailure | null;
  /**
   * Takes the first `length` of `bytes`, which may be cut at any place. True when the reply's end is among them.
   * `bytes` may be overwritten afterwards. Throws a LabError when they are not the protocol.
   */
  scan(bytes: Uint8Array, length: number): boolean;
  /** The failure of a reply that has no end: what a server says before it hangs up. */
  brokenOff(): ServerFailure | null;
}

/** The bytes held back from before and the first `length` of `bytes`, in one new array. */
export function joinBytes(held: Uint8Array, bytes: Uint8Array, length: number): Uint8Array {
  const joined = new Uint8Array(held.length + length);
  joined.set(held);
  joined.set(bytes.subarray(0, length), held.length);
  return joined;
}

const decoder = new TextDecoder();

/** UTF-8 text of `bytes` from `from` to before `to`. */
export function decodeText(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}
