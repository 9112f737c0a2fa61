/**
 * Finds the end of replies to COM_QUERY and COM_STMT_EXECUTE.
 * Format: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_command_phase.html, without
 * CLIENT_DEPRECATE_EOF, which mysql2 does not negotiate: column definitions and rows each end in an EOF packet.
 */
import { LabError } from "../../../../model/errors.ts";
import { decodeText, FrameScanner } from "./reply-scanner.ts";

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

export class MysqlReplyScanner extends FrameScanner {
  protected readonly headLength = HEADER;
  private expected: Expected = "head";
  private columnsLeft = 0;
  /** True after a full packet: the next one belongs to it. */
  private continued = false;

  protected take(bytes: Uint8Array, at: number, end: number): number {
    const size = uint24(bytes, at);
    const next = at + HEADER + size;
    if (this.continued || size === 0) {
      this.continued = size === FULL_PACKET;
      return next;
    }
    // The first byte says whether the packet must be read whole.
    if (end - at === HEADER) return -1;
    const whole = this.isReadWhole(bytes[at + HEADER] ?? 0, size);
    if (whole && next > end) return -1;
    this.continued = size === FULL_PACKET;
    if (whole) this.read(bytes, at + HEADER, next);
    else this.pass();
    return next;
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
    if (first === ERROR) this.readError(bytes, at, end);
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

  private readError(bytes: Uint8Array, at: number, end: number): void {
    // 0xff, number, then `#` and the SQLSTATE except in the first packets of a connection.
    const text = bytes[at + 3] === 0x23 ? at + 9 : at + 3;
    this.fail({ code: String(uint16(bytes, at + 1)), text: decodeText(bytes, text, end) });
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
