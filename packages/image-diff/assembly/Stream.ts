// A zlib stream that is being inflated: all that is known of it, so that several can be at hand at a time.

/** Bytes before a window's end that an output may be written past the target of a step. */
export const OVERSHOOT: usize = 320;
/** Farthest that a match reaches back. */
export const HISTORY: usize = 32768;

export const BETWEEN_BLOCKS = 0;
export const IN_STORED = 1;
export const IN_CODED = 2;
export const ENDED = 3;
export const CORRUPTED = 4;

/** Bytes of the stream that are held at a time, and what must be readable behind the place that is read. */
const INPUT_BYTES: usize = 64 * 1024;
const LOOKAHEAD: usize = 64;
/** Bytes before the place that is read that are kept: the bit buffer holds up to eight of them. */
const LOOKBACK: usize = 8;

export const LITERAL_ENTRIES: u32 = 4096;
export const DISTANCE_ENTRIES: u32 = 2048;

/** Copies the next bytes of a stream to an address; returns how many, fewer than asked for only at its end. */
// @external('host', 'readInput')
declare function readInput(stream: usize, to: usize, length: usize): usize;

/** Lies at an address of the caller's, with its tables and a buffer of its input behind it. */
// @unmanaged
export class Stream {
  /** Input that is buffered: `bits`, of which the lowest `bitCount` are certain. */
  bits: u64 = 0;
  /** Bytes inflated so far. */
  total: f64 = 0;
  bitCount: u32 = 0;
  phase: i32 = BETWEEN_BLOCKS;
  isLastBlock: bool = false;
  /** Nothing of the stream is left outside the buffer; zeros lie behind its end. */
  isAllRead: bool = false;
  storedLeft: usize = 0;
  adler: u32 = 1;
  /** The next byte that goes into `bits`, and the filled end of the buffer. */
  input: usize = 0;
  inputEnd: usize = 0;
  /** Next byte to be written. */
  output: usize = 0;
  /** The next scanline. */
  position: usize = 0;
  /** The first byte that a match may copy, and the end of what may be written. */
  window: usize = 0;
  windowEnd: usize = 0;
}

const TABLES: usize = 128;
const STATE_BYTES: usize = 128 + (4096 << 2) + (2048 << 2);

/** Bytes that a stream takes, beside its window. */
export function streamBytes(): usize {
  return STATE_BYTES + INPUT_BYTES + LOOKAHEAD;
}

// @inline
export function literalsOf(stream: Stream): usize {
  return changetype<usize>(stream) + TABLES;
}

// @inline
export function distancesOf(stream: Stream): usize {
  return changetype<usize>(stream) + TABLES + (LITERAL_ENTRIES << 2);
}

// @inline
function inputBuffer(stream: Stream): usize {
  return changetype<usize>(stream) + STATE_BYTES;
}

/** Begins a stream in a window. */
export function beginStream(stream: Stream, window: usize, windowBytes: usize): void {
  stream.bits = 0;
  stream.total = 0;
  stream.bitCount = 0;
  stream.phase = BETWEEN_BLOCKS;
  stream.isLastBlock = false;
  stream.isAllRead = false;
  stream.storedLeft = 0;
  stream.adler = 1;
  stream.input = inputBuffer(stream) + LOOKBACK;
  stream.inputEnd = stream.input;
  stream.output = window;
  stream.position = window;
  stream.window = window;
  stream.windowEnd = window + windowBytes;
}

/** Address behind the last byte of input that the stream used. */
export function inputUsedTo(stream: Stream): usize {
  return stream.input - (stream.bitCount >> 3);
}

/** Buffers more of the stream; the place that is read moves down. */
export function fillInput(stream: Stream): void {
  const held = stream.input - LOOKBACK;
  const length = stream.inputEnd - held;
  const buffer = inputBuffer(stream);
  memory.copy(buffer, held, length);
  stream.input = buffer + LOOKBACK;
  fillFrom(stream, buffer + length);
}

function fillFrom(stream: Stream, start: usize): void {
  const room = inputBuffer(stream) + INPUT_BYTES - start;
  const read = readInput(changetype<usize>(stream), start, room);
  stream.inputEnd = start + read;
  if (read < room) {
    stream.isAllRead = true;
    memory.fill(stream.inputEnd, 0, LOOKAHEAD);
  }
}

/** Sees to it that {@link LOOKAHEAD} bytes can be read. Returns false far behind the end of the stream. */
// @inline
export function hasInput(stream: Stream): bool {
  if (!stream.isAllRead && stream.input + LOOKAHEAD > stream.inputEnd) fillInput(stream);
  return stream.input <= stream.inputEnd + 8;
}

/** Up to where a code may begin. One takes up to 16 bytes, and 8 are read at a time. */
// @inline
export function inputReadableTo(stream: Stream): usize {
  return stream.isAllRead ? stream.inputEnd + 8 : stream.inputEnd - 24;
}

/** Passes up to 8 whole bytes before or behind the blocks. Returns their address, or 0 if fewer are left. */
export function takeInput(stream: Stream, length: usize): usize {
  stream.input = inputUsedTo(stream);
  stream.bits = 0;
  stream.bitCount = 0;
  hasInput(stream);
  const taken = stream.input;
  if (taken + length > stream.inputEnd) return 0;
  stream.input += length;
  return taken;
}

export function isInputLeft(stream: Stream): bool {
  return stream.input < stream.inputEnd;
}

/** Bytes of the input that were read and are needed to go on. */
export function inputHeld(stream: Stream): usize {
  return stream.inputEnd - stream.input + LOOKBACK;
}

/** Moves what is still needed to the start of the window: what is not read yet, and what matches may copy. */
export function moveDown(stream: Stream): void {
  const end = stream.output;
  const kept = max(stream.window, min(stream.position, end - HISTORY));
  memory.copy(stream.window, kept, end - kept);
  stream.position -= kept - stream.window;
  stream.output -= kept - stream.window;
}

/** Bytes that {@link saveStream} writes now. */
export function savedBytes(stream: Stream): usize {
  moveDown(stream);
  return STATE_BYTES + (stream.output - stream.window);
}

/** Writes what is needed to go on from the next scanline, beside the input. */
export function saveStream(stream: Stream, at: usize): void {
  memory.copy(at, changetype<usize>(stream), STATE_BYTES);
  memory.copy(at + STATE_BYTES, stream.window, stream.output - stream.window);
}

/** Goes on from where {@link saveStream} was called, with the same window and an input that begins with what was held. */
export function loadStream(stream: Stream, at: usize): void {
  memory.copy(changetype<usize>(stream), at, STATE_BYTES);
  memory.copy(stream.window, at + STATE_BYTES, stream.output - stream.window);
  stream.isAllRead = false;
  stream.input = inputBuffer(stream) + LOOKBACK;
  fillFrom(stream, inputBuffer(stream));
}
