import { describe, expect, it } from "vitest";
import { PostgresReplyScanner } from "./postgres-reply.ts";
import type { ServerFailure } from "./reply-scanner.ts";

function message(type: string, ...body: readonly (number | string)[]): readonly number[] {
  const bytes = body.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : [part]));
  const length = bytes.length + 4;
  return [type.charCodeAt(0), 0, 0, length >>> 8, length & 0xff, ...bytes];
}

const READY = message("Z", "I");
const BOUND = message("2");
const ROW = message("D", 0, 1, 0, 0, 0, 3, "abc");
const DONE = message("C", "SELECT 2\0");
/** A notice has the fields of an error and is none. Its text holds the bytes of an end. */
const NOTICE = message("N", "SNOTICE\0C00000\0MZ\0\0");
const DEADLOCK = message("E", "SERROR\0VERROR\0C40P01\0Mdeadlock detected\0\0");
const KILLED = message("E", "SFATAL\0C57P01\0Mterminating connection\0\0");

interface Seen {
  readonly rows: number;
  readonly failure: ServerFailure | null;
}

function scan(scanner: PostgresReplyScanner, bytes: readonly number[], cuts: readonly number[]): Seen {
  const edges = [0, ...cuts, bytes.length];
  for (let piece = 1; piece < edges.length; piece++) {
    const buffer = Uint8Array.from(bytes.slice(edges[piece - 1], edges[piece]));
    const { length } = buffer;
    expect(scanner.scan(buffer, length)).toBe(piece === edges.length - 1);
    buffer.fill(0xff);
  }
  return { rows: scanner.rows, failure: scanner.failure };
}

const REPLIES: readonly (readonly [string, readonly number[], Seen])[] = [
  ["a result of two rows", [...BOUND, ...ROW, ...NOTICE, ...ROW, ...DONE, ...READY], { rows: 2, failure: null }],
  ["an update", [...BOUND, ...message("C", "UPDATE 1\0"), ...READY], { rows: 0, failure: null }],
  [
    "an error in the middle of a result",
    [...BOUND, ...ROW, ...DEADLOCK, ...READY],
    { rows: 1, failure: { code: "40P01", text: "deadlock detected" } },
  ],
];

describe("PostgresReplyScanner", () => {
  it.each(REPLIES)("finds the end of %s, whole and cut at any one byte", (_, bytes, seen) => {
    const scanner = new PostgresReplyScanner();
    expect(scan(scanner, bytes, [])).toEqual(seen);
    for (let cut = 1; cut < bytes.length; cut++) expect(scan(scanner, bytes, [cut])).toEqual(seen);
  });

  it.each(REPLIES)("finds the end of %s that comes byte by byte", (_, bytes, seen) => {
    const cuts = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    expect(scan(new PostgresReplyScanner(), bytes, cuts)).toEqual(seen);
  });

  it("keeps the last words of a server that hangs up, and forgets them when the next reply is whole", () => {
    const scanner = new PostgresReplyScanner();
    expect(scanner.scan(Uint8Array.from(KILLED), KILLED.length)).toBe(false);
    expect(scanner.brokenOff()).toEqual({ code: "57P01", text: "terminating connection" });
    expect(scanner.scan(Uint8Array.from(READY), READY.length)).toBe(true);
    expect(scanner.brokenOff()).toBeNull();
  });

  it("does not take the last words behind a whole reply for that reply's error", () => {
    const scanner = new PostgresReplyScanner();
    const bytes = Uint8Array.from([...ROW, ...READY, ...KILLED]);
    expect(scanner.scan(bytes, bytes.length)).toBe(true);
    expect([scanner.rows, scanner.failure, scanner.brokenOff()?.code]).toEqual([1, null, "57P01"]);
  });

  it("takes messages behind the end for the next reply's, which they do not end", () => {
    const scanner = new PostgresReplyScanner();
    const bytes = Uint8Array.from([...READY, ...NOTICE]);
    expect(scanner.scan(bytes, bytes.length)).toBe(true);
    expect(scanner.scan(Uint8Array.from(ROW), ROW.length)).toBe(false);
    expect(scanner.scan(Uint8Array.from(READY), READY.length)).toBe(true);
    expect(scanner.rows).toBe(1);
  });
});
