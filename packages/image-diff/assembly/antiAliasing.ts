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
    const up = at - pitch, down = at + pitch;
    const centre = load<u32>(at);
    // Columns from left to right, each from top to bottom: of equal extremes the first one counts.
    const n0 = load<u32>(up - 4), n1 = load<u32>(at - 4), n2 = load<u32>(down - 4);
    const n3 = load<u32>(up), n4 = load<u32>(down);
    const n5 = load<u32>(up + 4), n6 = load<u32>(at + 4), n7 = load<u32>(down + 4);
    const equal =
      i32(n0 == centre) + i32(n1 == centre) + i32(n2 == centre) + i32(n3 == centre) +
      i32(n4 == centre) + i32(n5 == centre) + i32(n6 == centre) + i32(n7 == centre);
    if (equal > 2) return false;
    if (isOpaque(centre & n0 & n1 & n2 & n3 & n4 & n5 & n6 & n7)) {
      const level = brightness(centre);
      let dark = level, bright = level, darkest = 4, brightest = 4, v: f64;
      v = brightness(n0); if (v < dark) { dark = v; darkest = 0; } else if (v > bright) { bright = v; brightest = 0; }
      v = brightness(n1); if (v < dark) { dark = v; darkest = 1; } else if (v > bright) { bright = v; brightest = 1; }
      v = brightness(n2); if (v < dark) { dark = v; darkest = 2; } else if (v > bright) { bright = v; brightest = 2; }
      v = brightness(n3); if (v < dark) { dark = v; darkest = 3; } else if (v > bright) { bright = v; brightest = 3; }
      v = brightness(n4); if (v < dark) { dark = v; darkest = 5; } else if (v > bright) { bright = v; brightest = 5; }
      v = brightness(n5); if (v < dark) { dark = v; darkest = 6; } else if (v > bright) { bright = v; brightest = 6; }
      v = brightness(n6); if (v < dark) { dark = v; darkest = 7; } else if (v > bright) { bright = v; brightest = 7; }
      v = brightness(n7); if (v < dark) { dark = v; darkest = 8; } else if (v > bright) { bright = v; brightest = 8; }
      if (darkest == 4 || brightest == 4) return false;
      return (
        isEvenInBoth(image, pitch, other, otherPitch, x + darkest / 3 - 1, y + darkest % 3 - 1, width, height) ||
        isEvenInBoth(image, pitch, other, otherPitch, x + brightest / 3 - 1, y + brightest % 3 - 1, width, height)
      );
    }
  }
  return isAntiAliasedAnywhere(image, pitch, other, otherPitch, x, y, width, height);
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
    const up = at - pitch, down = at + pitch;
    return (
      i32(load<u32>(up - 4) == pixel) + i32(load<u32>(up) == pixel) + i32(load<u32>(up + 4) == pixel) +
      i32(load<u32>(at - 4) == pixel) + i32(load<u32>(at + 4) == pixel) +
      i32(load<u32>(down - 4) == pixel) + i32(load<u32>(down) == pixel) + i32(load<u32>(down + 4) == pixel) > 2
    );
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
