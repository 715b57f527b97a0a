// Inflates zlib streams (RFC 1950, RFC 1951) in steps, each into a window of its own. What zlib refuses is refused here:
// oversubscribed and incomplete codes, codes without an end of block, distances that reach behind the first byte.
import { preparePatterns } from './copyMatch';
import { DISTANCE_BITS, decodeCodes, decodeCodesOfBoth, endBlock, LITERAL_BITS, refill } from './decodeCodes';
import { buildTable, distanceSymbols, LITERAL, lengthSymbols, plainSymbols } from './huffmanTable';
import {
  BETWEEN_BLOCKS,
  beginStream,
  CORRUPTED,
  DISTANCE_ENTRIES,
  distancesOf,
  ENDED,
  fillInput,
  hasInput,
  IN_CODED,
  IN_STORED,
  inputUsedTo,
  LITERAL_ENTRIES,
  literalsOf,
  Stream,
} from './Stream';

const PRECODE_BITS: u32 = 7;

const precodeTable = memory.data(128 << 2, 16);
const lengths = memory.data(320, 16);

/** Begins a stream in a window. */
export function beginInflate(stream: Stream, window: usize, windowBytes: usize): void {
  preparePatterns();
  beginStream(stream, window, windowBytes);
}

/**
 * Inflates until at least `target` is reached or the stream ends; OVERSHOOT bytes behind the target must be writable.
 *
 * @returns false if the stream is corrupt or cut off
 */
export function inflateTo(stream: Stream, target: usize): bool {
  while (stream.phase !== ENDED && stream.output < target) {
    if (!isInBlock(stream)) return false;
    if (stream.phase === IN_STORED ? !copyStored(stream, target) : !decodeCodes(stream, target)) return false;
    if (inputUsedTo(stream) > stream.inputEnd) return false;
  }
  return true;
}

/** Inflates two streams together as far as this can be done. {@link inflateTo} does the rest, and finds what is corrupt. */
export function inflateBothTo(a: Stream, targetA: usize, b: Stream, targetB: usize): void {
  while (a.output < targetA && b.output < targetB) {
    if (!isInCodes(a) || !isInCodes(b)) return;
    if (!decodeCodesOfBoth(a, targetA, b, targetB)) return;
  }
}

function isInCodes(stream: Stream): bool {
  return stream.phase !== ENDED && isInBlock(stream) && stream.phase === IN_CODED;
}

/** Begins the next block where none has begun. */
function isInBlock(stream: Stream): bool {
  if (stream.phase === BETWEEN_BLOCKS && !beginBlock(stream)) stream.phase = CORRUPTED;
  return stream.phase !== CORRUPTED;
}

function takeBits(stream: Stream, count: u32): u32 {
  const taken = <u32>stream.bits & ((1 << count) - 1);
  stream.bits >>= count;
  stream.bitCount -= count;
  return taken;
}

function beginBlock(stream: Stream): bool {
  if (!hasInput(stream)) return false;
  refill(stream);
  stream.isLastBlock = takeBits(stream, 1) === 1;
  const type = takeBits(stream, 2);
  if (type === 0) return beginStored(stream);
  stream.phase = IN_CODED;
  if (type === 1) return useFixedCodes(stream);
  return type === 2 && readCodes(stream);
}

function beginStored(stream: Stream): bool {
  stream.input -= stream.bitCount >> 3;
  stream.bits = 0;
  stream.bitCount = 0;
  if (stream.input + 4 > stream.inputEnd) return false;
  stream.storedLeft = load<u16>(stream.input);
  if (load<u16>(stream.input, 2) !== (<u16>stream.storedLeft ^ 0xffff)) return false;
  stream.input += 4;
  stream.phase = IN_STORED;
  return true;
}

function copyStored(stream: Stream, target: usize): bool {
  if (stream.storedLeft !== 0 && !stream.isAllRead && stream.input === stream.inputEnd) fillInput(stream);
  const length = min(stream.storedLeft, min(target - stream.output, stream.inputEnd - stream.input));
  if (length === 0 && stream.storedLeft !== 0) return false;
  memory.copy(stream.output, stream.input, length);
  stream.output += length;
  stream.input += length;
  stream.storedLeft -= length;
  if (stream.storedLeft === 0) endBlock(stream);
  return true;
}

function buildLiterals(stream: Stream, from: usize, count: u32): bool {
  return buildTable(literalsOf(stream), LITERAL_ENTRIES, LITERAL_BITS, from, count, lengthSymbols());
}

function buildDistances(stream: Stream, from: usize, count: u32): bool {
  return buildTable(distancesOf(stream), DISTANCE_ENTRIES, DISTANCE_BITS, from, count, distanceSymbols());
}

function useFixedCodes(stream: Stream): bool {
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  memory.fill(lengths + 288, 5, 32);
  return buildLiterals(stream, lengths, 288) && buildDistances(stream, lengths + 288, 32);
}

/** Where the length of each code of the code lengths' code is stored, in the order of RFC 1951, 3.2.7. */
function precodePlace(i: u32): usize {
  if (i < 3) return 16 + i;
  if (i === 3) return 0;
  return i & 1 ? (19 - i) >> 1 : (i + 12) >> 1;
}

function readCodes(stream: Stream): bool {
  const literals = takeBits(stream, 5) + 257,
    distances = takeBits(stream, 5) + 1,
    precodes = takeBits(stream, 4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(lengths, 0, 19);
  for (let i: u32 = 0; i < precodes; i++) {
    refill(stream);
    store<u8>(lengths + precodePlace(i), <u8>takeBits(stream, 3));
  }
  if (!buildTable(precodeTable, 128, PRECODE_BITS, lengths, 19, plainSymbols())) return false;
  const all = literals + distances;
  let at: u32 = 0;
  while (at < all) {
    if (!hasInput(stream)) return false;
    refill(stream);
    const entry = load<u32>(precodeTable + ((<usize>(stream.bits & 127)) << 2));
    if (!(entry & LITERAL)) return false;
    takeBits(stream, entry & 63);
    const symbol = (entry >> 16) & 31;
    if (symbol < 16) {
      store<u8>(lengths + at++, <u8>symbol);
      continue;
    }
    if (symbol === 16 && at === 0) return false;
    const repeated = symbol === 16 ? load<u8>(lengths + at - 1) : 0;
    const times =
      symbol === 16
        ? 3 + takeBits(stream, 2)
        : symbol === 17
          ? 3 + takeBits(stream, 3)
          : 11 + takeBits(stream, 7);
    if (at + times > all) return false;
    memory.fill(lengths + at, repeated, times);
    at += times;
  }
  if (load<u8>(lengths + 256) === 0) return false;
  return buildDistances(stream, lengths + literals, distances) && buildLiterals(stream, lengths, literals);
}
