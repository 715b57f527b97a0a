// Distance of two colors, and brightness, as pixelmatch 7.2.0 computes them: to the last bit, because the count of
// changed pixels hangs on comparisons of these numbers.
//
// Y. Kotsarenko, F. Ramos: "Measuring perceived color difference using YIQ NTSC transmission color space in mobile
// applications" (2010); weights and the checkerboard behind translucent pixels: https://github.com/mapbox/pixelmatch

/** Largest eigenvalue of the distance as a quadratic form of the differences of red, green and blue. */
export const LARGEST_STRETCH: f64 = 0.25607814123788;

const GOLDEN: f64 = 1.618033988749895;
const GOLDEN_SQUARED: f64 = 2.618033988749895;

// @inline
export function isOpaque(pixel: u32): bool {
  return pixel >= 0xff000000;
}

// Difference of one channel of two pixels over a background; `shift` selects the channel.
// @inline
function blended(a: u32, b: u32, shift: u32, background: f64): f64 {
  const alphaA = <f64>(a >> 24),
    alphaB = <f64>(b >> 24);
  const one = <f64>((a >> shift) & 255),
    other = <f64>((b >> shift) & 255);
  return (one * alphaA - other * alphaB - background * (alphaA - alphaB)) / 255;
}

// @inline
function plain(a: u32, b: u32, shift: u32): f64 {
  return <f64>(<i32>((a >> shift) & 255) - <i32>((b >> shift) & 255));
}

// The checkerboard's level at a byte offset into the RGBA image, by channel.
// @inline
function checker(offset: i32, period: f64): f64 {
  return 48 + 159 * <f64>(<i32>(<f64>offset / period) % 2);
}

/** Squared distance of two different pixels, 0 to 35215; `offset` is where in the image they are, in bytes. */
export function distance(a: u32, b: u32, offset: i32): f64 {
  let red: f64, green: f64, blue: f64;
  if (isOpaque(a & b)) {
    red = plain(a, b, 0);
    green = plain(a, b, 8);
    blue = plain(a, b, 16);
  } else {
    red = blended(a, b, 0, checker(offset, 1));
    green = blended(a, b, 8, checker(offset, GOLDEN));
    blue = blended(a, b, 16, checker(offset, GOLDEN_SQUARED));
  }
  const y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223;
  const i = red * 0.59597799 - green * 0.2741761 - blue * 0.32180189;
  const q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694;
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
}

/** How much brighter one pixel is than another, where one of them may be translucent. */
export function brightnessDistance(a: u32, b: u32, offset: i32): f64 {
  if (a === b) return 0;
  if (isOpaque(a & b))
    return plain(a, b, 0) * 0.29889531 + plain(a, b, 8) * 0.58662247 + plain(a, b, 16) * 0.11448223;
  const red = blended(a, b, 0, checker(offset, 1));
  const green = blended(a, b, 8, checker(offset, GOLDEN));
  const blue = blended(a, b, 16, checker(offset, GOLDEN_SQUARED));
  return red * 0.29889531 + green * 0.58662247 + blue * 0.11448223;
}

// Brightness in units of 1e-8, a whole number. Two opaque colors have the same one only if they are the same color
// (no other whole-number solution exists in a byte's range), so it orders them exactly as the sums of fractions do.
// @inline
export function brightness(pixel: u32): u64 {
  return (
    <u64>(pixel & 255) * 29889531 +
    <u64>((pixel >> 8) & 255) * 58662247 +
    <u64>((pixel >> 16) & 255) * 11448223
  );
}

/**
 * Which of four pairs of opaque pixels are further apart than `limit`: bits 0 to 3 of the result are certain,
 * bits 4 to 7 are too close to the limit for 32-bit arithmetic to decide.
 */
// @inline
export function fourDistances(a: v128, b: v128, limit: f64): i32 {
  const byte = i32x4.splat(255);
  const red = f32x4.convert_i32x4_s(i32x4.sub(v128.and(a, byte), v128.and(b, byte)));
  const green = f32x4.convert_i32x4_s(
    i32x4.sub(v128.and(i32x4.shr_u(a, 8), byte), v128.and(i32x4.shr_u(b, 8), byte)),
  );
  const blue = f32x4.convert_i32x4_s(
    i32x4.sub(v128.and(i32x4.shr_u(a, 16), byte), v128.and(i32x4.shr_u(b, 16), byte)),
  );
  const y = f32x4.add(weighted(red, 0.29889531, green, 0.58662247), f32x4.mul(blue, f32x4.splat(0.11448223)));
  const i = f32x4.sub(weighted(red, 0.59597799, green, -0.2741761), f32x4.mul(blue, f32x4.splat(0.32180189)));
  const q = f32x4.add(
    weighted(red, 0.21147017, green, -0.52261711),
    f32x4.mul(blue, f32x4.splat(0.31114694)),
  );
  const sum = f32x4.add(
    weighted(f32x4.mul(y, y), 0.5053, f32x4.mul(i, i), 0.299),
    f32x4.mul(f32x4.mul(q, q), f32x4.splat(0.1957)),
  );
  const above = i32x4.bitmask(f32x4.gt(sum, f32x4.splat(<f32>(limit * 1.0001))));
  const near = i32x4.bitmask(f32x4.gt(sum, f32x4.splat(<f32>(limit * 0.9999))));
  return above | ((near & ~above) << 4);
}

// @inline
function weighted(a: v128, weightOfA: f32, b: v128, weightOfB: f32): v128 {
  return f32x4.add(f32x4.mul(a, f32x4.splat(weightOfA)), f32x4.mul(b, f32x4.splat(weightOfB)));
}
