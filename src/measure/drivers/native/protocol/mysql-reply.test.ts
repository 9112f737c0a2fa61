import { describe, expect, it } from "vitest";
import { LabError } from "../../../../model/errors.ts";
import { MysqlReplyScanner } from "./mysql-reply.ts";
import type { ServerFailure } from "./reply-scanner.ts";

function packet(...payload: readonly number[]): readonly number[] {
  const { length } = payload;
  return [length & 0xff, (length >>> 8) & 0xff, length >>> 16, 1, ...payload];
}

const EOF = packet(0xfe, 0, 0, 2, 0);
const OK = packet(0, 1, 0, 2, 0, 0, 0);
/** Rows affected and insert id of three and nine bytes. */
const LONG_OK = packet(0, 0xfc, 1, 1, 0xfe, 1, 2, 3, 4, 5, 6, 7, 8, 2, 0, 0, 0);
const OK_AND_MORE = packet(0, 0, 0, 0x0a, 0, 0, 0);
const DEADLOCK = packet(0xff, 0xbd, 0x04, ...Buffer.from("#40001Deadlock found"));
const COLUMN = packet(3, ...Buffer.from("def"), 0xfe, 1);
/** A binary row, a text row, and a text row whose first value is NULL. */
const ROWS = [...packet(0, 0, 5, 97), ...packet(3, 97, 98, 99), ...packet(0xfb, 1, 97)];
const RESULT = [...packet(2), ...COLUMN, ...COLUMN, ...EOF, ...ROWS, ...EOF];

interface Seen {
  readonly rows: number;
  readonly failure: ServerFailure | null;
}

/** Scans the bytes in pieces cut at `cuts`; the end must be found with the last byte and not before. */
function scan(scanner: MysqlReplyScanner, bytes: readonly number[], cuts: readonly number[]): Seen {
  const edges = [0, ...cuts, bytes.length];
  for (let piece = 1; piece < edges.length; piece++) {
    // A buffer that is overwritten after the call, as the socket's is.
    const buffer = Uint8Array.from(bytes.slice(edges[piece - 1], edges[piece]));
    const { length } = buffer;
    expect(scanner.scan(buffer, length)).toBe(piece === edges.length - 1);
    buffer.fill(0xff);
  }
  return { rows: scanner.rows, failure: scanner.failure };
}

const REPLIES: readonly (readonly [string, readonly number[], Seen])[] = [
  ["an OK", OK, { rows: 0, failure: null }],
  ["an OK with long numbers", LONG_OK, { rows: 0, failure: null }],
  ["an error", DEADLOCK, { rows: 0, failure: { code: "1213", text: "Deadlock found" } }],
  ["a result of three rows", RESULT, { rows: 3, failure: null }],
  ["an empty result", [...packet(1), ...COLUMN, ...EOF, ...EOF], { rows: 0, failure: null }],
  [
    "a result that breaks off in an error",
    [...packet(1), ...COLUMN, ...EOF, ...ROWS, ...DEADLOCK],
    { rows: 3, failure: { code: "1213", text: "Deadlock found" } },
  ],
  ["two results, the second announced by the first", [...OK_AND_MORE, ...RESULT], { rows: 3, failure: null }],
];

describe("MysqlReplyScanner", () => {
  it.each(REPLIES)("finds the end of %s, whole and cut at any one byte", (_, bytes, seen) => {
    const scanner = new MysqlReplyScanner();
    expect(scan(scanner, bytes, [])).toEqual(seen);
    for (let cut = 1; cut < bytes.length; cut++) expect(scan(scanner, bytes, [cut])).toEqual(seen);
  });

  it.each(REPLIES)("finds the end of %s that comes byte by byte", (_, bytes, seen) => {
    const cuts = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    expect(scan(new MysqlReplyScanner(), bytes, cuts)).toEqual(seen);
  });

  it("counts a row of over 16 MB, which comes in two packets, as one", () => {
    const scanner = new MysqlReplyScanner();
    const head = Uint8Array.from([...packet(1), ...COLUMN, ...EOF, 0xff, 0xff, 0xff, 5]);
    expect(scanner.scan(head, head.length)).toBe(false);
    const body = new Uint8Array(0xffffff).fill(0xfe);
    expect(scanner.scan(body, body.length)).toBe(false);
    // What goes on looks like an error, and is the row's end.
    const rest = Uint8Array.from([...packet(0xff, 1, 2), ...EOF]);
    expect(scanner.scan(rest, rest.length)).toBe(true);
    expect([scanner.rows, scanner.failure]).toEqual([1, null]);
  });

  it("does not take a long row that begins with 0xfe for the end", () => {
    const row = packet(0xfe, 0, 0, 0, 0, 0, 0, 0, 1, 7);
    const seen = scan(new MysqlReplyScanner(), [...packet(1), ...COLUMN, ...EOF, ...row, ...EOF], []);
    expect(seen.rows).toBe(1);
  });

  it("reads a result of 300 columns", () => {
    const columns = Array.from({ length: 300 }, () => COLUMN).flat();
    const seen = scan(
      new MysqlReplyScanner(),
      [...packet(0xfc, 0x2c, 0x01), ...columns, ...EOF, ...ROWS, ...EOF],
      [700],
    );
    expect(seen).toEqual({ rows: 3, failure: null });
  });

  it("does not take the last words behind a whole reply for that reply's error", () => {
    const scanner = new MysqlReplyScanner();
    const bytes = Uint8Array.from([...RESULT, ...DEADLOCK]);
    expect(scanner.scan(bytes, bytes.length)).toBe(true);
    expect([scanner.rows, scanner.failure, scanner.brokenOff()?.code]).toEqual([3, null, "1213"]);
  });

  it("refuses a server that asks for a local file", () => {
    const bytes = Uint8Array.from(packet(0xfb, 97));
    expect(() => new MysqlReplyScanner().scan(bytes, bytes.length)).toThrow(LabError);
  });
});
