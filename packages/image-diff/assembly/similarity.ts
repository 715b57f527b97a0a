// Structural similarity of two images in brightness: Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli: "Image Quality
// Assessment: From Error Visibility to Structural Similarity" (IEEE Transactions on Image Processing 13(4), 2004), in blocks
// of 8 × 8 pixels that do not overlap, of which each pixel has the same weight.

const SIDE: i32 = 8;
const C1: f64 = (0.01 * 255) ** 2,
  C2: f64 = (0.03 * 255) ** 2;

let total: f64 = 0;

export function beginSimilarity(): void {
  total = 0;
}

/**
 * Adds rows, which follow the last ones that were added.
 *
 * @param a pointer to the first row of an image, and `b` to that of the other one, both of `height` rows; readable 64 bytes past
 *   their ends
 * @param from first row, a multiple of 8
 * @param to end of the rows: a multiple of 8, or the height
 */
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
  for (let y = from; y < to; y += SIDE) {
    const rows = min(SIDE, height - y);
    let atA = a + <usize>y * pitchA,
      atB = b + <usize>y * pitchB;
    for (let x = 0; x < width; x += 2 * SIDE, atA += 64, atB += 64) {
      const inside = width - x;
      // Most of two screenshots is equal, and what is equal has the similarity 1.
      if (inside >= 2 * SIDE && areEqual(atA, pitchA, atB, pitchB, rows)) {
        total += <f64>(2 * SIDE * rows);
        continue;
      }
      total += similarityOf(atA, pitchA, atB, pitchB, min(SIDE, inside), rows);
      if (inside > SIDE)
        total += similarityOf(atA + 32, pitchA, atB + 32, pitchB, min(SIDE, inside - SIDE), rows);
    }
  }
}

/** @returns the sum over all pixels of the similarity of their blocks, each from -1 to 1 */
export function endSimilarity(): f64 {
  return total;
}

/** Whether two blocks beside each other, of 16 pixels together, are equal in both images. */
// @inline
function areEqual(a: usize, pitchA: usize, b: usize, pitchB: usize, rows: i32): bool {
  for (let row = 0; row < rows; row++, a += pitchA, b += pitchB) {
    const left = v128.or(v128.xor(v128.load(a), v128.load(b)), v128.xor(v128.load(a, 16), v128.load(b, 16)));
    const right = v128.or(
      v128.xor(v128.load(a, 32), v128.load(b, 32)),
      v128.xor(v128.load(a, 48), v128.load(b, 48)),
    );
    if (v128.any_true(v128.or(left, right))) return false;
  }
  return true;
}

/** The similarity of a block of `columns` × `rows` pixels, times its pixels. */
function similarityOf(a: usize, pitchA: usize, b: usize, pitchB: usize, columns: i32, rows: i32): f64 {
  let sumA = i32x4.splat(0),
    sumB = i32x4.splat(0),
    squaresA = i32x4.splat(0),
    squaresB = i32x4.splat(0),
    products = i32x4.splat(0);
  for (let row = 0; row < rows; row++, a += pitchA, b += pitchB) {
    for (let x = 0; x < columns; x += 4) {
      const inside = columns - x;
      const offset = (<usize>x) << 2;
      const fourA = lumaOf(v128.load(a + offset), inside),
        fourB = lumaOf(v128.load(b + offset), inside);
      sumA = i32x4.add(sumA, fourA);
      sumB = i32x4.add(sumB, fourB);
      squaresA = i32x4.add(squaresA, i32x4.mul(fourA, fourA));
      squaresB = i32x4.add(squaresB, i32x4.mul(fourB, fourB));
      products = i32x4.add(products, i32x4.mul(fourA, fourB));
    }
  }
  const pixels = <f64>(columns * rows);
  const meanA = sumOf(sumA) / pixels,
    meanB = sumOf(sumB) / pixels;
  const varianceA = sumOf(squaresA) / pixels - meanA * meanA,
    varianceB = sumOf(squaresB) / pixels - meanB * meanB,
    covariance = sumOf(products) / pixels - meanA * meanB;
  const same = (2 * meanA * meanB + C1) * (2 * covariance + C2);
  const most = (meanA * meanA + meanB * meanB + C1) * (varianceA + varianceB + C2);
  return (same / most) * pixels;
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

function sumOf(four: v128): f64 {
  return <f64>(
    (i32x4.extract_lane(four, 0) +
      i32x4.extract_lane(four, 1) +
      i32x4.extract_lane(four, 2) +
      i32x4.extract_lane(four, 3))
  );
}
