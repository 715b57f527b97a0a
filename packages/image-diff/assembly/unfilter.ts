// Reverses the row filters of PNG (specification, chapter 9).

export const NONE: u32 = 0;
export const SUB: u32 = 1;
export const UP: u32 = 2;
export const AVERAGE: u32 = 3;
export const PAETH: u32 = 4;

const ALPHA: u32 = 0xff000000;

// Four pixels of `channels` bytes each as RGBA; of RGB, alpha is 0.
// @inline
function loadFour(raw: usize, channels: i32): v128 {
  const bytes = v128.load(raw);
  if (channels === 4) return bytes;
  return i8x16.swizzle(bytes, i8x16(0, 1, 2, 16, 3, 4, 5, 16, 6, 7, 8, 16, 9, 10, 11, 16));
}

// The channels of the first and of the second pixel in the low half of a vector of 16-bit numbers.
// @inline
function secondOf(two: v128): v128 {
  return i8x16.shuffle(two, two, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
}

// PNG predicts the one of three pixels that is nearest to `left + up - corner`. That is `corner`, unless it lies so far
// above both others that the lower of them is nearer, or so far below both that the higher one is. Each pixel waits for
// the one before it, so what counts is how few steps lead from `left` to the result. `threeCorners` is 3 * corner - up.
// @inline
function paeth(left: v128, up: v128, corner: v128, threeCorners: v128): v128 {
  const bound = i16x8.sub(threeCorners, left),
    least = i16x8.min_s(left, up),
    most = i16x8.max_s(left, up);
  const leastOrCorner = v128.bitselect(corner, least, i16x8.gt_s(most, bound));
  return v128.bitselect(leastOrCorner, most, i16x8.gt_s(bound, least));
}

// @inline
function threeCornersWithout(up: v128, corner: v128): v128 {
  return i16x8.sub(i16x8.add(corner, i16x8.add(corner, corner)), up);
}

// The upper byte of each number is 0, and stays 0 where bytes are added.
// @inline
function add(residual: v128, predicted: v128): v128 {
  return i8x16.add(residual, predicted);
}

// Bytes of 16-bit numbers: the low halves of four vectors, one pixel each.
// @inline
function fourPixels(p0: v128, p1: v128, p2: v128, p3: v128): v128 {
  return i8x16.narrow_i16x8_u(
    i8x16.shuffle(p0, p1, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
    i8x16.shuffle(p2, p3, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
  );
}

// The average, rounded down, of the low pixels.
// @inline
function average(left: v128, up: v128): v128 {
  return i16x8.shr_u(i16x8.add(left, up), 1);
}

// @inline
function areZero(raw: usize, bytes: usize): bool {
  let any = v128.or(v128.or(v128.load(raw), v128.load(raw, 16)), v128.load(raw, 32));
  if (bytes === 64) any = v128.or(any, v128.load(raw, 48));
  return !v128.any_true(any);
}

// One row of 8-bit RGB or RGBA to RGBA. `above` is the row above as RGBA; for the first row, black as `blank` says.
// Writes and reads whole vectors, up to three pixels behind the row.
// @inline
function unfilterRow(filter: u32, raw: usize, out: usize, above: usize, width: i32, channels: i32): void {
  const end = out + ((<usize>width) << 2),
    step = (<usize>channels) << 2;
  const blank = i32x4.splat(channels === 3 ? ALPHA : 0);
  if (filter === NONE) {
    for (; out < end; out += 16, raw += step) v128.store(out, v128.or(loadFour(raw, channels), blank));
  } else if (filter === SUB) {
    const zero = i32x4.splat(0);
    let left = blank;
    for (; out < end; out += 16, raw += step) {
      let sum = loadFour(raw, channels);
      sum = i8x16.add(
        sum,
        i8x16.shuffle(zero, sum, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27),
      );
      sum = i8x16.add(sum, i8x16.shuffle(zero, sum, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23));
      sum = i8x16.add(sum, left);
      v128.store(out, sum);
      left = i8x16.shuffle(sum, sum, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
    }
  } else if (filter === UP) {
    for (; out < end; out += 16, above += 16, raw += step) {
      v128.store(out, i8x16.add(v128.load(above), loadFour(raw, channels)));
    }
  } else if (filter === AVERAGE) {
    let left = i16x8.extend_low_i8x16_u(blank);
    for (; out < end; out += 16, above += 16, raw += step) {
      const residual = loadFour(raw, channels),
        up = v128.load(above);
      const lowResidual = i16x8.extend_low_i8x16_u(residual),
        highResidual = i16x8.extend_high_i8x16_u(residual);
      const lowUp = i16x8.extend_low_i8x16_u(up),
        highUp = i16x8.extend_high_i8x16_u(up);
      const p0 = add(lowResidual, average(left, lowUp));
      const p1 = add(secondOf(lowResidual), average(p0, secondOf(lowUp)));
      const p2 = add(highResidual, average(p1, highUp));
      const p3 = add(secondOf(highResidual), average(p2, secondOf(highUp)));
      v128.store(out, fourPixels(p0, p1, p2, p3));
      left = p3;
    }
  } else {
    let left = i16x8.extend_low_i8x16_u(blank),
      corner = left;
    while (out < end) {
      // Where the left pixel equals the one above it and residuals are zero, the row above is repeated.
      if (i64x2.extract_lane(left, 0) === i64x2.extract_lane(corner, 0)) {
        const start = out;
        while (out + 64 <= end && areZero(raw, step << 2)) {
          v128.store(out, v128.load(above));
          v128.store(out, v128.load(above, 16), 16);
          v128.store(out, v128.load(above, 32), 32);
          v128.store(out, v128.load(above, 48), 48);
          out += 64;
          above += 64;
          raw += step << 2;
        }
        while (out < end && !v128.any_true(loadFour(raw, channels))) {
          v128.store(out, v128.load(above));
          out += 16;
          above += 16;
          raw += step;
        }
        if (out >= end) break;
        if (out !== start) {
          left = i16x8.extend_low_i8x16_u(v128.load32_zero(above - 4));
          corner = left;
        }
      }
      const residual = loadFour(raw, channels),
        up = v128.load(above);
      const lowResidual = i16x8.extend_low_i8x16_u(residual),
        highResidual = i16x8.extend_high_i8x16_u(residual);
      const up0 = i16x8.extend_low_i8x16_u(up),
        up1 = secondOf(up0);
      const up2 = i16x8.extend_high_i8x16_u(up),
        up3 = secondOf(up2);
      const p0 = add(lowResidual, paeth(left, up0, corner, threeCornersWithout(up0, corner)));
      const p1 = add(secondOf(lowResidual), paeth(p0, up1, up0, threeCornersWithout(up1, up0)));
      const p2 = add(highResidual, paeth(p1, up2, up1, threeCornersWithout(up2, up1)));
      const p3 = add(secondOf(highResidual), paeth(p2, up3, up2, threeCornersWithout(up3, up2)));
      v128.store(out, fourPixels(p0, p1, p2, p3));
      left = p3;
      corner = up3;
      out += 16;
      above += 16;
      raw += step;
    }
  }
}

export function unfilterRgb(filter: u32, raw: usize, out: usize, above: usize, width: i32): void {
  unfilterRow(filter, raw, out, above, width, 3);
}

export function unfilterRgba(filter: u32, raw: usize, out: usize, above: usize, width: i32): void {
  unfilterRow(filter, raw, out, above, width, 4);
}

/**
 * One row of any format to its unfiltered bytes. `distance` is the bytes of a pixel, at least 1; both `line` and
 * `above` have as many zero bytes before them.
 */
export function unfilterBytes(
  filter: u32,
  raw: usize,
  line: usize,
  above: usize,
  length: usize,
  distance: usize,
): void {
  if (filter === NONE) {
    memory.copy(line, raw, length);
  } else if (filter === SUB) {
    for (let i: usize = 0; i < length; i++)
      store<u8>(line + i, load<u8>(raw + i) + load<u8>(line + i - distance));
  } else if (filter === UP) {
    for (let i: usize = 0; i < length; i++) store<u8>(line + i, load<u8>(raw + i) + load<u8>(above + i));
  } else if (filter === AVERAGE) {
    for (let i: usize = 0; i < length; i++) {
      const sum = <u32>load<u8>(line + i - distance) + <u32>load<u8>(above + i);
      store<u8>(line + i, load<u8>(raw + i) + <u8>(sum >> 1));
    }
  } else {
    for (let i: usize = 0; i < length; i++) {
      const left = <i32>load<u8>(line + i - distance),
        up = <i32>load<u8>(above + i);
      const corner = <i32>load<u8>(above + i - distance);
      const fromLeft = abs(up - corner),
        fromUp = abs(left - corner),
        fromCorner = abs(left + up - 2 * corner);
      let predicted = corner;
      if (fromLeft <= fromUp && fromLeft <= fromCorner) predicted = left;
      else if (fromUp <= fromCorner) predicted = up;
      store<u8>(line + i, load<u8>(raw + i) + <u8>predicted);
    }
  }
}
