// Decoding tables for the prefix codes of RFC 1951.
//
// A table has 2^bits entries, indexed by the next bits of the stream, and behind them subtables for longer codes.
// An entry is one of
//   literal          LITERAL | value << 16 | bits of the code
//   length, distance base << 16 | bits of the code << 8 | bits of the code and the extra bits
//   end of block     OTHER | END_OF_BLOCK | bits of the code
//   longer code      OTHER | SUBTABLE | index of the subtable << 16 | bits of its index << 8
//   no code          OTHER

export const LITERAL: u32 = 0x80000000;
export const OTHER: u32 = 0x8000;
export const SUBTABLE: u32 = 0x4000;
export const END_OF_BLOCK: u32 = 0x2000;

const LONGEST: u32 = 15;

// What each symbol stands for: an entry without the bits of its code, and the extra bits in the low byte.
const lengthEntries = memory.data(288 << 2, 16);
const distanceEntries = memory.data(32 << 2, 16);
const plainEntries = memory.data(19 << 2, 16);
let ready = false;

const counts = memory.data(16 << 2, 16);
const offsets = memory.data(16 << 2, 16);
const sorted = memory.data(288 << 1, 16);

function prepare(): void {
  for (let i: u32 = 0; i < 256; i++) store<u32>(lengthEntries + (i << 2), LITERAL | (i << 16));
  store<u32>(lengthEntries + (256 << 2), OTHER | END_OF_BLOCK);
  let base: u32 = 3;
  for (let i: u32 = 0; i < 28; i++) {
    const extra: u32 = i < 8 ? 0 : (i - 4) >> 2;
    store<u32>(lengthEntries + ((257 + i) << 2), (base << 16) | extra);
    base += 1 << extra;
  }
  store<u32>(lengthEntries + (285 << 2), 258 << 16);
  store<u32>(lengthEntries + (286 << 2), OTHER);
  store<u32>(lengthEntries + (287 << 2), OTHER);
  base = 1;
  for (let i: u32 = 0; i < 30; i++) {
    const extra: u32 = i < 4 ? 0 : (i >> 1) - 1;
    store<u32>(distanceEntries + (i << 2), (base << 16) | extra);
    base += 1 << extra;
  }
  store<u32>(distanceEntries + (30 << 2), OTHER);
  store<u32>(distanceEntries + (31 << 2), OTHER);
  for (let i: u32 = 0; i < 19; i++) store<u32>(plainEntries + (i << 2), LITERAL | (i << 16));
  ready = true;
}

/** Symbols of the literal and length code. */
export function lengthSymbols(): usize {
  if (!ready) prepare();
  return lengthEntries;
}

export function distanceSymbols(): usize {
  if (!ready) prepare();
  return distanceEntries;
}

/** Symbols that stand for themselves, as literals. */
export function plainSymbols(): usize {
  if (!ready) prepare();
  return plainEntries;
}

function entryOf(symbol: u32, codeBits: u32): u32 {
  if (symbol & (LITERAL | OTHER)) return symbol | codeBits;
  return (symbol & 0xffff0000) | (codeBits << 8) | (codeBits + (symbol & 31));
}

/** Codes are sent with their first bit lowest. */
function reversed(code: u32, codeBits: u32): u32 {
  let result: u32 = 0;
  for (let i: u32 = 0; i < codeBits; i++) result |= ((code >> i) & 1) << (codeBits - 1 - i);
  return result;
}

function fill(table: usize, first: u32, end: u32, step: u32, entry: u32): void {
  for (let i = first; i < end; i += step) store<u32>(table + ((<usize>i) << 2), entry);
}

/**
 * Builds the table of the code with the given lengths, one byte for each of `count` symbols.
 *
 * @param capacity entries that the table has room for
 * @returns false for a code that zlib refuses: oversubscribed, or incomplete other than a single length or
 *   distance of one bit or no distances at all
 */
export function buildTable(
  table: usize,
  capacity: u32,
  bits: u32,
  lengths: usize,
  count: u32,
  symbols: usize,
): bool {
  memory.fill(counts, 0, 16 << 2);
  for (let i: u32 = 0; i < count; i++) {
    const at = counts + ((<usize>load<u8>(lengths + i)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let used: u32 = 0,
    room = 1,
    longest: u32 = 0;
  for (let length: u32 = 1; length <= LONGEST; length++) {
    const codes = load<u32>(counts + (length << 2));
    store<u32>(offsets + (length << 2), used);
    used += codes;
    room = (room << 1) - <i32>codes;
    if (room < 0) return false;
    if (codes) longest = length;
  }
  if (room > 0) {
    if (longest > 1 || symbols === plainEntries || (used === 0 && symbols !== distanceEntries)) return false;
    fill(table, 0, 1 << bits, 1, OTHER);
  }
  for (let i: u32 = 0; i < count; i++) {
    const length = <usize>load<u8>(lengths + i);
    if (length === 0) continue;
    const at = offsets + (length << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u16>(sorted + ((<usize>place) << 1), <u16>i);
  }

  const size: u32 = 1 << bits;
  let code: u32 = 0,
    index: u32 = 0,
    free = size;
  let prefix: u32 = 0xffffffff,
    subtable: u32 = 0,
    subtableBits: u32 = 0;
  for (let length: u32 = 1; length <= longest; length++, code <<= 1) {
    const codes = load<u32>(counts + (length << 2));
    for (let k: u32 = 0; k < codes; k++, code++, index++) {
      const symbol = load<u32>(symbols + ((<usize>load<u16>(sorted + ((<usize>index) << 1))) << 2));
      const path = reversed(code, length);
      if (length <= bits) {
        fill(table, path, size, 1 << length, entryOf(symbol, length));
        continue;
      }
      if ((path & (size - 1)) !== prefix) {
        prefix = path & (size - 1);
        subtable = free;
        subtableBits = length - bits;
        // Codes are in order of length, so all that fit here follow: grow until they do.
        let left = (1 << subtableBits) - <i32>(codes - k);
        for (let next = length + 1; left > 0 && next <= longest; next++, subtableBits++) {
          left = (left << 1) - <i32>load<u32>(counts + (next << 2));
        }
        free += 1 << subtableBits;
        if (free > capacity) return false;
        store<u32>(table + ((<usize>prefix) << 2), OTHER | SUBTABLE | (subtable << 16) | (subtableBits << 8));
      }
      const end = subtable + (1 << subtableBits);
      fill(table, subtable + (path >> bits), end, 1 << (length - bits), entryOf(symbol, length - bits));
    }
  }
  return true;
}

/** What a table's entry adds to a length or distance: the extra bits behind the code, which `code` still has. */
// @inline
export function withExtraBits(entry: u32, code: u64): u32 {
  return (entry >> 16) + <u32>((code & (((<u64>1) << (entry & 63)) - 1)) >> ((entry >> 8) & 31));
}

// @inline
export function subtableIndex(entry: u32, code: u64): usize {
  return (<usize>((entry >> 16) + (<u32>code & ((1 << ((entry >> 8) & 15)) - 1)))) << 2;
}
