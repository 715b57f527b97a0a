/** For each distance up to 15: which of the bytes that far back come next, sixteen of them; and 16 % distance. */
const patternIndexes = memory.data(16 << 4, 16);
const patternRests = memory.data(16);

/** Fills the tables of patterns, once. */
export function preparePatterns(): void {
  if (load<u8>(patternIndexes, (1 << 5) + 1) !== 0) return;
  for (let distance: usize = 1; distance < 16; distance++) {
    for (let i: usize = 0; i < 16; i++) store<u8>(patternIndexes + (distance << 4) + i, <u8>(i % distance));
    store<u8>(patternRests + distance, <u8>(16 % distance));
  }
}

/** Repeats what is `distance` bytes back; may write up to 31 bytes too many. */
// @inline
export function copyMatch(start: usize, distance: usize, length: usize): void {
  const end = start + length;
  let to = start,
    from = start - distance;
  if (distance >= 16) {
    // The second half may read what the first wrote.
    do {
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
      to += 32;
      from += 32;
    } while (to < end);
  } else if (distance === 1) {
    const byte = i8x16.splat(load<u8>(from));
    do {
      v128.store(to, byte);
      to += 16;
    } while (to < end);
  } else {
    // A pattern of fewer than 16 bytes: repeat it to fill a vector, of which as many bytes count as whole periods.
    const pattern = i8x16.swizzle(v128.load(from), v128.load(patternIndexes + (distance << 4)));
    const step: usize = <usize>16 - <usize>load<u8>(patternRests + distance);
    do {
      v128.store(to, pattern);
      to += step;
    } while (to < end);
  }
}
