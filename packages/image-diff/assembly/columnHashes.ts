// Columns of pixels as 64-bit numbers, as rowHashes.ts has them for rows. All columns are hashed at once, row by row,
// because memory lies that way.

import { finish, stir } from './rowHashes';

/** Four columns have four lanes of each of two sums. */
const SUMS: usize = 32;

/**
 * Hashes `columns` columns of `rows` pixels, whose rows are `pitch` bytes apart, to 64-bit numbers at `out`.
 *
 * @param sums room for 8 bytes a column and 32 more
 */
export function hashColumns(
  pixels: usize,
  pitch: usize,
  columns: i32,
  rows: i32,
  sums: usize,
  out: usize,
): void {
  const end = sums + SUMS * ((<usize>columns + 3) >> 2);
  for (let at = sums; at < end; at += SUMS) {
    v128.store(at, i32x4.splat(1));
    v128.store(at, i32x4.splat(2), 16);
  }
  for (let y = 0; y < rows; y++, pixels += pitch) {
    for (let at = sums, four = pixels; at < end; at += SUMS, four += 16) {
      const here = v128.load(four);
      v128.store(at, stir(v128.load(at), here));
      v128.store(at, stir(v128.load(at, 16), here), 16);
    }
  }
  for (let x = 0; x < columns; x++) {
    const at = sums + SUMS * (<usize>x >> 2) + ((<usize>x & 3) << 2);
    store<u64>(out + ((<usize>x) << 3), finish(<u64>load<u32>(at), <u64>load<u32>(at, 16)));
  }
}

/** Whether all pixels of a column are the same. */
export function isPlainColumn(start: usize, pitch: usize, rows: i32): bool {
  const first = load<u32>(start);
  for (let y = 1; y < rows; y++) {
    start += pitch;
    if (load<u32>(start) !== first) return false;
  }
  return true;
}
