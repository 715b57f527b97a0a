// Rows of pixels as 64-bit numbers that are equal for equal rows, and nearly never for others. They propose what
// belongs together; pixels are compared afterwards, so that an image made to collide hides nothing.

const P1: i32 = 0x9e3779b1,
  P2: i32 = 0x85ebca6b;

/** Hashes `rows` rows of `rowBytes` bytes, a multiple of four, to 64-bit numbers at `out`. */
export function hashRows(pixels: usize, rowBytes: usize, rows: i32, out: usize): void {
  for (let y = 0; y < rows; y++, pixels += rowBytes, out += 8) store<u64>(out, hashRow(pixels, rowBytes));
}

function hashRow(start: usize, length: usize): u64 {
  let s0 = i32x4.splat(1),
    s1 = i32x4.splat(2),
    s2 = i32x4.splat(3),
    s3 = i32x4.splat(4);
  const end = start + length;
  for (; start + 64 <= end; start += 64) {
    s0 = stir(s0, v128.load(start));
    s1 = stir(s1, v128.load(start, 16));
    s2 = stir(s2, v128.load(start, 32));
    s3 = stir(s3, v128.load(start, 48));
  }
  for (; start + 16 <= end; start += 16) s0 = stir(s0, v128.load(start));
  for (; start < end; start += 4) s1 = stir(s1, i32x4.splat(load<i32>(start)));
  s0 = stir(stir(s0, s1), stir(s2, s3));
  return finish(<u64>i64x2.extract_lane(s0, 0), <u64>i64x2.extract_lane(s0, 1));
}

/** One number of two, each of whose bits depends on all of theirs. */
// @inline
export function finish(low: u64, high: u64): u64 {
  low = (low ^ (low >> 29)) * 0xbf58476d1ce4e5b9;
  high = (high ^ (high >> 31)) * 0x94d049bb133111eb;
  low ^= high ^ (low >> 32) ^ (high >> 29);
  return low;
}

// @inline
export function stir(sum: v128, four: v128): v128 {
  const mixed = i32x4.mul(v128.xor(sum, four), i32x4.splat(P1));
  return i32x4.mul(v128.xor(mixed, i32x4.shr_u(mixed, 15)), i32x4.splat(P2));
}

/** How many of the last rows of two images of the same width are equal, at most `most`. */
export function countEqualBelow(endA: usize, endB: usize, rowBytes: usize, most: i32): i32 {
  let rows = 0;
  for (; rows < most; rows++) {
    endA -= rowBytes;
    endB -= rowBytes;
    if (memory.compare(endA, endB, rowBytes) !== 0) break;
  }
  return rows;
}

/** Whether all pixels of a row are the same. */
export function isPlainRow(start: usize, length: usize): bool {
  const first = i32x4.splat(load<i32>(start));
  const end = start + length;
  for (; start + 16 <= end; start += 16) {
    if (v128.any_true(v128.xor(v128.load(start), first))) return false;
  }
  for (; start < end; start += 4) {
    if (load<i32>(start) !== i32x4.extract_lane(first, 0)) return false;
  }
  return true;
}
