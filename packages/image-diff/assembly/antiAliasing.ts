// Whether a changed pixel is only anti-aliasing, as pixelmatch 7.2.0 decides it
// (https://github.com/mapbox/pixelmatch), after V. Vysniauskas: "Anti-aliased Pixel and Intensity Slope Detector"
// (Electronics and Electrical Engineering, 2009). A pixel is anti-aliased when at most two neighbours have its
// brightness, there are darker and brighter ones, and the darkest or the brightest of them lies in an even area
// in both images: it has three or more neighbours of its own colour.
//
// Images are read in place: a pointer to the first pixel and the bytes from row to row. The part that both images
// cover is `width` × `height`; what lies outside it does not exist.
import { brightness, brightnessDistance, isOpaque } from './colourDistance';

/** Whether the pixel at x, y of `image` is anti-aliased, judged beside the same place of `other`. */
export function isAntiAliased(
  image: usize, pitch: usize, other: usize, otherPitch: usize,
  x: i32, y: i32, width: i32, height: i32,
): bool {
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
    const at = image + <usize>y * pitch + (<usize>x << 2);
    const centre = load<u32>(at);
    const above = v128.load(at - pitch - 4), beside = v128.load(at - 4), below = v128.load(at + pitch - 4);
    // The pixel is alike itself, and up to two others may be.
    if (countAlike(centre, above, beside, below) > 3) return false;
    if (isOpaque(opacity(v128.and(v128.and(above, beside), below)))) {
      // The order of the places: columns from left to right, each from top to bottom. Of equal extremes the first
      // one counts, so the places are the last digits of the numbers that are compared.
      let least: u64 = u64.MAX_VALUE, most: u64 = 0;
      let level = placed(i32x4.extract_lane(above, 0)); least = min(least, level | 0); most = max(most, level | 15);
      level = placed(i32x4.extract_lane(beside, 0)); least = min(least, level | 1); most = max(most, level | 14);
      level = placed(i32x4.extract_lane(below, 0)); least = min(least, level | 2); most = max(most, level | 13);
      level = placed(i32x4.extract_lane(above, 1)); least = min(least, level | 3); most = max(most, level | 12);
      level = placed(i32x4.extract_lane(below, 1)); least = min(least, level | 5); most = max(most, level | 10);
      level = placed(i32x4.extract_lane(above, 2)); least = min(least, level | 6); most = max(most, level | 9);
      level = placed(i32x4.extract_lane(beside, 2)); least = min(least, level | 7); most = max(most, level | 8);
      level = placed(i32x4.extract_lane(below, 2)); least = min(least, level | 8); most = max(most, level | 7);
      level = placed(centre);
      if (least >= level || most < level + 16) return false;
      const darkest = <i32>(least & 15), brightest = 15 - <i32>(most & 15);
      return (
        isEvenInBoth(image, pitch, other, otherPitch, x + darkest / 3 - 1, y + darkest % 3 - 1, width, height) ||
        isEvenInBoth(image, pitch, other, otherPitch, x + brightest / 3 - 1, y + brightest % 3 - 1, width, height)
      );
    }
  }
  return isAntiAliasedAnywhere(image, pitch, other, otherPitch, x, y, width, height);
}

/** How many of the first three pixels of each vector are `pixel`. */
// @ts-ignore: decorator
@inline
function countAlike(pixel: u32, above: v128, beside: v128, below: v128): i32 {
  const wanted = i32x4.splat(pixel);
  const inRows =
    (i32x4.bitmask(i32x4.eq(above, wanted)) & 7) |
    ((i32x4.bitmask(i32x4.eq(beside, wanted)) & 7) << 3) |
    ((i32x4.bitmask(i32x4.eq(below, wanted)) & 7) << 6);
  return popcnt(inRows);
}

/** The bits that the first three pixels of a vector have in common. */
// @ts-ignore: decorator
@inline
function opacity(pixels: v128): u32 {
  return i32x4.extract_lane(pixels, 0) & i32x4.extract_lane(pixels, 1) & i32x4.extract_lane(pixels, 2);
}

/** Brightness, with room for the number of a place, 0 to 15. */
// @ts-ignore: decorator
@inline
function placed(pixel: u32): u64 {
  return brightness(pixel) << 4;
}

/** The same rule for pixels at the border or with translucent neighbours. */
function isAntiAliasedAnywhere(
  image: usize, pitch: usize, other: usize, otherPitch: usize,
  x: i32, y: i32, width: i32, height: i32,
): bool {
  const left = max(x - 1, 0), right = min(x + 1, width - 1);
  const top = max(y - 1, 0), bottom = min(y + 1, height - 1);
  const centre = load<u32>(image + <usize>y * pitch + (<usize>x << 2));
  const offset = (y * width + x) << 2;
  let equal = i32(left == x || right == x || top == y || bottom == y);
  let least: f64 = 0, most: f64 = 0;
  let leastX = 0, leastY = 0, mostX = 0, mostY = 0;
  for (let i = left; i <= right; i++) {
    for (let j = top; j <= bottom; j++) {
      if (i == x && j == y) continue;
      const delta = brightnessDistance(centre, load<u32>(image + <usize>j * pitch + (<usize>i << 2)), offset);
      if (delta == 0) {
        if (++equal > 2) return false;
      } else if (delta < least) {
        least = delta; leastX = i; leastY = j;
      } else if (delta > most) {
        most = delta; mostX = i; mostY = j;
      }
    }
  }
  if (least == 0 || most == 0) return false;
  return (
    isEvenInBoth(image, pitch, other, otherPitch, leastX, leastY, width, height) ||
    isEvenInBoth(image, pitch, other, otherPitch, mostX, mostY, width, height)
  );
}

function isEvenInBoth(
  image: usize, pitch: usize, other: usize, otherPitch: usize,
  x: i32, y: i32, width: i32, height: i32,
): bool {
  return hasThreeAlike(image, pitch, x, y, width, height) && hasThreeAlike(other, otherPitch, x, y, width, height);
}

/** Whether three of a pixel's neighbours have its colour; the border stands for one. */
function hasThreeAlike(image: usize, pitch: usize, x: i32, y: i32, width: i32, height: i32): bool {
  const at = image + <usize>y * pitch + (<usize>x << 2);
  const pixel = load<u32>(at);
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
    const above = v128.load(at - pitch - 4), beside = v128.load(at - 4), below = v128.load(at + pitch - 4);
    return countAlike(pixel, above, beside, below) > 3;
  }
  let alike = 1;
  for (let j = max(y - 1, 0); j <= min(y + 1, height - 1); j++) {
    for (let i = max(x - 1, 0); i <= min(x + 1, width - 1); i++) {
      if (i == x && j == y) continue;
      alike += i32(load<u32>(image + <usize>j * pitch + (<usize>i << 2)) == pixel);
    }
  }
  return alike > 2;
}
