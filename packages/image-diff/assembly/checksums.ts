// CRC-32 (PNG, chapter 5.5) and Adler-32 (RFC 1950).

/** Sixteen tables of 256: the CRC of a byte followed by 0 to 15 zero bytes. */
const crcTables = memory.data(16 * 1024, 16);
let crcReady = false;

function prepareCrc(): void {
  for (let byte = 0; byte < 256; byte++) {
    let crc = <u32>byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    store<u32>(crcTables + (<usize>byte << 2), crc);
  }
  for (let table = 1; table < 16; table++) {
    for (let byte = 0; byte < 256; byte++) {
      const shorter = load<u32>(crcTables + ((<usize>table - 1) << 10) + (<usize>byte << 2));
      const first = load<u32>(crcTables + (<usize>(shorter & 255) << 2));
      store<u32>(crcTables + (<usize>table << 10) + (<usize>byte << 2), (shorter >> 8) ^ first);
    }
  }
  crcReady = true;
}

// The contributions of four bytes that `zeros` more bytes follow.
// @ts-ignore: decorator
@inline
function crcOfFour(four: u32, zeros: usize): u32 {
  return (
    load<u32>(crcTables + ((zeros + 3) << 10) + (<usize>(four & 255) << 2)) ^
    load<u32>(crcTables + ((zeros + 2) << 10) + (<usize>((four >> 8) & 255) << 2)) ^
    load<u32>(crcTables + ((zeros + 1) << 10) + (<usize>((four >> 16) & 255) << 2)) ^
    load<u32>(crcTables + (zeros << 10) + (<usize>(four >> 24) << 2))
  );
}

/** CRC-32 of `length` bytes, sixteen at a time. */
export function crc32(start: usize, length: usize): u32 {
  if (!crcReady) prepareCrc();
  let crc: u32 = 0xffffffff;
  const end = start + length;
  for (; start + 16 <= end; start += 16) {
    crc =
      crcOfFour(load<u32>(start) ^ crc, 12) ^ crcOfFour(load<u32>(start, 4), 8) ^
      crcOfFour(load<u32>(start, 8), 4) ^ crcOfFour(load<u32>(start, 12), 0);
  }
  for (; start < end; start++) {
    crc = (crc >> 8) ^ load<u32>(crcTables + (<usize>((crc ^ load<u8>(start)) & 255) << 2));
  }
  return ~crc;
}

const ADLER_MODULUS: u32 = 65521;
/** Bytes after which the sums must be reduced so that 32 bits hold them (RFC 1950 allows 5552), in whole vectors. */
const ADLER_RUN: usize = 5536;

/** Continues an Adler-32, which begins at 1, with `length` more bytes. */
export function adler32(adler: u32, start: usize, length: usize): u32 {
  let sum = adler & 0xffff, sumOfSums = adler >> 16;
  const firstWeights = i16x8(16, 15, 14, 13, 12, 11, 10, 9), lastWeights = i16x8(8, 7, 6, 5, 4, 3, 2, 1);
  while (length >= 16) {
    const run = min(length & ~15, ADLER_RUN);
    const end = start + run;
    let sums = i32x4.splat(0), weighted = i32x4.splat(0), before = i32x4.splat(0);
    for (; start < end; start += 16) {
      const bytes = v128.load(start);
      before = i32x4.add(before, sums);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), firstWeights));
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), lastWeights));
    }
    sumOfSums = (sumOfSums + sum * <u32>run + total(i32x4.add(weighted, i32x4.shl(before, 4)))) % ADLER_MODULUS;
    sum = (sum + total(sums)) % ADLER_MODULUS;
    length -= run;
  }
  for (; length > 0; length--, start++) {
    sum += load<u8>(start);
    sumOfSums += sum;
  }
  return ((sumOfSums % ADLER_MODULUS) << 16) | (sum % ADLER_MODULUS);
}

// @ts-ignore: decorator
@inline
function total(lanes: v128): u32 {
  return (
    i32x4.extract_lane(lanes, 0) + i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3)
  );
}
