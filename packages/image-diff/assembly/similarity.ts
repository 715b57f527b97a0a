// Structural similarity of two images in brightness: Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli: "Image Quality
// Assessment: From Error Visibility to Structural Similarity" (IEEE Transactions on Image Processing 13(4), 2004), in blocks
// of 8 × 8 pixels that do not overlap, of which each pixel has the same weight.

const SIDE: i32 = 8;
/** Of each block four lanes of: brightness in either image, its squares, and the products of both. */
const SUMS: usize = 80;
const C1: f64 = (0.01 * 255) ** 2,
  C2: f64 = (0.03 * 255) ** 2;

let sums: usize = 0;
let total: f64 = 0;

/** Bytes of sums that images of a width take. */
export function similarityBytes(width: i32): usize {
  return SUMS * ((<usize>width + 7) >> 3);
}

/** @param buffer room for {@link similarityBytes}, until {@link endSimilarity} */
export function beginSimilarity(buffer: usize, width: i32): void {
  sums = buffer;
  total = 0;
  memory.fill(sums, 0, similarityBytes(width));
}

/** Adds rows, which follow the last ones that were added; `a` and `b` are the first rows of images of `height` rows. */
export function addSimilarity(
  a: usize,
  pitchA: usize,
  b: usize,
  pitchB: usize,
  width: i32,
  height: i32,
  from: i32,
  to: i32,
): void {
  for (let y = from; y < to; y++) {
    const rowA = a + <usize>y * pitchA,
      rowB = b + <usize>y * pitchB;
    let at = sums;
    for (let x = 0; x < width; x += 4) {
      const inside = min(4, width - x);
      const offset = (<usize>x) << 2;
      addFour(at, lumaOf(v128.load(rowA + offset), inside), lumaOf(v128.load(rowB + offset), inside));
      if (x & 4) at += SUMS;
    }
    if ((y & (SIDE - 1)) === SIDE - 1 || y === height - 1) closeBlocks(width, (y & (SIDE - 1)) + 1);
  }
}

/** @returns the sum over all pixels of the similarity of their blocks, each from -1 to 1 */
export function endSimilarity(): f64 {
  return total;
}

/** Brightness of four pixels by the weights of ITU-R BT.601, on white; 0 for those that are not inside. */
function lumaOf(four: v128, inside: i32): v128 {
  const byte = i32x4.splat(255);
  const red = v128.and(four, byte),
    green = v128.and(i32x4.shr_u(four, 8), byte),
    blue = v128.and(i32x4.shr_u(four, 16), byte),
    alpha = i32x4.shr_u(four, 24);
  const weighted = i32x4.add(
    i32x4.add(i32x4.mul(red, i32x4.splat(77)), i32x4.mul(green, i32x4.splat(150))),
    i32x4.mul(blue, i32x4.splat(29)),
  );
  let luma = i32x4.shr_u(weighted, 8);
  if (!i32x4.all_true(i32x4.eq(alpha, byte))) {
    const ink = f32x4.convert_i32x4_s(i32x4.mul(i32x4.sub(byte, luma), alpha));
    luma = i32x4.sub(byte, i32x4.trunc_sat_f32x4_s(f32x4.div(ink, f32x4.splat(255))));
  }
  if (inside < 4) luma = v128.and(luma, i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(inside)));
  return luma;
}

// @inline
function addFour(at: usize, a: v128, b: v128): void {
  v128.store(at, i32x4.add(v128.load(at), a));
  v128.store(at, i32x4.add(v128.load(at, 16), b), 16);
  v128.store(at, i32x4.add(v128.load(at, 32), i32x4.mul(a, a)), 32);
  v128.store(at, i32x4.add(v128.load(at, 48), i32x4.mul(b, b)), 48);
  v128.store(at, i32x4.add(v128.load(at, 64), i32x4.mul(a, b)), 64);
}

function closeBlocks(width: i32, rows: i32): void {
  let at = sums;
  for (let x = 0; x < width; x += SIDE, at += SUMS) {
    const pixels = <f64>(min(SIDE, width - x) * rows);
    const meanA = sumAt(at) / pixels,
      meanB = sumAt(at + 16) / pixels;
    const varianceA = sumAt(at + 32) / pixels - meanA * meanA,
      varianceB = sumAt(at + 48) / pixels - meanB * meanB,
      covariance = sumAt(at + 64) / pixels - meanA * meanB;
    const same = (2 * meanA * meanB + C1) * (2 * covariance + C2);
    const most = (meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2);
    total += (same / most) * pixels;
  }
  memory.fill(sums, 0, similarityBytes(width));
}

function sumAt(at: usize): f64 {
  const four = v128.load(at);
  return <f64>(
    (i32x4.extract_lane(four, 0) +
      i32x4.extract_lane(four, 1) +
      i32x4.extract_lane(four, 2) +
      i32x4.extract_lane(four, 3))
  );
}
