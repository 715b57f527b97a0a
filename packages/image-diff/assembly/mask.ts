/** Marks `length` pixels of a row of bits from `start` on; the leftmost pixel is the highest bit of a byte. */
export function markRun(row: usize, start: i32, length: i32): void {
  let at = start;
  const end = start + length;
  for (; at < end && at & 7; at++) mark(row, at);
  const bytes = (end - at) >> 3;
  if (bytes > 0) {
    memory.fill(row + (at >> 3), 255, bytes);
    at += bytes << 3;
  }
  for (; at < end; at++) mark(row, at);
}

/** Marks those of the 64 pixels from `64 * column` on whose bits are set, the leftmost lowest; clears the others. */
export function markBlock(row: usize, column: i32, pixels: u64): void {
  store<u64>(row + ((<usize>column) << 3), mirrored(pixels));
}

/** Which of the 64 pixels from `64 * column` on are marked, the leftmost lowest. */
export function marksOf(row: usize, column: i32): u64 {
  return mirrored(load<u64>(row + ((<usize>column) << 3)));
}

/** How many pixels are marked in `length` bytes. */
export function countMarks(mask: usize, length: usize): i32 {
  const end = mask + length;
  let count: i64 = 0;
  for (; mask + 8 <= end; mask += 8) count += popcnt(load<u64>(mask));
  for (; mask < end; mask++) count += popcnt(<u64>load<u8>(mask));
  return <i32>count;
}

/** The bits of each byte in the opposite order. */
// @inline
function mirrored(pixels: u64): u64 {
  let bits = pixels;
  bits = ((bits & 0x5555555555555555) << 1) | ((bits >> 1) & 0x5555555555555555);
  bits = ((bits & 0x3333333333333333) << 2) | ((bits >> 2) & 0x3333333333333333);
  return ((bits & 0x0f0f0f0f0f0f0f0f) << 4) | ((bits >> 4) & 0x0f0f0f0f0f0f0f0f);
}

// @inline
function mark(row: usize, at: i32): void {
  const byte = row + (at >> 3);
  const bit: i32 = 128 >> (at & 7);
  store<u8>(byte, load<u8>(byte) | <u8>bit);
}
