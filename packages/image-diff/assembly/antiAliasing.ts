// Which changed pixels are only anti-aliasing, as pixelmatch 7.2.0 decides it
// (https://github.com/mapbox/pixelmatch), after V. Vysniauskas: "Anti-aliased Pixel and Intensity Slope Detector"
// (Electronics and Electrical Engineering, 2009). A pixel is anti-aliased when at most two neighbors have its
// brightness, there are darker and brighter ones, and the darkest or the brightest of them lies in an even area
// in both images. One that is so in either image does not count.
import { brightness, brightnessDistance, isOpaque } from './colorDistance';
import { blockAt, evenInA, evenInB, evenInBoth } from './evenness';

/**
 * Those of the marked pixels that are anti-aliased in either image. `marked` are the pixels from `64 * column` on of
 * row y, the leftmost lowest; the images are those of the last beginEvenness, and `width` × `height` of them counts.
 */
export function antiAliasedOf(
  marked: u64,
  column: i32,
  y: i32,
  a: usize,
  pitchA: usize,
  b: usize,
  pitchB: usize,
  width: i32,
  height: i32,
): u64 {
  const own = blockAt(column, y);
  let suspects = marked & ~evenInBoth(own);
  if (!suspects) return 0;
  const above = y > 0 ? evenInBoth(blockAt(column, y - 1)) : 0;
  const beside = evenInBoth(own);
  const below = y < height - 1 ? evenInBoth(blockAt(column, y + 1)) : 0;
  const all = above | beside | below;
  let near = all | (all << 1) | (all >> 1);
  // What lies in the blocks beside this one: bits 0 to 2 from above to below.
  let before: u32 = 0,
    behind: u32 = 0;
  if (suspects & 1 && column > 0) {
    before = evenInColumn(column - 1, 63, y, height);
    near |= <u64>(before !== 0);
  }
  if (suspects >> 63 && column < (width - 1) >> 6) {
    behind = evenInColumn(column + 1, 0, y, height);
    near |= (<u64>(behind !== 0)) << 63;
  }
  suspects &= near;
  const inA = evenInA(own),
    inB = evenInB(own);
  let found: u64 = 0;
  for (; suspects; suspects &= suspects - 1) {
    const bit = ctz(suspects),
      x = (column << 6) + <i32>bit;
    const even =
      (bit === 0 ? before : threeOf(above, beside, below, bit - 1)) |
      (threeOf(above, beside, below, bit) << 3) |
      ((bit === 63 ? behind : threeOf(above, beside, below, bit + 1)) << 6);
    const isFound =
      (!((inA >> bit) & 1) && isAntiAliased(a, pitchA, x, y, width, height, even)) ||
      (!((inB >> bit) & 1) && isAntiAliased(b, pitchB, x, y, width, height, even));
    found |= (<u64>isFound) << bit;
  }
  return found;
}

/** Three pixels of a column, the upper one lowest. */
// @inline
function threeOf(above: u64, beside: u64, below: u64, bit: u64): u32 {
  return <u32>((above >> bit) & 1) | ((<u32>((beside >> bit) & 1)) << 1) | ((<u32>((below >> bit) & 1)) << 2);
}

function evenInColumn(column: i32, bit: u64, y: i32, height: i32): u32 {
  const above = y > 0 ? evenInBoth(blockAt(column, y - 1)) : 0;
  const below = y < height - 1 ? evenInBoth(blockAt(column, y + 1)) : 0;
  return threeOf(above, evenInBoth(blockAt(column, y)), below, bit);
}

/**
 * Whether the pixel at x, y, which is not even itself, is anti-aliased. `even` says which of the nine places around it
 * are even in both images: columns from left to right, each from top to bottom, the first place lowest.
 */
function isAntiAliased(image: usize, pitch: usize, x: i32, y: i32, width: i32, height: i32, even: u32): bool {
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
    const at = image + <usize>y * pitch + ((<usize>x) << 2);
    const centre = load<u32>(at);
    const above = v128.load(at - pitch - 4),
      beside = v128.load(at - 4),
      below = v128.load(at + pitch - 4);
    if (isOpaque(inCommon(v128.and(v128.and(above, beside), below)))) {
      // Of equal extremes the first one counts, so the places are the last digits of the numbers that are compared.
      let least: u64 = u64.MAX_VALUE,
        most: u64 = 0;
      let level = placed(i32x4.extract_lane(above, 0));
      least = min(least, level | 0);
      most = max(most, level | 15);
      level = placed(i32x4.extract_lane(beside, 0));
      least = min(least, level | 1);
      most = max(most, level | 14);
      level = placed(i32x4.extract_lane(below, 0));
      least = min(least, level | 2);
      most = max(most, level | 13);
      level = placed(i32x4.extract_lane(above, 1));
      least = min(least, level | 3);
      most = max(most, level | 12);
      level = placed(i32x4.extract_lane(below, 1));
      least = min(least, level | 5);
      most = max(most, level | 10);
      level = placed(i32x4.extract_lane(above, 2));
      least = min(least, level | 6);
      most = max(most, level | 9);
      level = placed(i32x4.extract_lane(beside, 2));
      least = min(least, level | 7);
      most = max(most, level | 8);
      level = placed(i32x4.extract_lane(below, 2));
      least = min(least, level | 8);
      most = max(most, level | 7);
      level = placed(centre);
      if (least >= level || most < level + 16) return false;
      return (((even >> (<u32>least & 15)) | (even >> (15 - (<u32>most & 15)))) & 1) !== 0;
    }
  }
  return isAntiAliasedAnywhere(image, pitch, x, y, width, height, even);
}

/** The bits that the first three pixels of a vector have in common. */
// @inline
function inCommon(pixels: v128): u32 {
  return i32x4.extract_lane(pixels, 0) & i32x4.extract_lane(pixels, 1) & i32x4.extract_lane(pixels, 2);
}

/** Brightness, with room for the number of a place, 0 to 15. */
// @inline
function placed(pixel: u32): u64 {
  return brightness(pixel) << 4;
}

/** The same rule for pixels at the border or with translucent neighbors. */
function isAntiAliasedAnywhere(
  image: usize,
  pitch: usize,
  x: i32,
  y: i32,
  width: i32,
  height: i32,
  even: u32,
): bool {
  const left = max(x - 1, 0),
    right = min(x + 1, width - 1);
  const top = max(y - 1, 0),
    bottom = min(y + 1, height - 1);
  const centre = load<u32>(image + <usize>y * pitch + ((<usize>x) << 2));
  const offset = (y * width + x) << 2;
  let equal = i32(left === x || right === x || top === y || bottom === y);
  let least: f64 = 0,
    most: f64 = 0;
  let darkest = 0,
    brightest = 0;
  for (let i = left; i <= right; i++) {
    for (let j = top; j <= bottom; j++) {
      if (i === x && j === y) continue;
      const delta = brightnessDistance(
        centre,
        load<u32>(image + <usize>j * pitch + ((<usize>i) << 2)),
        offset,
      );
      const place = (i - x + 1) * 3 + j - y + 1;
      if (delta === 0) {
        if (++equal > 2) return false;
      } else if (delta < least) {
        least = delta;
        darkest = place;
      } else if (delta > most) {
        most = delta;
        brightest = place;
      }
    }
  }
  if (least === 0 || most === 0) return false;
  return (((even >> darkest) | (even >> brightest)) & 1) !== 0;
}
