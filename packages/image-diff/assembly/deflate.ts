// A small, fast deflater for masks, which are mostly long runs: matches against the last place with the same four
// bytes, in one block of fixed codes (RFC 1951, 3.2.6), as a zlib stream (RFC 1950).
import { adler32 } from './checksums';

const HASH_BITS = 12;
const lastPlaces = memory.data(4 << HASH_BITS, 16);
const FARTHEST: usize = 32768;
const LONGEST: usize = 258;
const SHORTEST: usize = 4;

let output: usize = 0;
let bits: u64 = 0;
let bitCount: u32 = 0;

function put(value: u32, count: u32): void {
  bits |= (<u64>value) << bitCount;
  bitCount += count;
  store<u64>(output, bits);
  output += bitCount >> 3;
  bits >>= bitCount & ~7;
  bitCount &= 7;
}

/** Codes are sent with their first bit lowest. */
function reversed(code: u32, count: u32): u32 {
  let result: u32 = 0;
  for (let i: u32 = 0; i < count; i++) result |= ((code >> i) & 1) << (count - 1 - i);
  return result;
}

function putSymbol(symbol: u32): void {
  if (symbol < 144) put(reversed(0x30 + symbol, 8), 8);
  else if (symbol < 256) put(reversed(0x190 + symbol - 144, 9), 9);
  else if (symbol < 280) put(reversed(symbol - 256, 7), 7);
  else put(reversed(0xc0 + symbol - 280, 8), 8);
}

function putLength(length: u32): void {
  const beyond = length - 3;
  if (length === 258) {
    putSymbol(285);
  } else if (beyond < 8) {
    putSymbol(257 + beyond);
  } else {
    const extra: u32 = 29 - clz(beyond);
    putSymbol(261 + 4 * extra + ((beyond >> extra) & 3));
    put(beyond & ((1 << extra) - 1), extra);
  }
}

function putDistance(distance: u32): void {
  const beyond = distance - 1;
  if (beyond < 4) {
    put(reversed(beyond, 5), 5);
  } else {
    const extra: u32 = 30 - clz(beyond);
    put(reversed(2 * extra + 2 + ((beyond >> extra) & 1), 5), 5);
    put(beyond & ((1 << extra) - 1), extra);
  }
}

/** Bytes that the two places have in common, at most up to `end` and 258. */
function commonLength(earlier: usize, later: usize, end: usize): usize {
  const most = min(end - later, LONGEST);
  let length: usize = 0;
  for (; length + 8 <= most; length += 8) {
    const difference = load<u64>(earlier + length) ^ load<u64>(later + length);
    if (difference) return length + <usize>(ctz(difference) >> 3);
  }
  while (length < most && load<u8>(earlier + length) === load<u8>(later + length)) length++;
  return length;
}

/** Bytes that {@link deflate} may write for so many. */
export function deflatedBytes(length: usize): usize {
  return length + (length >> 3) + 64;
}

/** Deflates; returns how many bytes it wrote to `out`. */
export function deflate(start: usize, length: usize, out: usize): usize {
  memory.fill(lastPlaces, 0, 4 << HASH_BITS);
  store<u16>(out, 0x0178);
  output = out + 2;
  bits = 0;
  bitCount = 0;
  put(3, 3);
  const end = start + length;
  for (let at = start; at < end; ) {
    const slot = lastPlaces + ((<usize>((load<u32>(at) * 0x9e3779b1) >> (32 - HASH_BITS))) << 2);
    const earlier = <usize>load<u32>(slot);
    store<u32>(slot, <u32>at);
    const common = earlier !== 0 && at - earlier <= FARTHEST ? commonLength(earlier, at, end) : 0;
    if (common >= SHORTEST) {
      putLength(<u32>common);
      putDistance(<u32>(at - earlier));
      at += common;
    } else {
      putSymbol(load<u8>(at++));
    }
  }
  putSymbol(256);
  put(0, 7);
  store<u32>(output, bswap<u32>(adler32(1, start, length)));
  return output + 4 - out;
}
