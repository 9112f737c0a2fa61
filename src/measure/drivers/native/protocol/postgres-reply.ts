/**
 * Finds the end of replies to Query and to Bind, Execute, Sync: the ReadyForQuery message.
 * Format: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import { decodeText, FrameScanner, type ServerFailure } from "./reply-scanner.ts";

/** Type byte and length; the length counts itself but not the type. */
const HEADER = 5;
const DATA_ROW = 0x44;
const ERROR_RESPONSE = 0x45;
const READY_FOR_QUERY = 0x5a;
const FIELD_SQLSTATE = 0x43;
const FIELD_MESSAGE = 0x4d;

export class PostgresReplyScanner extends FrameScanner {
  protected readonly headLength = HEADER;

  protected take(bytes: Uint8Array, at: number, end: number): number {
    const type = bytes[at] ?? 0;
    const next = at + 1 + int32(bytes, at + 1);
    // An error's text is read whole, and an end is one only when all of it is here.
    if (next > end && (type === ERROR_RESPONSE || type === READY_FOR_QUERY)) return -1;
    if (type === DATA_ROW) this.rows++;
    else if (type === READY_FOR_QUERY) this.ended = true;
    else if (type === ERROR_RESPONSE) this.fail(readFailure(bytes, at + HEADER));
    return next;
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
