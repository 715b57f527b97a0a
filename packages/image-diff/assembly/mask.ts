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

/** Marks one pixel of a row. */
// @ts-ignore: decorator
@inline
export function mark(row: usize, at: i32): void {
  const byte = row + (at >> 3);
  const bit: i32 = 128 >> (at & 7);
  store<u8>(byte, load<u8>(byte) | <u8>bit);
}
