// Inflates a zlib stream (RFC 1950, RFC 1951) in steps, into a window that the caller moves.
//
// Codes are looked up in tables whose entries say all about a symbol at once, several codes to one refill of a 64-bit
// buffer: the way of libdeflate (https://github.com/ebiggers/libdeflate). What zlib refuses is refused here:
// oversubscribed and incomplete codes, codes without an end of block, distances that reach behind the first byte.
import { copyMatch, preparePatterns } from './copyMatch';
import {
  buildTable,
  distanceSymbols,
  END_OF_BLOCK,
  LITERAL,
  lengthSymbols,
  OTHER,
  plainSymbols,
  SUBTABLE,
  subtableIndex,
  withExtraBits,
} from './huffmanTable';

/** Bytes that an output may be written past the target of a step. */
export const OVERSHOOT: usize = 320;
/** Farthest that a match reaches back. */
export const HISTORY: usize = 32768;

const LITERAL_BITS: u32 = 11;
const DISTANCE_BITS: u32 = 8;
const PRECODE_BITS: u32 = 7;
const LITERAL_MASK: u64 = (1 << LITERAL_BITS) - 1;
const DISTANCE_MASK: u64 = (1 << DISTANCE_BITS) - 1;

const literalTable = memory.data(4096 << 2, 16);
const distanceTable = memory.data(2048 << 2, 16);
const precodeTable = memory.data(128 << 2, 16);
const lengths = memory.data(320, 16);

const BETWEEN_BLOCKS = 0;
const IN_STORED = 1;
const IN_CODED = 2;
const ENDED = 3;

/** Bytes of the stream that are held at a time, and what must be readable behind the place that is read. */
export const INPUT_BYTES: usize = 64 * 1024;
const LOOKAHEAD: usize = 64;
/** Bytes before the place that is read that are kept: the bit buffer holds up to eight of them. */
const LOOKBACK: usize = 8;

/** Copies the next bytes of the stream to an address; returns how many, fewer than asked for only at its end. */
// @external('host', 'readInput')
declare function readInput(to: usize, length: usize): usize;

/** A buffer of {@link INPUT_BYTES} and {@link LOOKAHEAD}: the next byte that goes into `bits`, and its filled end. */
let inputBuffer: usize = 0;
let input: usize = 0;
let inputEnd: usize = 0;
/** Nothing of the stream is left outside the buffer; zeros lie behind its end. */
let isAllRead: bool = false;
/** Next byte to be written. */
let output: usize = 0;
/** Input that is buffered: `bits`, of which the lowest `bitCount` are certain. */
let bits: u64 = 0;
let bitCount: u32 = 0;
let phase: i32 = BETWEEN_BLOCKS;
let isLastBlock: bool = false;
let storedLeft: usize = 0;

/** Bytes that the input's buffer needs. */
export function inputBytes(): usize {
  return INPUT_BYTES + LOOKAHEAD;
}

/** Begins a stream. */
export function beginInflate(buffer: usize, window: usize): void {
  preparePatterns();
  inputBuffer = buffer;
  input = buffer + LOOKBACK;
  inputEnd = input;
  isAllRead = false;
  output = window;
  bits = 0;
  bitCount = 0;
  phase = BETWEEN_BLOCKS;
  isLastBlock = false;
}

export function inflatedTo(): usize {
  return output;
}

export function hasEnded(): bool {
  return phase === ENDED;
}

/** Address behind the last byte of input that the stream used. */
function inputUsedTo(): usize {
  return input - (bitCount >> 3);
}

/** Buffers more of the stream; the place that is read moves down. */
function fillInput(): void {
  const held = input - LOOKBACK;
  memory.copy(inputBuffer, held, inputEnd - held);
  inputEnd -= held - inputBuffer;
  input = inputBuffer + LOOKBACK;
  fillFrom(inputEnd);
}

function fillFrom(start: usize): void {
  inputEnd = start;
  const room = inputBuffer + INPUT_BYTES - inputEnd;
  const read = readInput(inputEnd, room);
  inputEnd += read;
  if (read < room) {
    isAllRead = true;
    memory.fill(inputEnd, 0, LOOKAHEAD);
  }
}

/** Sees to it that {@link LOOKAHEAD} bytes can be read. Returns false far behind the end of the stream. */
// @inline
function hasInput(): bool {
  if (!isAllRead && input + LOOKAHEAD > inputEnd) fillInput();
  return input <= inputEnd + 8;
}

/** Passes up to 8 whole bytes before or behind the blocks. Returns their address, or 0 if fewer are left. */
export function takeInput(length: usize): usize {
  input = inputUsedTo();
  bits = 0;
  bitCount = 0;
  hasInput();
  const taken = input;
  if (taken + length > inputEnd) return 0;
  input += length;
  return taken;
}

