// CRC-32 (PNG, chapter 5.5) and Adler-32 (RFC 1950).

/** Sixteen tables of 256: the CRC of a byte followed by 0 to 15 zero bytes. */
const crcTables = memory.data(16 * 1024, 16);
let crcReady = false;

function prepareCrc(): void {
  for (let byte = 0; byte < 256; byte++) {
    let crc = <u32>byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    store<u32>(crcTables + ((<usize>byte) << 2), crc);
  }
  for (let table = 1; table < 16; table++) {
    for (let byte = 0; byte < 256; byte++) {
      const shorter = load<u32>(crcTables + ((<usize>table - 1) << 10) + ((<usize>byte) << 2));
      const first = load<u32>(crcTables + ((<usize>(shorter & 255)) << 2));
      store<u32>(crcTables + ((<usize>table) << 10) + ((<usize>byte) << 2), (shorter >> 8) ^ first);
    }
  }
  crcReady = true;
}

// The contributions of four bytes that `zeros` more bytes follow.
// @inline
function crcOfFour(four: u32, zeros: usize): u32 {
  return (
    load<u32>(crcTables + ((zeros + 3) << 10) + ((<usize>(four & 255)) << 2)) ^
    load<u32>(crcTables + ((zeros + 2) << 10) + ((<usize>((four >> 8) & 255)) << 2)) ^
    load<u32>(crcTables + ((zeros + 1) << 10) + ((<usize>((four >> 16) & 255)) << 2)) ^
    load<u32>(crcTables + (zeros << 10) + ((<usize>(four >> 24)) << 2))
  );
}

/** Continues a CRC-32, which begins at 0, with `length` more bytes, sixteen at a time. */
export function crc32(before: u32, start: usize, length: usize): u32 {
  if (!crcReady) prepareCrc();
  let crc = ~before;
  const end = start + length;
  for (; start + 16 <= end; start += 16) {
    crc =
      crcOfFour(load<u32>(start) ^ crc, 12) ^
      crcOfFour(load<u32>(start, 4), 8) ^
      crcOfFour(load<u32>(start, 8), 4) ^
      crcOfFour(load<u32>(start, 12), 0);
  }
  for (; start < end; start++) {
    crc = (crc >> 8) ^ load<u32>(crcTables + ((<usize>((crc ^ load<u8>(start)) & 255)) << 2));
  }
  return ~crc;
}

const ADLER_MODULUS: u32 = 65521;
/** Bytes after which the sums are reduced: RFC 1950 allows 5552, and 16 bits hold the sums of 64 pairs of bytes. */
const ADLER_RUN: usize = 4096;

/** Continues an Adler-32, which begins at 1, with `length` more bytes. */
export function adler32(adler: u32, start: usize, length: usize): u32 {
  let sum = adler & 0xffff,
    sumOfSums = adler >> 16;
  while (length >= 64) {
    const run = min(length & ~63, ADLER_RUN);
    const end = start + run;
    const zero = i32x4.splat(0);
    // Of 64 bytes the first counts 64 times and the last once. Bytes are summed in pairs, by their place among the
    // 64; each pair gets the weight of its first byte, which for the second is one too much.
    let pairs0 = zero,
      pairs1 = zero,
      pairs2 = zero,
      pairs3 = zero,
      seconds = zero;
    let sums = zero,
      before = zero;
    for (; start < end; start += 64) {
      const bytes0 = v128.load(start),
        bytes1 = v128.load(start, 16);
      const bytes2 = v128.load(start, 32),
        bytes3 = v128.load(start, 48);
      const two0 = i16x8.extadd_pairwise_i8x16_u(bytes0),
        two1 = i16x8.extadd_pairwise_i8x16_u(bytes1);
      const two2 = i16x8.extadd_pairwise_i8x16_u(bytes2),
        two3 = i16x8.extadd_pairwise_i8x16_u(bytes3);
      pairs0 = i16x8.add(pairs0, two0);
      pairs1 = i16x8.add(pairs1, two1);
      pairs2 = i16x8.add(pairs2, two2);
      pairs3 = i16x8.add(pairs3, two3);
      seconds = i16x8.add(
        seconds,
        i16x8.add(
          i16x8.add(i16x8.shr_u(bytes0, 8), i16x8.shr_u(bytes1, 8)),
          i16x8.add(i16x8.shr_u(bytes2, 8), i16x8.shr_u(bytes3, 8)),
        ),
      );
      before = i32x4.add(before, sums);
      const all = i16x8.add(i16x8.add(two0, two1), i16x8.add(two2, two3));
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(all));
    }
    const weighted = i32x4.add(
      i32x4.add(
        i32x4.dot_i16x8_s(pairs0, i16x8(64, 62, 60, 58, 56, 54, 52, 50)),
        i32x4.dot_i16x8_s(pairs1, i16x8(48, 46, 44, 42, 40, 38, 36, 34)),
      ),
      i32x4.add(
        i32x4.dot_i16x8_s(pairs2, i16x8(32, 30, 28, 26, 24, 22, 20, 18)),
        i32x4.dot_i16x8_s(pairs3, i16x8(16, 14, 12, 10, 8, 6, 4, 2)),
      ),
    );
    const inRun = i32x4.sub(
      i32x4.add(weighted, i32x4.shl(before, 6)),
      i32x4.extadd_pairwise_i16x8_u(seconds),
    );
    sumOfSums = (sumOfSums + sum * <u32>run + total(inRun)) % ADLER_MODULUS;
    sum = (sum + total(sums)) % ADLER_MODULUS;
    length -= run;
  }
  for (; length > 0; length--, start++) {
    sum += load<u8>(start);
    sumOfSums += sum;
  }
  return ((sumOfSums % ADLER_MODULUS) << 16) | (sum % ADLER_MODULUS);
}

// @inline
function total(lanes: v128): u32 {
  return (
    i32x4.extract_lane(lanes, 0) +
    i32x4.extract_lane(lanes, 1) +
    i32x4.extract_lane(lanes, 2) +
    i32x4.extract_lane(lanes, 3)
  );
}
