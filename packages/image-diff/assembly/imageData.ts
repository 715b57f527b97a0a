// The scanlines of a PNG's image data, inflated into a window that stays in the processor's cache.
import { adler32 } from './checksums';
import { beginInflate, inflateBothTo, inflateTo } from './inflate';
import { HISTORY, isInputLeft, moveDown, OVERSHOOT, Stream, takeInput } from './Stream';

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

/** Bytes that a window needs for pieces of up to `piece` bytes. */
export function windowBytes(piece: usize): usize {
  return HISTORY + 2 * OVERSHOOT + max(piece, 128 * 1024);
}

/**
 * Begins a zlib stream.
 *
 * @param window of {@link windowBytes}
 * @param piece the largest number of bytes that {@link inflatePiece} will be asked for
 */
export function beginImageData(stream: Stream, window: usize, piece: usize): i32 {
  beginInflate(stream, window, windowBytes(piece));
  const header = takeInput(stream, ZLIB_HEADER);
  if (header === 0) return CORRUPT;
  const method = <u32>load<u8>(header),
    flags = <u32>load<u8>(header, 1);
  const isDeflate = (method & 15) === 8 && method >> 4 < 8,
    hasDictionary = (flags & 32) !== 0;
  return isDeflate && !hasDictionary && ((method << 8) | flags) % 31 === 0 ? OK : CORRUPT;
}

export function inflatedTotal(stream: Stream): f64 {
  return stream.total;
}

/** Makes the next `length` bytes readable at the stream's position. */
export function inflatePiece(stream: Stream, length: usize): i32 {
  const end = endOfNext(stream, length);
  const status = inflateMore(stream, end);
  if (status !== OK) return status;
  return stream.output < end ? TOO_SHORT : OK;
}

/**
 * Inflates the next bytes of two streams together, up to `lengthA` and `lengthB` of them and as many as their windows
 * hold. What is corrupt comes to light in {@link inflatePiece}.
 */
export function inflateBoth(a: Stream, lengthA: usize, b: Stream, lengthB: usize): void {
  const targetA = min(endOfNext(a, lengthA), a.windowEnd - OVERSHOOT),
    targetB = min(endOfNext(b, lengthB), b.windowEnd - OVERSHOOT);
  const outputA = a.output,
    outputB = b.output;
  inflateBothTo(a, targetA, b, targetB);
  noteInflated(a, outputA);
  noteInflated(b, outputB);
}

export function passPiece(stream: Stream, length: usize): void {
  stream.position += length;
}

/** To be called behind the last scanline. */
export function endImageData(stream: Stream): i32 {
  if (stream.output === stream.position) {
    const status = inflateMore(stream, endOfNext(stream, 1));
    if (status !== OK) return status;
  }
  if (stream.output > stream.position) return TOO_LONG;
  const trailer = takeInput(stream, ZLIB_TRAILER);
  if (trailer === 0 || bswap<u32>(load<u32>(trailer)) !== stream.adler) return CORRUPT;
  return isInputLeft(stream) ? TRAILING : OK;
}

/** The end of the next `length` bytes, for which there is room in the window if they are no more than a piece. */
function endOfNext(stream: Stream, length: usize): usize {
  if (stream.position + length + OVERSHOOT > stream.windowEnd) moveDown(stream);
  return stream.position + length;
}

function inflateMore(stream: Stream, target: usize): i32 {
  const before = stream.output;
  if (!inflateTo(stream, target)) return CORRUPT;
  noteInflated(stream, before);
  return OK;
}

function noteInflated(stream: Stream, before: usize): void {
  const inflated = stream.output - before;
  stream.adler = adler32(stream.adler, before, inflated);
  stream.total += <f64>inflated;
}
