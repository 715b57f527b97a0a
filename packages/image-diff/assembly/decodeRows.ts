// Scanlines to RGBA8.
import { inflatePiece, OK, passPiece, UNKNOWN_FILTER } from './imageData';
import { Stream } from './Stream';
import { PAETH, unfilterBytes, unfilterRgb, unfilterRgba } from './unfilter';

/** Bytes that are inflated before they are unfiltered, if a row is not longer. */
const BAND: usize = 32 * 1024;

/**
 * Decodes all rows of an image of 8-bit RGB or RGBA that is not interlaced.
 *
 * @param blank a row above the first: RGBA, black, opaque for RGB and transparent for RGBA
 */
export function decodePlainRows(
  stream: Stream,
  channels: i32,
  width: i32,
  height: i32,
  out: usize,
  blank: usize,
): i32 {
  const stride: usize = <usize>(width * channels) + 1,
    pitch = (<usize>width) << 2;
  const rowsAtOnce = <i32>max<usize>(1, BAND / stride);
  let above = blank;
  for (let y = 0; y < height; y += rowsAtOnce) {
    const rows = min(rowsAtOnce, height - y);
    const status = inflatePiece(stream, stride * rows);
    if (status !== OK) return status;
    let raw = stream.position;
    for (let i = 0; i < rows; i++) {
      const filter = <u32>load<u8>(raw);
      if (filter > PAETH) return UNKNOWN_FILTER + filter;
      if (channels === 3) unfilterRgb(filter, raw + 1, out, above, width);
      else unfilterRgba(filter, raw + 1, out, above, width);
      above = out;
      out += pitch;
      raw += stride;
    }
    passPiece(stream, stride * rows);
  }
  return OK;
}

/**
 * Decodes the rows of an image, or of one pass of it, of any format.
 *
 * @param samples kind of pixel: the PNG color type
 * @param depth bits of a sample
 * @param key which samples mean transparent: grey, or red << 32 | green << 16 | blue; all bits set for none
 * @param colors 256 RGBA colors, by sample, for grey of up to 8 bits and for indexed color
 * @param from how many rows of the pass were decoded before, with the same lines
 * @param step bytes from a pixel of this pass to the next in a row of the image, `pitch` from row to row
 * @param lines two buffers of `lineBytes`, which begin with 16 zero bytes each
 */
export function decodeAnyRows(
  stream: Stream,
  samples: i32,
  depth: i32,
  key: u64,
  colors: usize,
  columns: i32,
  from: i32,
  rows: i32,
  out: usize,
  step: usize,
  pitch: usize,
  lines: usize,
  lineBytes: usize,
): i32 {
  const channels = samples === 2 ? 3 : samples === 4 ? 2 : samples === 6 ? 4 : 1;
  const pixelBits = channels * depth;
  const length = (<usize>columns * pixelBits + 7) >> 3;
  const distance = max<usize>(1, pixelBits >> 3);
  let line = lines + 16 + (from & 1 ? lineBytes : 0),
    above = lines + 16 + (from & 1 ? 0 : lineBytes);
  if (from === 0) memory.fill(above, 0, length);
  for (let y = 0; y < rows; y++) {
    const status = inflatePiece(stream, length + 1);
    if (status !== OK) return status;
    const raw = stream.position,
      filter = <u32>load<u8>(raw);
    if (filter > PAETH) return UNKNOWN_FILTER + filter;
    unfilterBytes(filter, raw + 1, line, above, length, distance);
    expand(samples, depth, key, colors, columns, line, out, step);
    passPiece(stream, length + 1);
    const next = above;
    above = line;
    line = next;
    out += pitch;
  }
  return OK;
}

// @inline
function rgba(red: u32, green: u32, blue: u32, alpha: u32): u32 {
  return red | (green << 8) | (blue << 16) | (alpha << 24);
}

// @inline
function wide(line: usize): u64 {
  return bswap<u16>(load<u16>(line));
}

/** One unfiltered row to RGBA. Of 16 bits, the upper 8 are kept. */
function expand(
  samples: i32,
  depth: i32,
  key: u64,
  colors: usize,
  columns: i32,
  line: usize,
  out: usize,
  step: usize,
): void {
  const end = out + <usize>columns * step;
  if (depth < 8) {
    const mask: u32 = (1 << depth) - 1;
    for (let x: u32 = 0; out < end; x++, out += step) {
      const bit = x * depth;
      const sample = (<u32>load<u8>(line + (bit >> 3)) >> (8 - depth - (bit & 7))) & mask;
      store<u32>(out, load<u32>(colors + ((<usize>sample) << 2)));
    }
  } else if (depth === 8) {
    if (samples === 6) {
      for (; out < end; out += step, line += 4) store<u32>(out, load<u32>(line));
    } else if (samples === 2) {
      for (; out < end; out += step, line += 3) {
        const red = <u32>load<u8>(line),
          green = <u32>load<u8>(line, 1),
          blue = <u32>load<u8>(line, 2);
        const color = ((<u64>red) << 32) | ((<u64>green) << 16) | blue;
        store<u32>(out, rgba(red, green, blue, color === key ? 0 : 255));
      }
    } else if (samples === 4) {
      for (; out < end; out += step, line += 2) {
        const level = <u32>load<u8>(line);
        store<u32>(out, rgba(level, level, level, load<u8>(line, 1)));
      }
    } else {
      for (; out < end; out += step, line++) {
        store<u32>(out, load<u32>(colors + ((<usize>load<u8>(line)) << 2)));
      }
    }
  } else if (samples === 6) {
    for (; out < end; out += step, line += 8) {
      store<u32>(out, rgba(load<u8>(line), load<u8>(line, 2), load<u8>(line, 4), load<u8>(line, 6)));
    }
  } else if (samples === 2) {
    for (; out < end; out += step, line += 6) {
      const color = (wide(line) << 32) | (wide(line + 2) << 16) | wide(line + 4);
      store<u32>(out, rgba(load<u8>(line), load<u8>(line, 2), load<u8>(line, 4), color === key ? 0 : 255));
    }
  } else {
    const pixelBytes: usize = samples === 4 ? 4 : 2;
    for (; out < end; out += step, line += pixelBytes) {
      const level = <u32>load<u8>(line);
      const alpha = samples === 4 ? <u32>load<u8>(line, 2) : wide(line) === key ? 0 : 255;
      store<u32>(out, rgba(level, level, level, alpha));
    }
  }
}

/** Clears the color of wholly transparent pixels, four at a time; `pixels` are `bytes` long. */
export function clearTransparent(pixels: usize, bytes: usize): void {
  const alpha = i32x4.splat(0xff000000),
    zero = i32x4.splat(0);
  for (const end = pixels + bytes; pixels < end; pixels += 16) {
    const four = v128.load(pixels);
    const clear = i32x4.eq(v128.and(four, alpha), zero);
    if (v128.any_true(clear)) v128.store(pixels, v128.andnot(four, clear));
  }
}
