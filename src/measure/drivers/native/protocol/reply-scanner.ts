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

/** Both protocols send a reply in frames with a length: packets, messages. */
export abstract class FrameScanner implements ReplyScanner {
  rows = 0;
  failure: ServerFailure | null = null;
  protected ended = false;
  /** Bytes of the frame at hand that are still to come and of no interest. */
  protected skip = 0;
  /** Said behind the end of a reply, by a server that hangs up: belongs to the next one. */
  private parting: ServerFailure | null = null;
  private held: Uint8Array | null = null;

  scan(bytes: Uint8Array, length: number): boolean {
    if (this.ended) this.begin();
    if (this.held === null) this.walkAndHold(bytes, length);
    else {
      const joined = joinBytes(this.held, bytes, length);
      this.held = null;
      this.walkAndHold(joined, joined.length);
    }
    return this.ended;
  }

  brokenOff(): ServerFailure | null {
    return this.ended ? this.parting : this.failure;
  }

  /**
   * Takes the frame at `at`, of which at least a head of `headLength` bytes is there. Gives where the next one begins, which
   * may be past `end`; or -1 when more of this one must be here first.
   */
  protected abstract take(bytes: Uint8Array, at: number, end: number): number;

  protected abstract readonly headLength: number;

  protected fail(failure: ServerFailure): void {
    if (this.ended) this.parting = failure;
    else this.failure = failure;
  }

  private begin(): void {
    this.rows = 0;
    this.failure = this.parting;
    this.parting = null;
    this.ended = false;
  }

  private walkAndHold(bytes: Uint8Array, end: number): void {
    const rest = this.walk(bytes, end);
    if (rest < end) this.held = bytes.slice(rest, end);
  }

  /** Takes whole frames, and the heads of those that go on past `end`. Gives where the untaken bytes begin. */
  private walk(bytes: Uint8Array, end: number): number {
    let at = Math.min(this.skip, end);
    this.skip -= at;
    while (end - at >= this.headLength) {
      const next = this.take(bytes, at, end);
      if (next < 0) return at;
      if (next > end) {
        this.skip = next - end;
        return end;
      }
      at = next;
    }
    return at;
  }
}

/** The bytes held back from before and the first `length` of `bytes`, in one new array. */
function joinBytes(held: Uint8Array, bytes: Uint8Array, length: number): Uint8Array {
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
