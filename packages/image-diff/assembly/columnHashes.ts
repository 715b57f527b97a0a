// Columns of pixels as 64-bit numbers, as rowHashes.ts has them for rows. All columns are hashed at once, row by row,
// because memory lies that way.

import { finish, stir } from './rowHashes';

/** Four columns have four lanes of each of two sums, of their first pixels, and of what differed from these. */
const SUMS: usize = 64;

/** Bytes of sums that a number of columns takes. */
export function columnSumsBytes(columns: i32): usize {
  return SUMS * ((<usize>columns + 3) >> 2);
}

/** Begins the sums of columns of which `pixels` are the first. */
export function beginColumns(pixels: usize, columns: i32, sums: usize): void {
  const end = sums + columnSumsBytes(columns);
  for (let at = sums; at < end; at += SUMS, pixels += 16) {
    v128.store(at, i32x4.splat(1));
    v128.store(at, i32x4.splat(2), 16);
    v128.store(at, v128.load(pixels), 32);
    v128.store(at, i32x4.splat(0), 48);
  }
}

/** Adds the next `rows` pixels of columns, whose rows are `pitch` bytes apart, to their sums. */
export function addToColumns(pixels: usize, pitch: usize, columns: i32, rows: i32, sums: usize): void {
  const end = sums + columnSumsBytes(columns);
  for (let y = 0; y < rows; y++, pixels += pitch) {
    for (let at = sums, four = pixels; at < end; at += SUMS, four += 16) {
      const here = v128.load(four);
      v128.store(at, stir(v128.load(at), here));
      v128.store(at, stir(v128.load(at, 16), here), 16);
      v128.store(at, v128.or(v128.load(at, 48), v128.xor(v128.load(at, 32), here)), 48);
    }
  }
}

/**
 * Hashes columns by their sums.
 *
 * @param hashes a 64-bit number for each
 * @param plain a byte for each: whether all its pixels are the same
 */
export function endColumns(sums: usize, columns: i32, hashes: usize, plain: usize): void {
  for (let x = 0; x < columns; x++) {
    const at = sums + SUMS * (<usize>x >> 2) + ((<usize>x & 3) << 2);
    store<u64>(hashes + ((<usize>x) << 3), finish(<u64>load<u32>(at), <u64>load<u32>(at, 16)));
    store<u8>(plain + <usize>x, u8(load<u32>(at, 48) === 0));
  }
}
