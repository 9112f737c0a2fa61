/**
 * Finds the end of replies to COM_QUERY and COM_STMT_EXECUTE.
 * Format: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_command_phase.html, without
 * CLIENT_DEPRECATE_EOF, which mysql2 does not negotiate: column definitions and rows each end in an EOF packet.
 */
import { LabError } from "../../../../model/errors.ts";
import { decodeText, joinBytes, type ReplyScanner, type ServerFailure } from "./reply-scanner.ts";

const HEADER = 4;
/** A packet this long goes on in the next one. */
const FULL_PACKET = 0xffffff;
const OK = 0x00;
const LOCAL_INFILE = 0xfb;
const END_OF_DATA = 0xfe;
const ERROR = 0xff;
/** A row may begin with 0xfe too (a string of 16 MB and more), but is then longer than this. */
const EOF_BELOW = 9;
const MORE_RESULTS_EXIST = 0x0008;

/** What the next packet is. */
type Expected = "head" | "column" | "columns-end" | "row";

export class MysqlReplyScanner implements ReplyScanner {
  rows = 0;
  failure: ServerFailure | null = null;
  private ended = false;
  /** Said behind the end of a reply, by a server that hangs up: belongs to the next one. */
  private parting: ServerFailure | null = null;
  private expected: Expected = "head";
  private columnsLeft = 0;
  /** Bytes of the packet at hand that are still to come and of no interest. */
  private skip = 0;
  /** True after a full packet: the next one belongs to it. */
  private continued = false;
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

  /** Takes whole packets, and the heads of rows that go on past `end`. Gives where the untaken bytes begin. */
  private walk(bytes: Uint8Array, end: number): number {
    let at = Math.min(this.skip, end);
    this.skip -= at;
    while (end - at >= HEADER) {
      if (!this.take(bytes, at, end)) return at;
      const next = at + HEADER + uint24(bytes, at);
      if (next > end) {
        this.skip = next - end;
        return end;
      }
      at = next;
    }
    return at;
  }

  /** Takes the packet at `at`. False when more of it must be here first. */
  private take(bytes: Uint8Array, at: number, end: number): boolean {
    const size = uint24(bytes, at);
    if (this.continued || size === 0) {
      this.continued = size === FULL_PACKET;
      return true;
    }
    // The first byte says whether the packet must be read whole.
    if (end - at === HEADER) return false;
    const next = at + HEADER + size;
    const whole = this.isReadWhole(bytes[at + HEADER] ?? 0, size);
    if (whole && next > end) return false;
    this.continued = size === FULL_PACKET;
    if (whole) this.read(bytes, at + HEADER, next);
    else this.pass();
    return true;
  }

  private isReadWhole(first: number, size: number): boolean {
    if (this.expected === "row") return first === ERROR || (first === END_OF_DATA && size < EOF_BELOW);
    return this.expected !== "column";
  }

  /** A row or a column definition. */
  private pass(): void {
    if (this.expected === "row") this.rows++;
    else if (--this.columnsLeft === 0) this.expected = "columns-end";
  }

  private read(bytes: Uint8Array, at: number, end: number): void {
    const first = bytes[at] ?? 0;
    if (first === ERROR) this.fail(bytes, at, end);
    else if (this.expected === "columns-end") this.expected = "row";
    // EOF: warnings, then the status.
    else if (this.expected === "row") this.finish(uint16(bytes, at + 3));
    else if (first === OK) this.finish(okStatus(bytes, at + 1));
    else if (first === LOCAL_INFILE) throw unexpected("the server asks for a local file");
    else this.beginResult(lengthEncoded(bytes, at));
  }

  private beginResult(columns: number): void {
    if (columns === 0) throw unexpected("a result without columns");
    this.columnsLeft = columns;
    this.expected = "column";
  }

  private finish(status: number): void {
    this.expected = "head";
    this.ended = (status & MORE_RESULTS_EXIST) === 0;
  }

  private fail(bytes: Uint8Array, at: number, end: number): void {
    // 0xff, number, then `#` and the SQLSTATE except in the first packets of a connection.
    const text = bytes[at + 3] === 0x23 ? at + 9 : at + 3;
    const failure = { code: String(uint16(bytes, at + 1)), text: decodeText(bytes, text, end) };
    if (this.ended) this.parting = failure;
    else this.failure = failure;
    this.finish(0);
  }
}

/** The status word of an OK packet, behind two length-encoded numbers: rows affected, last insert id. */
function okStatus(bytes: Uint8Array, at: number): number {
  const insertId = at + lengthEncodedWidth(bytes, at);
  return uint16(bytes, insertId + lengthEncodedWidth(bytes, insertId));
}

function lengthEncodedWidth(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0xfb) return 1;
  if (first === 0xfc) return 3;
  return first === 0xfd ? 4 : 9;
}

/** Up to 16 M: no result has more columns than 4096. */
function lengthEncoded(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first === 0xfc) return uint16(bytes, at + 1);
  return first === 0xfd ? uint24(bytes, at + 1) : first;
}

function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function uint24(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) | ((bytes[at + 2] ?? 0) << 16);
}

function unexpected(what: string): LabError {
  return new LabError({
    code: "bug",
    message: `unexpected reply of the MySQL server: ${what}`,
    hint: "run the step's statements in the mysql client; if they are right, please report this",
  });
}
