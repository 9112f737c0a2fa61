/**
 * Finds the end of replies to Query and to Bind, Execute, Sync: the ReadyForQuery message.
 * Format: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import { decodeText, joinBytes, type ReplyScanner, type ServerFailure } from "./reply-scanner.ts";

/** Type byte and length; the length counts itself but not the type. */
const HEADER = 5;
const DATA_ROW = 0x44;
const ERROR_RESPONSE = 0x45;
const READY_FOR_QUERY = 0x5a;
const FIELD_SQLSTATE = 0x43;
const FIELD_MESSAGE = 0x4d;

export class PostgresReplyScanner implements ReplyScanner {
  rows = 0;
  failure: ServerFailure | null = null;
  private ended = false;
  /** Said behind the end of a reply, by a server that hangs up: belongs to the next one. */
  private parting: ServerFailure | null = null;
  /** Bytes of the message at hand that are still to come and of no interest. */
  private skip = 0;
  private held: Uint8Array | null = null;

  scan(bytes: Uint8Array, length: number): boolean {
    if (this.ended) this.begin();
    let from = bytes;
    let end = length;
    if (this.held !== null) {
      from = joinBytes(this.held, bytes, length);
      end = from.length;
      this.held = null;
    }
    const rest = this.walk(from, end);
    if (rest < end) this.held = from.slice(rest, end);
    return this.ended;
  }

  brokenOff(): ServerFailure | null {
    return this.ended ? this.parting : this.failure;
  }

  private begin(): void {
    this.rows = 0;
    this.failure = this.parting;
    this.parting = null;
    this.ended = false;
  }

  /** Takes whole messages, and the heads of those that go on past `end`. Gives where the untaken bytes begin. */
  private walk(bytes: Uint8Array, end: number): number {
    let at = Math.min(this.skip, end);
    this.skip -= at;
    while (end - at >= HEADER) {
      const type = bytes[at] ?? 0;
      const next = at + 1 + int32(bytes, at + 1);
      if (next > end) {
        // An error's text is read whole, and an end is one only when all of it is here.
        if (type === ERROR_RESPONSE || type === READY_FOR_QUERY) return at;
        this.skip = next - end;
      }
      this.take(type, bytes, at + HEADER);
      if (next > end) return end;
      at = next;
    }
    return at;
  }

  private take(type: number, bytes: Uint8Array, at: number): void {
    if (type === DATA_ROW) this.rows++;
    else if (type === READY_FOR_QUERY) this.ended = true;
    else if (type === ERROR_RESPONSE) this.fail(readFailure(bytes, at));
  }

  private fail(failure: ServerFailure): void {
    if (this.ended) this.parting = failure;
    else this.failure = failure;
  }
}

/** Fields of one byte and a zero-terminated text, ended by a zero byte. */
function readFailure(bytes: Uint8Array, start: number): ServerFailure {
  let code = "";
  let text = "";
  let at = start;
  while ((bytes[at] ?? 0) !== 0) {
    const end = bytes.indexOf(0, at + 1);
    if (bytes[at] === FIELD_SQLSTATE) code = decodeText(bytes, at + 1, end);
    if (bytes[at] === FIELD_MESSAGE) text = decodeText(bytes, at + 1, end);
    at = end + 1;
  }
  return { code, text };
}

function int32(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
}
