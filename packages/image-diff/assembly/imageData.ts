// The scanlines of a PNG's image data, inflated into a window that stays in the processor's cache.
import { adler32 } from './checksums';
import {
  beginInflate,
  HISTORY,
  INFLATE_BYTES,
  inflatedTo,
  inflateTo,
  isInputLeft,
  loadInflate,
  moveOutput,
  OVERSHOOT,
  saveInflate,
  takeInput,
} from './inflate';

export const OK = 0;
/** Not a zlib stream, cut off, or its Adler-32 is wrong. */
export const CORRUPT = 1;
/** The stream ends before the last scanline. */
export const TOO_SHORT = 2;
/** The stream continues behind the last scanline. */
export const TOO_LONG = 3;
/** There is input behind the stream. */
export const TRAILING = 4;
/** Added to a row filter that does not exist. */
export const UNKNOWN_FILTER = 256;

const ZLIB_HEADER: usize = 2;
const ZLIB_TRAILER: usize = 4;

let window: usize = 0;
let windowEnd: usize = 0;
/** The next scanline. */
let position: usize = 0;
let adler: u32 = 1;
/** Bytes inflated so far. */
let total: f64 = 0;

/** Bytes that a window needs for pieces of up to `piece` bytes. */
export function windowBytes(piece: usize): usize {
  return HISTORY + 2 * OVERSHOOT + max(piece, 128 * 1024);
}

/**
 * Begins a zlib stream.
 *
 * @param input a buffer of inputBytes() for the compressed bytes
 * @param buffer one of {@link windowBytes}
 * @param piece the largest number of bytes that {@link inflatePiece} will be asked for
 */
export function beginImageData(input: usize, buffer: usize, piece: usize): i32 {
  window = buffer;
  windowEnd = buffer + windowBytes(piece);
  position = buffer;
  adler = 1;
  total = 0;
  beginInflate(input, buffer);
  const header = takeInput(ZLIB_HEADER);
  if (header === 0) return CORRUPT;
  const method = <u32>load<u8>(header),
    flags = <u32>load<u8>(header, 1);
  const isDeflate = (method & 15) === 8 && method >> 4 < 8,
    hasDictionary = (flags & 32) !== 0;
  return isDeflate && !hasDictionary && ((method << 8) | flags) % 31 === 0 ? OK : CORRUPT;
}

export function inflatedTotal(): f64 {
  return total;
}

/** Address of the next bytes. */
export function piece(): usize {
  return position;
}

/** Makes the next `length` bytes readable at {@link piece}. */
export function inflatePiece(length: usize): i32 {
  if (position + length + OVERSHOOT > windowEnd) moveDown();
  const status = inflateMore(position + length);
  if (status !== OK) return status;
  return inflatedTo() < position + length ? TOO_SHORT : OK;
}

export function passPiece(length: usize): void {
  position += length;
}

/** To be called behind the last scanline. */
export function endImageData(): i32 {
  if (inflatedTo() === position) {
    if (position + 1 + OVERSHOOT > windowEnd) moveDown();
    const status = inflateMore(position + 1);
    if (status !== OK) return status;
  }
  if (inflatedTo() > position) return TOO_LONG;
  const trailer = takeInput(ZLIB_TRAILER);
  if (trailer === 0 || bswap<u32>(load<u32>(trailer)) !== adler) return CORRUPT;
  return isInputLeft() ? TRAILING : OK;
}

const HEAD_BYTES: usize = 32;

/** Bytes that {@link saveImageData} writes now. */
export function savedBytes(): usize {
  moveDown();
  return HEAD_BYTES + INFLATE_BYTES + inflatedTo() - window;
}

/** Writes what is needed to go on from the next scanline, beside the stream. */
export function saveImageData(at: usize): void {
  store<u32>(at, <u32>(position - window));
  store<u32>(at, <u32>(inflatedTo() - window), 4);
  store<u32>(at, adler, 8);
  store<f64>(at, total, 16);
  saveInflate(at + HEAD_BYTES);
  memory.copy(at + HEAD_BYTES + INFLATE_BYTES, window, inflatedTo() - window);
}

/** Goes on from where {@link saveImageData} was called, with the same buffers. */
export function loadImageData(at: usize): void {
  const length = <usize>load<u32>(at, 4);
  position = window + load<u32>(at);
  adler = load<u32>(at, 8);
  total = load<f64>(at, 16);
  memory.copy(window, at + HEAD_BYTES + INFLATE_BYTES, length);
  loadInflate(at + HEAD_BYTES, window + length);
}

function inflateMore(target: usize): i32 {
  const before = inflatedTo();
  if (!inflateTo(target, window)) return CORRUPT;
  const inflated = inflatedTo() - before;
  adler = adler32(adler, before, inflated);
  total += <f64>inflated;
  return OK;
}

/** Moves what is still needed to the start of the window: what is not read yet, and what matches may copy. */
function moveDown(): void {
  const end = inflatedTo();
  const kept = max(window, min(position, end - HISTORY));
  memory.copy(window, kept, end - kept);
  position -= kept - window;
  moveOutput(kept - window);
}