export function isInputLeft(): bool {
  return input < inputEnd;
}

/** Bytes of {@link saveInflate}. */
export const INFLATE_BYTES: usize = 32 + (4096 << 2) + (2048 << 2);

/** Writes what is needed to go on from here, beside the window and the stream. */
export function saveInflate(at: usize): void {
  store<u64>(at, bits);
  store<u32>(at, bitCount, 8);
  store<i32>(at, phase, 12);
  store<u32>(at, <u32>isLastBlock, 16);
  store<u32>(at, <u32>storedLeft, 20);
  memory.copy(at + 32, literalTable, 4096 << 2);
  memory.copy(at + 32 + (4096 << 2), distanceTable, 2048 << 2);
}

/** Bytes of the stream that were read and are needed to go on. */
export function inputHeld(): usize {
  return inputEnd - input + LOOKBACK;
}

/** Goes on from where {@link saveInflate} was called, with a stream that begins with what was held there. */
export function loadInflate(at: usize, to: usize): void {
  bits = load<u64>(at);
  bitCount = load<u32>(at, 8);
  phase = load<i32>(at, 12);
  isLastBlock = load<u32>(at, 16) !== 0;
  storedLeft = load<u32>(at, 20);
  memory.copy(literalTable, at + 32, 4096 << 2);
  memory.copy(distanceTable, at + 32 + (4096 << 2), 2048 << 2);
  output = to;
  isAllRead = false;
  input = inputBuffer + LOOKBACK;
  fillFrom(inputBuffer);
}

/** Says that the window's bytes were moved down. */
export function moveOutput(by: usize): void {
  output -= by;
}

/**
 * Inflates until at least `target` is reached or the stream ends. `window` is the first byte that a match may
 * copy; {@link OVERSHOOT} bytes behind the target must be writable.
 *
 * @returns false if the stream is corrupt or cut off
 */
export function inflateTo(target: usize, window: usize): bool {
  while (phase !== ENDED && output < target) {
    if (phase === BETWEEN_BLOCKS && !beginBlock()) return false;
    if (phase === IN_STORED ? !copyStored(target) : !decodeCodes(target, window)) return false;
    if (inputUsedTo() > inputEnd) return false;
  }
  return true;
}

function refill(): void {
  bits |= load<u64>(input) << bitCount;
  input += (63 - bitCount) >> 3;
  bitCount |= 56;
}

function takeBits(count: u32): u32 {
  const taken = <u32>bits & ((1 << count) - 1);
  bits >>= count;
  bitCount -= count;
  return taken;
}

function endBlock(): void {
  phase = isLastBlock ? ENDED : BETWEEN_BLOCKS;
}

function beginBlock(): bool {
  if (!hasInput()) return false;
  refill();
  isLastBlock = takeBits(1) === 1;
  const type = takeBits(2);
  if (type === 0) return beginStored();
  phase = IN_CODED;
  if (type === 1) return useFixedCodes();
  return type === 2 && readCodes();
}

function beginStored(): bool {
  input -= bitCount >> 3;
  bits = 0;
  bitCount = 0;
  if (input + 4 > inputEnd) return false;
  storedLeft = load<u16>(input);
  if (load<u16>(input, 2) !== (<u16>storedLeft ^ 0xffff)) return false;
  input += 4;
  phase = IN_STORED;
  return true;
}

function copyStored(target: usize): bool {
  if (storedLeft !== 0 && !isAllRead && input === inputEnd) fillInput();
  const length = min(storedLeft, min(target - output, inputEnd - input));
  if (length === 0 && storedLeft !== 0) return false;
  memory.copy(output, input, length);
  output += length;
  input += length;
  storedLeft -= length;
  if (storedLeft === 0) endBlock();
  return true;
}

function useFixedCodes(): bool {
  memory.fill(lengths, 8, 144);
  memory.fill(lengths + 144, 9, 112);
  memory.fill(lengths + 256, 7, 24);
  memory.fill(lengths + 280, 8, 8);
  memory.fill(lengths + 288, 5, 32);
  return (
    buildTable(literalTable, 4096, LITERAL_BITS, lengths, 288, lengthSymbols()) &&
    buildTable(distanceTable, 2048, DISTANCE_BITS, lengths + 288, 32, distanceSymbols())
  );
}

/** Where the length of each code of the code lengths' code is stored, in the order of RFC 1951, 3.2.7. */
function precodePlace(i: u32): usize {
  if (i < 3) return 16 + i;
  if (i === 3) return 0;
  return i & 1 ? (19 - i) >> 1 : (i + 12) >> 1;
}

