/**
 * MySQL packets: COM_STMT_EXECUTE with parameters in place, COM_QUERY.
 * Format: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_stmt_execute.html, without
 * CLIENT_QUERY_ATTRIBUTES, which the connection refuses: with it both packets have more fields.
 */
import { digitsWidth } from "../../../../workloads/digits.ts";
import type { Draw } from "../program.ts";
import { type Patch, PatchedRequest, type Request, type TextFraming, TextRequest } from "./request.ts";

const HEADER = 4;
const COM_QUERY = 0x03;
const COM_STMT_EXECUTE = 0x17;
const TYPE_LONG = 0x03;
const TYPE_VAR_STRING = 0xfd;
/** Longest text whose length is one byte. */
const SHORT_TEXT = 250;

/** Execution of prepared statement `id`; parameters are 32-bit integers and texts of fixed length. */
export function mysqlExecute(id: number, draws: readonly Draw[]): Request {
  const head = Buffer.alloc(10);
  head[0] = COM_STMT_EXECUTE;
  head.writeUInt32LE(id, 1);
  // No cursor, and the one iteration that the protocol knows.
  head.writeUInt32LE(1, 6);
  const parts = draws.length === 0 ? [head] : [head, nullBitmap(draws), parameterTypes(draws)];
  const patches: Patch[] = [];
  let offset = HEADER + byteLength(parts);
  for (const draw of draws) {
    const prefix = lengthPrefix(draw);
    const value = Buffer.alloc(draw.groups > 0 ? digitsWidth(draw.groups) : 4);
    patches.push({ offset: offset + prefix.length, draw });
    offset += prefix.length + value.length;
    parts.push(prefix, value);
  }
  return new PatchedRequest({ bytes: packet(Buffer.concat(parts)), patches, bigEndian: false });
}

/** A statement as text. */
export function mysqlText(pieces: readonly string[], draws: readonly Draw[]): Request {
  return new TextRequest({ pieces, draws, framing: TEXT });
}

/** A statement without parameters, once made and sent as it is. */
export function mysqlFixed(sql: string): Buffer {
  return packet(Buffer.concat([Buffer.from([COM_QUERY]), Buffer.from(sql)]));
}

const TEXT: TextFraming = {
  before: Buffer.from([0, 0, 0, 0, COM_QUERY]),
  after: Buffer.alloc(0),
  writeLength(bytes, length) {
    bytes.writeUIntLE(length - HEADER, 0, 3);
  },
};

/** A command begins a new sequence: number 0. */
function packet(payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUIntLE(payload.length, 0, 3);
  return Buffer.concat([header, payload]);
}

function nullBitmap(draws: readonly Draw[]): Buffer {
  return Buffer.alloc(Math.ceil(draws.length / 8));
}

/** Sent each time: two bytes a parameter are cheaper than a second packet to choose from. */
function parameterTypes(draws: readonly Draw[]): Buffer {
  const types = draws.flatMap((draw) => [draw.groups > 0 ? TYPE_VAR_STRING : TYPE_LONG, 0]);
  return Buffer.from([1, ...types]);
}

function lengthPrefix(draw: Draw): Buffer {
  if (draw.groups === 0) return Buffer.alloc(0);
  const width = digitsWidth(draw.groups);
  if (width <= SHORT_TEXT) return Buffer.from([width]);
  return Buffer.from([0xfc, width & 0xff, width >>> 8]);
}

function byteLength(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
