/**
 * Strings of random digits, `ddddddddddd-ddddddddddd-...`: what sysbench fills its `c` (10 groups) and `pad` (5 groups)
 * with. Two random numbers a group and a table of digit triples: the hot path writes them straight into a packet.
 */
import type { Random } from "./random.ts";

const GROUP_WIDTH = 11;
const DASH = 0x2d;
const ZERO = 0x30;

/** Length of a string of `groups` groups: 119 for 10, 59 for 5. */
export function digitsWidth(groups: number): number {
  return groups * (GROUP_WIDTH + 1) - 1;
}

const TRIPLES: Uint8Array = makeTriples();

function makeTriples(): Uint8Array {
  const triples = new Uint8Array(3000);
  for (let value = 0; value < 1000; value++) {
    triples[value * 3] = ZERO + Math.floor(value / 100);
    triples[value * 3 + 1] = ZERO + (Math.floor(value / 10) % 10);
    triples[value * 3 + 2] = ZERO + (value % 10);
  }
  return triples;
}

/** Writes `groups` groups at `offset` of `bytes` as ASCII. Gives the offset after them. */
export function writeDigits(random: Random, bytes: Uint8Array, offset: number, groups: number): number {
  let at = offset;
  for (let group = 0; group < groups; group++) {
    if (group > 0) bytes[at++] = DASH;
    // Each range is a part of 2^32 so small that no digit is more likely than another by over 0.03 %.
    const six = Math.floor(random.nextUint32() * (1e6 / 0x100000000));
    const five = Math.floor(random.nextUint32() * (1e5 / 0x100000000));
    const thousands = Math.floor(six / 1000);
    const hundreds = Math.floor(five / 100);
    at = writeTriple(bytes, at, thousands, 0);
    at = writeTriple(bytes, at, six - thousands * 1000, 0);
    at = writeTriple(bytes, at, hundreds, 0);
    at = writeTriple(bytes, at, five - hundreds * 100, 1);
  }
  return at;
}

/** `skip` leaves out leading digits: 1 writes a pair. */
function writeTriple(bytes: Uint8Array, at: number, value: number, skip: number): number {
  let to = at;
  for (let digit = skip; digit < 3; digit++) bytes[to++] = TRIPLES[value * 3 + digit] ?? ZERO;
  return to;
}

const decoder = new TextDecoder("latin1");

/** The same digits as a string: what `writeDigits` writes for the same state of `random`. */
export function digitString(random: Random, groups: number): string {
  const bytes = new Uint8Array(digitsWidth(groups));
  writeDigits(random, bytes, 0, groups);
  return decoder.decode(bytes);
}
