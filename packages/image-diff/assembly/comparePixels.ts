// Counts and marks the pixels that differ. Most of two screenshots is equal, so the order of the tests is what makes
// it fast: 16 equal pixels at a time, then a bound on the distance in whole numbers, then the distance in 32-bit
// floats, and only near the limit the exact one.
import { antiAliasedOf } from './antiAliasing';
import { noteBelowLimit } from './belowLimit';
import { distance, fourDistances, LARGEST_STRETCH } from './colorDistance';
import { beginEvenness, moveEvenness } from './evenness';
import { markBlock, marksOf } from './mask';

/**
 * Compares the part of two RGBA8 images that both cover, aligned at their top left corners.
 *
 * @param a pointer to the first image; `pitchA` bytes from row to row. Both are readable 64 bytes past their ends.
 * @param limit squared distance that a pixel must exceed to count
 * @param leaveOutAntiAliasing whether pixels judged to be anti-aliasing do not count
 * @param mask pointer to one bit a pixel, the leftmost highest, `maskPitch` bytes a row; all clear. Counted pixels are
 *   set; it is writable 8 bytes past its end.
 * @param certain pointer to bits like those of the mask, set where a pixel counts even if it could be anti-aliasing; 0
 *   for none
 * @param from first row that is compared; when it is not the first of all, the call before compared those above it, and
 *   of both images only the rows from `from - 2` to `to + 2` have to be there, at whatever address now
 * @param to end of the rows that are compared
 * @returns the number of counted pixels of these rows
 */
export function comparePixels(
  a: usize,
  pitchA: usize,
  b: usize,
  pitchB: usize,
  width: i32,
  height: i32,
  limit: f64,
  leaveOutAntiAliasing: bool,
  mask: usize,
  maskPitch: usize,
  certain: usize,
  from: i32,
  to: i32,
): i32 {
  // No opaque pair exceeds the limit whose squared difference in RGB is not above this.
  const bound = i32x4.splat(<i32>Math.floor((limit / LARGEST_STRETCH) * 0.99999));
  const alpha = i32x4.splat(0xff000000);
  let count = 0;
  if (leaveOutAntiAliasing) {
    if (from === 0) beginEvenness(a, pitchA, b, pitchB, width, height);
    else moveEvenness(a, b);
  }
  for (let y = from; y < to; y++) {
    const rowA = a + <usize>y * pitchA,
      rowB = b + <usize>y * pitchB,
      marks = mask + <usize>y * maskPitch;
    for (let start = 0; start < width; start += 64) {
      const end = min(start + 64, width);
      let counted: u64 = 0;
      // Up to where pixels were found to differ: four of them at a time are looked at.
      let unlike = start;
      for (let x = start; x < end; x += 4) {
        let pixelsA = rowA + ((<usize>x) << 2),
          pixelsB = rowB + ((<usize>x) << 2);
        if (x >= unlike) {
          while (x + 16 <= end && areEqual(pixelsA, pixelsB)) {
            x += 16;
            pixelsA += 64;
            pixelsB += 64;
          }
          if (x >= end) break;
          unlike = x + 16;
        }
        const fourA = v128.load(pixelsA),
          fourB = v128.load(pixelsB);
        if (!v128.any_true(v128.xor(fourA, fourB))) continue;
        const inside = x + 4 > end ? (1 << (end - x)) - 1 : 15;
        let unequal = ~i32x4.bitmask(i32x4.eq(fourA, fourB)) & inside;
        let differing = 0;
        if (i32x4.all_true(i32x4.eq(v128.and(v128.and(fourA, fourB), alpha), alpha))) {
          if (v128.any_true(i32x4.gt_s(squaredDifferences(fourA, fourB), bound))) {
            const verdict = fourDistances(fourA, fourB, limit);
            differing = (verdict & 15) | exactly(verdict >> 4, pixelsA, pixelsB, y * width + x, limit);
          }
        } else {
          differing = exactly(unequal, pixelsA, pixelsB, y * width + x, limit);
          // What is wholly transparent in both looks the same.
          unequal &= ~i32x4.bitmask(i32x4.eq(v128.and(v128.or(fourA, fourB), alpha), i32x4.splat(0)));
        }
        differing &= inside;
        noteBelowLimit(unequal & ~differing, pixelsA, pitchA, pixelsB, pitchB, x, y);
        counted |= (<u64>differing) << (x - start);
      }
      if (!counted) continue;
      if (leaveOutAntiAliasing) {
        const kept = certain ? marksOf(certain + <usize>y * maskPitch, start >> 6) : 0;
        counted &= kept | ~antiAliasedOf(counted, start >> 6, y, a, pitchA, b, pitchB, width, height);
      }
      markBlock(marks, start >> 6, counted);
      count += <i32>popcnt(counted);
    }
  }
  return count;
}

/** Whether the 16 pixels at both places are equal. */
// @inline
function areEqual(a: usize, b: usize): bool {
  const d0 = v128.xor(v128.load(a), v128.load(b));
  const d1 = v128.xor(v128.load(a, 16), v128.load(b, 16));
  const d2 = v128.xor(v128.load(a, 32), v128.load(b, 32));
  const d3 = v128.xor(v128.load(a, 48), v128.load(b, 48));
  return !v128.any_true(v128.or(v128.or(d0, d1), v128.or(d2, d3)));
}

/** Squared differences of four pairs of pixels, summed over their channels. */
// @inline
function squaredDifferences(a: v128, b: v128): v128 {
  const difference = v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
  const low = i16x8.extend_low_i8x16_u(difference),
    high = i16x8.extend_high_i8x16_u(difference);
  const firstTwo = i32x4.dot_i16x8_s(low, low),
    lastTwo = i32x4.dot_i16x8_s(high, high);
  return i32x4.add(
    i8x16.shuffle(firstTwo, lastTwo, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27),
    i8x16.shuffle(firstTwo, lastTwo, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31),
  );
}

/** Those of the up to four pixels whose bits are set in `which` that exceed the limit. */
function exactly(which: i32, a: usize, b: usize, index: i32, limit: f64): i32 {
  let exceeding = 0;
  for (; which; which &= which - 1) {
    const lane = ctz(which);
    const pixelA = load<u32>(a + ((<usize>lane) << 2)),
      pixelB = load<u32>(b + ((<usize>lane) << 2));
    if (pixelA !== pixelB && distance(pixelA, pixelB, (index + lane) << 2) > limit) exceeding |= 1 << lane;
  }
  return exceeding;
}
