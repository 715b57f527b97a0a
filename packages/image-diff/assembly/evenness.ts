// Which pixels lie in an even area: three or more of their eight neighbors have their very color, where the border
// of the image stands for one neighbor. Whether a pixel is anti-aliased hangs on this alone for most pixels, so it is
// found for 64 pixels of a row at a time, and kept, because three rows ask for it.
//
// Images are read in place: a pointer to the first pixel and the bytes from row to row. The part that both images
// cover is `width` × `height`; what lies outside it does not exist.

/** Blocks that are kept: of four rows, 256 each. */
const ROWS: u32 = 4;
const COLUMNS: u32 = 256;
const BLOCK_BYTES: usize = 24;

/** Of each kept block: its row and its number in the row, and the bits of both images, the leftmost pixel lowest. */
const kept = memory.data(4 * 256 * 24, 16);

let a: usize = 0;
let b: usize = 0;
let pitchA: usize = 0;
let pitchB: usize = 0;
let width: i32 = 0;
let height: i32 = 0;

export function beginEvenness(
  imageA: usize,
  rowA: usize,
  imageB: usize,
  rowB: usize,
  columns: i32,
  rows: i32,
): void {
  a = imageA;
  b = imageB;
  pitchA = rowA;
  pitchB = rowB;
  width = columns;
  height = rows;
  memory.fill(kept, 255, <usize>(ROWS * COLUMNS) * BLOCK_BYTES);
}

/** Says where the same images are now: their first rows, even where these are no longer in memory. */
export function moveEvenness(imageA: usize, imageB: usize): void {
  a = imageA;
  b = imageB;
}

/** The block of 64 pixels from `64 * column` on of a row: a pointer for {@link evenInA} and {@link evenInB}. */
export function blockAt(column: i32, y: i32): usize {
  const slot = (<u32>y % ROWS) * COLUMNS + (<u32>column % COLUMNS);
  const block = kept + <usize>slot * BLOCK_BYTES;
  const name = ((<u64>y) << 32) | <u64>column;
  if (load<u64>(block) !== name) {
    store<u64>(block, name);
    store<u64>(block, evenPixels(a, pitchA, column << 6, y), 8);
    store<u64>(block, evenPixels(b, pitchB, column << 6, y), 16);
  }
  return block;
}

// @inline
export function evenInA(block: usize): u64 {
  return load<u64>(block, 8);
}

// @inline
export function evenInB(block: usize): u64 {
  return load<u64>(block, 16);
}

/** The pixels of a block that are even in both images. */
// @inline
export function evenInBoth(block: usize): u64 {
  return load<u64>(block, 8) & load<u64>(block, 16);
}

/** Which of up to 64 pixels from x on are even. */
function evenPixels(image: usize, pitch: usize, x: i32, y: i32): u64 {
  const end = min(x + 64, width);
  if (y === 0 || y === height - 1) {
    let even: u64 = 0;
    for (let at = x; at < end; at++) even |= (<u64>isEvenAtBorder(image, pitch, at, y)) << (at - x);
    return even;
  }
  let even: u64 = 0;
  for (let at = x; at < end; at += 16) {
    const pixels = image + <usize>y * pitch + ((<usize>at) << 2);
    even |= (<u64>evenSixteen(pixels, pitch)) << (at - x);
  }
  if (x === 0) even = (even & ~1) | <u64>isEvenAtBorder(image, pitch, 0, y);
  if (end === width) {
    const last = end - 1 - x;
    even &= ((<u64>1) << last) - 1;
    even |= (<u64>isEvenAtBorder(image, pitch, end - 1, y)) << last;
  }
  return even;
}

/** Which of 16 pixels inside the image are even. */
// @inline
function evenSixteen(pixels: usize, pitch: usize): u32 {
  const few = i16x8.narrow_i32x4_s(minusAlike(pixels, pitch), minusAlike(pixels + 16, pitch));
  const more = i16x8.narrow_i32x4_s(minusAlike(pixels + 32, pitch), minusAlike(pixels + 48, pitch));
  return i8x16.bitmask(i8x16.lt_s(i8x16.narrow_i16x8_s(few, more), i8x16.splat(-2)));
}

/** Of each of four pixels: how many neighbors are alike, negative. */
// @inline
function minusAlike(pixels: usize, pitch: usize): v128 {
  const own = v128.load(pixels),
    above = pixels - pitch,
    below = pixels + pitch;
  const inRow = i32x4.add(i32x4.eq(own, v128.load(pixels - 4)), i32x4.eq(own, v128.load(pixels, 4)));
  const inRowAbove = i32x4.add(
    i32x4.add(i32x4.eq(own, v128.load(above - 4)), i32x4.eq(own, v128.load(above))),
    i32x4.eq(own, v128.load(above, 4)),
  );
  const inRowBelow = i32x4.add(
    i32x4.add(i32x4.eq(own, v128.load(below - 4)), i32x4.eq(own, v128.load(below))),
    i32x4.eq(own, v128.load(below, 4)),
  );
  return i32x4.add(inRow, i32x4.add(inRowAbove, inRowBelow));
}

function isEvenAtBorder(image: usize, pitch: usize, x: i32, y: i32): bool {
  const pixel = load<u32>(image + <usize>y * pitch + ((<usize>x) << 2));
  let alike = 1;
  for (let j = max(y - 1, 0); j <= min(y + 1, height - 1); j++) {
    for (let i = max(x - 1, 0); i <= min(x + 1, width - 1); i++) {
      if (i === x && j === y) continue;
      alike += i32(load<u32>(image + <usize>j * pitch + ((<usize>i) << 2)) === pixel);
    }
  }
  return alike > 2;
}
