/**
 * PostgreSQL messages: Parse; Bind, Describe, Execute, Sync with parameters in place; Query.
 * Format: https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import { digitsWidth } from "../../../../workloads/digits.ts";
import type { Draw } from "../program.ts";
import { type Patch, PatchedRequest, type Request, type TextFraming, TextRequest } from "./request.ts";

/** Type numbers of pg_type.dat. 0 leaves the type to the server. */
const INT4 = 23;
const UNSPECIFIED = 0;
const BINARY = 1;
const TEXT_FORMAT = 0;

const SYNC = message("S");
const DESCRIBE_PORTAL = message("D", Buffer.from("P"), cString(""));

/** Parse of statement `name`. Its reply ends only after `postgresSync`. */
export function postgresParse(name: string, sql: string, draws: readonly Draw[]): Buffer {
  const types = draws.map((draw) => int32(draw.groups > 0 ? UNSPECIFIED : INT4));
  return message("P", cString(name), cString(sql), int16(draws.length), ...types);
}

export function postgresSync(): Buffer {
  return SYNC;
}

/**
 * Bind, Describe, Execute and Sync of prepared statement `name`: integers binary, texts as text; results as text. Whoever uses
 * libpq asks for the description too, so it is part of the work.
 */
export function postgresExecute(name: string, draws: readonly Draw[]): Request {
  const formats = draws.map((draw) => int16(draw.groups > 0 ? TEXT_FORMAT : BINARY));
  const parts = [cString(""), cString(name), int16(draws.length), ...formats, int16(draws.length)];
  const patches: Patch[] = [];
  // Type byte and length come first.
  let offset = 5 + parts.reduce((sum, part) => sum + part.length, 0);
  for (const draw of draws) {
    const width = draw.groups > 0 ? digitsWidth(draw.groups) : 4;
    patches.push({ offset: offset + 4, draw });
    offset += 4 + width;
    parts.push(int32(width), Buffer.alloc(width));
  }
  const bind = message("B", ...parts, int16(0));
  const execute = message("E", cString(""), int32(0));
  const bytes = Buffer.concat([bind, DESCRIBE_PORTAL, execute, SYNC]);
  return new PatchedRequest({ draws, form: { bytes, patches }, bigEndian: true });
}

/** A statement as text, by the simple query protocol. */
export function postgresText(pieces: readonly string[], draws: readonly Draw[]): Request {
  return new TextRequest({ pieces, draws, framing: TEXT });
}

/** A statement without parameters, once made and sent as it is. */
export function postgresFixed(sql: string): Buffer {
  return message("Q", cString(sql));
}

const TEXT: TextFraming = {
  before: Buffer.from([0x51, 0, 0, 0, 0]),
  after: Buffer.from([0]),
  writeLength(bytes, length) {
    bytes.writeInt32BE(length - 1, 1);
  },
};

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
