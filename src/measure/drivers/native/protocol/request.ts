/** What a client sends for one statement: a buffer that is made once and patched for each execution. */
import { digitsWidth, writeDigits } from "../../../../workloads/digits.ts";
import type { Draw } from "../program.ts";
import type { ValueStream } from "../value-stream.ts";

export interface Request {
  /**
   * The bytes of one execution with newly drawn parameters. They are overwritten by the next call, also of another client:
   * whoever sends them either has the kernel take them at once, or copies them.
   */
  encode(values: ValueStream): Buffer;
}

/** One request for each table; where there is only one, it serves all (BEGIN, COMMIT). */
export function requestsByTable(made: readonly Request[], tables: number): readonly Request[] {
  const [first] = made;
  if (made.length !== 1 || first === undefined) return made;
  return Array.from({ length: tables }, () => first);
}

/** A parameter's place in a packet. Each has a fixed width: that of its digits, or of a whole number below 2^31. */
export interface Patch {
  readonly offset: number;
  readonly draw: Draw;
}

/** A packet and where its parameters go. */
export interface PacketForm {
  readonly bytes: Buffer;
  readonly patches: readonly Patch[];
}

/** Execution of a prepared statement. */
export class PatchedRequest implements Request {
  /** The first execution's, where it says more than later ones need to. */
  private first: Packet | null;
  private readonly packet: Packet;

  /** `draws`: those of the program's statement, the same array for every client. */
  constructor(parts: {
    readonly draws: readonly Draw[];
    readonly first?: PacketForm;
    readonly form: PacketForm;
    readonly bigEndian: boolean;
  }) {
    const { draws, first, form, bigEndian } = parts;
    this.first = first === undefined ? null : sharedPacket(draws, first, bigEndian);
    this.packet = sharedPacket(draws, form, bigEndian);
  }

  encode(values: ValueStream): Buffer {
    if (this.first === null) return this.packet.patch(values);
    const bytes = this.first.patch(values);
    this.first = null;
    return bytes;
  }
}

/** By the statement they belong to, and their bytes before any parameter is in them. */
const packets = new WeakMap<readonly Draw[], Map<string, Packet>>();

/** Clients whose packets are alike have one in common, which stays in the cache: with one each, 512 clients would evict them. */
function sharedPacket(draws: readonly Draw[], form: PacketForm, bigEndian: boolean): Packet {
  const known = packets.get(draws) ?? new Map<string, Packet>();
  packets.set(draws, known);
  const key = form.bytes.toString("latin1");
  const packet = known.get(key) ?? new Packet(form, bigEndian);
  known.set(key, packet);
  return packet;
}

class Packet {
  private readonly bytes: Buffer;
  private readonly patches: readonly Patch[];
  private readonly view: DataView;
  private readonly littleEndian: boolean;

  constructor({ bytes, patches }: PacketForm, bigEndian: boolean) {
    this.bytes = bytes;
    this.patches = patches;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.littleEndian = !bigEndian;
  }

  patch(values: ValueStream): Buffer {
    const { bytes, patches } = this;
    for (let index = 0; index < patches.length; index++) {
      const patch = patches[index];
      if (patch === undefined) break;
      if (patch.draw.groups > 0) writeDigits(values.random, bytes, patch.offset, patch.draw.groups);
      else this.view.setInt32(patch.offset, values.integer(patch.draw, index), this.littleEndian);
    }
    return bytes;
  }
}

/** A packet that holds SQL text: what stands before and behind it, and how its length is written. */
export interface TextFraming {
  /** Room for the header, filled by `writeLength`. */
  readonly before: Buffer;
  readonly after: Buffer;
  writeLength(packet: Buffer, length: number): void;
}

const QUOTE = 0x27;
const ZERO = 0x30;
/** Digits of 2^32. */
const INTEGER_WIDTH = 10;

/** A statement sent as text, its parameters written into it. */
export class TextRequest implements Request {
  private readonly pieces: readonly Buffer[];
  private readonly draws: readonly Draw[];
  private readonly framing: TextFraming;
  private readonly bytes: Buffer;
  /** Views of `bytes` by length: there are few lengths, and a new view for each execution would be garbage. */
  private readonly views: Buffer[] = [];

  constructor(parts: {
    readonly pieces: readonly string[];
    readonly draws: readonly Draw[];
    readonly framing: TextFraming;
  }) {
    this.pieces = parts.pieces.map((piece) => Buffer.from(piece));
    this.draws = parts.draws;
    this.framing = parts.framing;
    this.bytes = Buffer.alloc(this.longest());
    parts.framing.before.copy(this.bytes);
  }

  encode(values: ValueStream): Buffer {
    const { bytes, framing } = this;
    let at = framing.before.length;
    for (let index = 0; index < this.pieces.length; index++) {
      const piece = this.pieces[index];
      if (piece !== undefined) at += piece.copy(bytes, at);
      const draw = this.draws[index];
      if (draw !== undefined) at = this.writeValue(values, at, index);
    }
    at += framing.after.copy(bytes, at);
    framing.writeLength(bytes, at);
    return this.view(at);
  }

  private writeValue(values: ValueStream, at: number, index: number): number {
    const draw = this.draws[index];
    if (draw === undefined) return at;
    if (draw.groups === 0) return writeDecimal(this.bytes, at, values.integer(draw, index));
    this.bytes[at] = QUOTE;
    const end = writeDigits(values.random, this.bytes, at + 1, draw.groups);
    this.bytes[end] = QUOTE;
    return end + 1;
  }

  private view(length: number): Buffer {
    const known = this.views[length];
    if (known !== undefined) return known;
    const made = this.bytes.subarray(0, length);
    this.views[length] = made;
    return made;
  }

  private longest(): number {
    const values = this.draws.map((draw) => (draw.groups > 0 ? digitsWidth(draw.groups) + 2 : INTEGER_WIDTH));
    const parts = [this.framing.before, this.framing.after, ...this.pieces].map((part) => part.length);
    return [...values, ...parts].reduce((sum, length) => sum + length, 0);
  }
}

/** Writes a whole number of at least 0 in decimal. Gives the offset behind it. */
function writeDecimal(bytes: Buffer, at: number, value: number): number {
  let width = 1;
  for (let bound = 10; bound <= value; bound *= 10) width++;
  let rest = value;
  for (let place = at + width - 1; place >= at; place--) {
    const tenth = Math.floor(rest / 10);
    bytes[place] = ZERO + (rest - tenth * 10);
    rest = tenth;
  }
  return at + width;
}
