// Changed pixels as records that can be hashed: equal changes give equal records.

let written: usize = 0;
let colorChanges = 0;
/** The first different pairs of colors, before in the lower half. */
const pairs = memory.data(8 * 4, 16);
const MOST_PAIRS = 4;

/** To be called before the first row. */
export function beginDescription(): void {
  colorChanges = 0;
}

/** Different pairs of colors, before and after, described so far; 4 stands for more. */
export function describedColors(): i32 {
  return colorChanges;
}

/** Where the last record ends. */
export function describedTo(): usize {
  return written;
}

/**
 * Writes a record of 16 bytes for each run of marked pixels of a row that have the same color before and the same
 * color after: place, length, before, after. Places count from `place`, which is the first row's left end, along rows
 * of `right - left` pixels.
 *
 * @param a first of the rows before, of which `widthA` pixels exist; what does not exist is transparent
 * @param marks one bit a pixel, the leftmost highest; 0 if all pixels are marked
 * @returns how many rows were described before a further one might not have fit in front of `end`
 */
export function describeRows(
  a: usize,
  pitchA: usize,
  widthA: i32,
  b: usize,
  pitchB: usize,
  widthB: i32,
  marks: usize,
  maskPitch: usize,
  left: i32,
  right: i32,
  rows: i32,
  place: u32,
  out: usize,
  end: usize,
): i32 {
  const rowRoom = (<usize>(right - left)) << 4;
  let row = 0;
  for (; row < rows && out + rowRoom <= end; row++) {
    let length: u32 = 0,
      first = 0,
      before: u32 = 0,
      after: u32 = 0;
    for (let x = left; x < right; x++) {
      if (marks) {
        while ((x & 127) === 0 && x + 128 <= right && !v128.any_true(v128.load(marks + (x >> 3)))) x += 128;
        if (x >= right) break;
        if (!(((<u32>load<u8>(marks + (x >> 3))) << (x & 7)) & 128)) continue;
      }
      const wasThis = x < widthA ? visible(load<u32>(a + ((<usize>x) << 2))) : 0;
      const isThis = x < widthB ? visible(load<u32>(b + ((<usize>x) << 2))) : 0;
      if (length && first + length === x && wasThis === before && isThis === after) {
        length++;
        continue;
      }
      if (length) out = write(out, place + first - left, length, before, after);
      length = 1;
      first = x;
      before = wasThis;
      after = isThis;
    }
    if (length) out = write(out, place + first - left, length, before, after);
    a += pitchA;
    b += pitchB;
    if (marks) marks += maskPitch;
    place += right - left;
  }
  written = out;
  return row;
}

/** Wholly transparent pixels look alike. */
// @inline
function visible(pixel: u32): u32 {
  return pixel >> 24 ? pixel : 0;
}

function write(out: usize, place: u32, length: u32, before: u32, after: u32): usize {
  store<u32>(out, place);
  store<u32>(out, length, 4);
  store<u32>(out, before, 8);
  store<u32>(out, after, 12);
  if (colorChanges < MOST_PAIRS) countPair(<u64>before | ((<u64>after) << 32));
  return out + 16;
}

function countPair(pair: u64): void {
  for (let i = 0; i < colorChanges; i++) {
    if (load<u64>(pairs + ((<usize>i) << 3)) === pair) return;
  }
  store<u64>(pairs + (usize(colorChanges++) << 3), pair);
}
