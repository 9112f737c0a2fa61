/**
 * MySQL packets: COM_STMT_EXECUTE with parameters in place, COM_QUERY.
 * Format: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_stmt_execute.html, without
 * CLIENT_QUERY_ATTRIBUTES, which the connection refuses: with it both packets have more fields.
 */
import { digitsWidth } from "../../../../workloads/digits.ts";
import type { Draw } from "../program.ts";
import { type PacketForm, type Patch, PatchedRequest, type Request, type TextFraming, TextRequest } from "./request.ts";

const HEADER = 4;
const COM_QUERY = 0x03;
const COM_STMT_EXECUTE = 0x17;
const TYPE_LONGLONG = 0x08;
const INTEGER_WIDTH = 8;
const TYPE_VAR_STRING = 0xfd;
/** Longest text whose length is one byte. */
const SHORT_TEXT = 250;

/**
 * Execution of prepared statement `id`; parameters are 64-bit integers and texts of fixed length. Their types are said once, as
 * the C library does it: the server keeps them.
 */
export function mysqlExecute(id: number, draws: readonly Draw[]): Request {
  if (draws.length === 0) return new PatchedRequest({ draws, form: execution(id, draws, []), bigEndian: false });
  const first = execution(id, draws, [nullBitmap(draws), parameterTypes(draws)]);
  const form = execution(id, draws, [nullBitmap(draws), SAME_TYPES]);
  return new PatchedRequest({ draws, first, form, bigEndian: false });
}

function execution(id: number, draws: readonly Draw[], binding: readonly Buffer[]): PacketForm {
  const head = Buffer.alloc(10);
  head[0] = COM_STMT_EXECUTE;
  head.writeUInt32LE(id, 1);
  // No cursor, and the one iteration that the protocol knows.
  head.writeUInt32LE(1, 6);
  const parts = [head, ...binding];
  const patches: Patch[] = [];
  let offset = HEADER + byteLength(parts);
  for (const draw of draws) {
    const prefix = lengthPrefix(draw);
    // The high half of an integer stays zero.
    const value = Buffer.alloc(draw.groups > 0 ? digitsWidth(draw.groups) : INTEGER_WIDTH);
    patches.push({ offset: offset + prefix.length, draw });
    offset += prefix.length + value.length;
    parts.push(prefix, value);
  }
  return { bytes: packet(Buffer.concat(parts)), patches };
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

/** In place of the types: they are those of the execution before. */
const SAME_TYPES = Buffer.from([0]);

function parameterTypes(draws: readonly Draw[]): Buffer {
  const types = draws.flatMap((draw) => [draw.groups > 0 ? TYPE_VAR_STRING : TYPE_LONGLONG, 0]);
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