function readCodes(): bool {
  const literals = takeBits(5) + 257,
    distances = takeBits(5) + 1,
    precodes = takeBits(4) + 4;
  if (literals > 286 || distances > 30) return false;
  memory.fill(lengths, 0, 19);
  for (let i: u32 = 0; i < precodes; i++) {
    refill();
    store<u8>(lengths + precodePlace(i), <u8>takeBits(3));
  }
  if (!buildTable(precodeTable, 128, PRECODE_BITS, lengths, 19, plainSymbols())) return false;
  const all = literals + distances;
  let at: u32 = 0;
  while (at < all) {
    if (!hasInput()) return false;
    refill();
    const entry = load<u32>(precodeTable + ((<usize>(bits & 127)) << 2));
    if (!(entry & LITERAL)) return false;
    takeBits(entry & 63);
    const symbol = (entry >> 16) & 31;
    if (symbol < 16) {
      store<u8>(lengths + at++, <u8>symbol);
      continue;
    }
    if (symbol === 16 && at === 0) return false;
    const repeated = symbol === 16 ? load<u8>(lengths + at - 1) : 0;
    const times = symbol === 16 ? 3 + takeBits(2) : symbol === 17 ? 3 + takeBits(3) : 11 + takeBits(7);
    if (at + times > all) return false;
    memory.fill(lengths + at, repeated, times);
    at += times;
  }
  if (load<u8>(lengths + 256) === 0) return false;
  return (
    buildTable(distanceTable, 2048, DISTANCE_BITS, lengths + literals, distances, distanceSymbols()) &&
    buildTable(literalTable, 4096, LITERAL_BITS, lengths, literals, lengthSymbols())
  );
}

/** Up to where a code may begin. One takes up to 16 bytes, and 8 are read at a time. */
function inputReadableTo(): usize {
  return isAllRead ? inputEnd + 8 : inputEnd - 24;
}

/** Decodes literals and matches until the target is reached or the block ends. */
function decodeCodes(target: usize, window: usize): bool {
  if (!hasInput()) return false;
  refill();
  let lastInput = inputReadableTo();
  let from = input,
    to = output,
    buffer = bits,
    count = bitCount;
  let entry = literalEntry(buffer);
  while (to < target) {
    if (from > lastInput) {
      input = from;
      if (!hasInput()) return false;
      from = input;
      lastInput = inputReadableTo();
    }
    // 56 bits are certain, which `entry` begins: they hold three literals of the main table, or else two and no more.
    if (entry & LITERAL) {
      buffer >>= entry & 63;
      count -= entry & 63;
      store<u8>(to++, <u8>(entry >> 16));
      entry = literalEntry(buffer);
      if (entry & LITERAL) {
        buffer >>= entry & 63;
        count -= entry & 63;
        store<u8>(to++, <u8>(entry >> 16));
        entry = literalEntry(buffer);
      }
      if (!(entry & LITERAL)) {
        buffer |= load<u64>(from) << count;
        from += (63 - count) >> 3;
        count |= 56;
      }
    }
    if (entry & OTHER) {
      if (entry & SUBTABLE) {
        buffer >>= LITERAL_BITS;
        count -= LITERAL_BITS;
        entry = load<u32>(literalTable + subtableIndex(entry, buffer));
      }
      if (entry & OTHER) {
        if (!(entry & END_OF_BLOCK)) return false;
        buffer >>= entry & 63;
        count -= entry & 63;
        endBlock();
        break;
      }
    }
    let length: usize = 0,
      distance: usize = 0;
    if (entry & LITERAL) {
      store<u8>(to++, <u8>(entry >> 16));
    } else {
      length = <usize>withExtraBits(entry, buffer);
      buffer >>= entry & 63;
      count -= entry & 63;
      entry = load<u32>(distanceTable + ((<usize>(buffer & DISTANCE_MASK)) << 2));
      if (entry & OTHER) {
        if (!(entry & SUBTABLE)) return false;
        buffer >>= DISTANCE_BITS;
        count -= DISTANCE_BITS;
        entry = load<u32>(distanceTable + subtableIndex(entry, buffer));
        if (entry & OTHER) return false;
      }
      distance = <usize>withExtraBits(entry, buffer);
      if (distance > to - window) return false;
    }
    buffer >>= entry & 63;
    count -= entry & 63;
    buffer |= load<u64>(from) << count;
    from += (63 - count) >> 3;
    count |= 56;
    // Before the copy, whose end the processor cannot foresee, so that this does not wait for it.
    entry = literalEntry(buffer);
    if (length !== 0) copyMatch(to, distance, length);
    to += length;
  }
  input = from;
  output = to;
  bits = buffer;
  bitCount = count;
  return true;
}

// @inline
function literalEntry(code: u64): u32 {
  return load<u32>(literalTable + ((<usize>(code & LITERAL_MASK)) << 2));
}
