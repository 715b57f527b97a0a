// Literals and matches of a block. Codes are looked up in tables whose entries say all about a symbol at once, several
// codes to one refill of a 64-bit buffer: the way of libdeflate (https://github.com/ebiggers/libdeflate).
import { copyMatch } from './copyMatch';
import { END_OF_BLOCK, LITERAL, OTHER, SUBTABLE, subtableIndex, withExtraBits } from './huffmanTable';
import { BETWEEN_BLOCKS, distancesOf, ENDED, hasInput, inputReadableTo, literalsOf, Stream } from './Stream';

export const LITERAL_BITS: u32 = 11;
export const DISTANCE_BITS: u32 = 8;
const LITERAL_MASK: u64 = (1 << LITERAL_BITS) - 1;
const DISTANCE_MASK: u64 = (1 << DISTANCE_BITS) - 1;

export function refill(stream: Stream): void {
  stream.bits |= load<u64>(stream.input) << stream.bitCount;
  stream.input += (63 - stream.bitCount) >> 3;
  stream.bitCount |= 56;
}

export function endBlock(stream: Stream): void {
  stream.phase = stream.isLastBlock ? ENDED : BETWEEN_BLOCKS;
}

// @inline
function entryOf(table: usize, code: u64, mask: u64): u32 {
  return load<u32>(table + ((<usize>(code & mask)) << 2));
}

/**
 * Decodes until the target is reached or the block ends.
 *
 * @returns false if the stream is corrupt or cut off
 */
export function decodeCodes(stream: Stream, target: usize): bool {
  if (!hasInput(stream)) return false;
  refill(stream);
  const literals = literalsOf(stream),
    distances = distancesOf(stream),
    window = stream.window;
  let lastInput = inputReadableTo(stream);
  let from = stream.input,
    to = stream.output,
    buffer = stream.bits,
    count = stream.bitCount;
  let entry = entryOf(literals, buffer, LITERAL_MASK);
  while (to < target) {
    if (from > lastInput) {
      stream.input = from;
      if (!hasInput(stream)) return false;
      from = stream.input;
      lastInput = inputReadableTo(stream);
    }
    // 56 bits are certain, which `entry` begins: they hold three literals of the main table, or else two and no more.
    if (entry & LITERAL) {
      buffer >>= entry & 63;
      count -= entry & 63;
      store<u8>(to++, <u8>(entry >> 16));
      entry = entryOf(literals, buffer, LITERAL_MASK);
      if (entry & LITERAL) {
        buffer >>= entry & 63;
        count -= entry & 63;
        store<u8>(to++, <u8>(entry >> 16));
        entry = entryOf(literals, buffer, LITERAL_MASK);
      }
      if (!(entry & LITERAL)) {
        buffer |= load<u64>(from) << count;
        from += (63 - count) >> 3;
        count |= 56;
      }
    }
    if (entry & OTHER) {
      if (entry & SUBTABLE) {
        buffer >>= LITERAL_BITS;
        count -= LITERAL_BITS;
        entry = load<u32>(literals + subtableIndex(entry, buffer));
      }
      if (entry & OTHER) {
        if (!(entry & END_OF_BLOCK)) return false;
        buffer >>= entry & 63;
        count -= entry & 63;
        endBlock(stream);
        break;
      }
    }
    let length: usize = 0,
      distance: usize = 0;
    if (entry & LITERAL) {
      store<u8>(to++, <u8>(entry >> 16));
    } else {
      length = <usize>withExtraBits(entry, buffer);
      buffer >>= entry & 63;
      count -= entry & 63;
      entry = entryOf(distances, buffer, DISTANCE_MASK);
      if (entry & OTHER) {
        if (!(entry & SUBTABLE)) return false;
        buffer >>= DISTANCE_BITS;
        count -= DISTANCE_BITS;
        entry = load<u32>(distances + subtableIndex(entry, buffer));
        if (entry & OTHER) return false;
      }
      distance = <usize>withExtraBits(entry, buffer);
      if (distance > to - window) return false;
    }
    buffer >>= entry & 63;
    count -= entry & 63;
    buffer |= load<u64>(from) << count;
    from += (63 - count) >> 3;
    count |= 56;
    // Before the copy, whose end the processor cannot foresee, so that this does not wait for it.
    entry = entryOf(literals, buffer, LITERAL_MASK);
    if (length !== 0) copyMatch(to, distance, length);
    to += length;
  }
  stream.input = from;
  stream.output = to;
  stream.bits = buffer;
  stream.bitCount = count;
  return true;
}

/**
 * Decodes two streams in turns, until one of them reaches its target, ends its block or has too little input at hand. A
 * processor that waits for a look-up in one goes on with the other: both take about a fifth less time than one by one.
 *
 * @returns false if either is corrupt or cut off; both are as they were before
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: written out twice, since only locals are kept in registers
export function decodeCodesOfBoth(a: Stream, targetA: usize, b: Stream, targetB: usize): bool {
  if (!hasInput(a) || !hasInput(b)) return false;
  const literalsA = literalsOf(a),
    literalsB = literalsOf(b),
    distancesA = distancesOf(a),
    distancesB = distancesOf(b),
    windowA = a.window,
    windowB = b.window,
    lastInputA = inputReadableTo(a),
    lastInputB = inputReadableTo(b);
  refill(a);
  refill(b);
  let fromA = a.input,
    toA = a.output,
    bufferA = a.bits,
    countA = a.bitCount,
    hasEndedA = false;
  let fromB = b.input,
    toB = b.output,
    bufferB = b.bits,
    countB = b.bitCount,
    hasEndedB = false;
  let entryA = entryOf(literalsA, bufferA, LITERAL_MASK),
    entryB = entryOf(literalsB, bufferB, LITERAL_MASK);
  while (toA < targetA && toB < targetB && fromA <= lastInputA && fromB <= lastInputB) {
    // 56 bits are certain, which `entryA` begins: they hold three literals of the main table, or else two and no more.
    if (entryA & LITERAL) {
      bufferA >>= entryA & 63;
      countA -= entryA & 63;
      store<u8>(toA++, <u8>(entryA >> 16));
      entryA = entryOf(literalsA, bufferA, LITERAL_MASK);
      if (entryA & LITERAL) {
        bufferA >>= entryA & 63;
        countA -= entryA & 63;
        store<u8>(toA++, <u8>(entryA >> 16));
        entryA = entryOf(literalsA, bufferA, LITERAL_MASK);
      }
      if (!(entryA & LITERAL)) {
        bufferA |= load<u64>(fromA) << countA;
        fromA += (63 - countA) >> 3;
        countA |= 56;
      }
    }
    if (entryA & OTHER) {
      if (entryA & SUBTABLE) {
        bufferA >>= LITERAL_BITS;
        countA -= LITERAL_BITS;
        entryA = load<u32>(literalsA + subtableIndex(entryA, bufferA));
      }
      if (entryA & OTHER) {
        if (!(entryA & END_OF_BLOCK)) return false;
        bufferA >>= entryA & 63;
        countA -= entryA & 63;
        hasEndedA = true;
        break;
      }
    }
    let lengthA: usize = 0,
      distanceA: usize = 0;
    if (entryA & LITERAL) {
      store<u8>(toA++, <u8>(entryA >> 16));
    } else {
      lengthA = <usize>withExtraBits(entryA, bufferA);
      bufferA >>= entryA & 63;
      countA -= entryA & 63;
      entryA = entryOf(distancesA, bufferA, DISTANCE_MASK);
      if (entryA & OTHER) {
        if (!(entryA & SUBTABLE)) return false;
        bufferA >>= DISTANCE_BITS;
        countA -= DISTANCE_BITS;
        entryA = load<u32>(distancesA + subtableIndex(entryA, bufferA));
        if (entryA & OTHER) return false;
      }
      distanceA = <usize>withExtraBits(entryA, bufferA);
      if (distanceA > toA - windowA) return false;
    }
    bufferA >>= entryA & 63;
    countA -= entryA & 63;
    bufferA |= load<u64>(fromA) << countA;
    fromA += (63 - countA) >> 3;
    countA |= 56;
    // Before the copy, whose end the processor cannot foresee, so that this does not wait for it.
    entryA = entryOf(literalsA, bufferA, LITERAL_MASK);
    if (lengthA !== 0) copyMatch(toA, distanceA, lengthA);
    toA += lengthA;
    // The same of the other one.
    if (entryB & LITERAL) {
      bufferB >>= entryB & 63;
      countB -= entryB & 63;
      store<u8>(toB++, <u8>(entryB >> 16));
      entryB = entryOf(literalsB, bufferB, LITERAL_MASK);
      if (entryB & LITERAL) {
        bufferB >>= entryB & 63;
        countB -= entryB & 63;
        store<u8>(toB++, <u8>(entryB >> 16));
        entryB = entryOf(literalsB, bufferB, LITERAL_MASK);
      }
      if (!(entryB & LITERAL)) {
        bufferB |= load<u64>(fromB) << countB;
        fromB += (63 - countB) >> 3;
        countB |= 56;
      }
    }
    if (entryB & OTHER) {
      if (entryB & SUBTABLE) {
        bufferB >>= LITERAL_BITS;
        countB -= LITERAL_BITS;
        entryB = load<u32>(literalsB + subtableIndex(entryB, bufferB));
      }
      if (entryB & OTHER) {
        if (!(entryB & END_OF_BLOCK)) return false;
        bufferB >>= entryB & 63;
        countB -= entryB & 63;
        hasEndedB = true;
        break;
      }
    }
    let lengthB: usize = 0,
      distanceB: usize = 0;
    if (entryB & LITERAL) {
      store<u8>(toB++, <u8>(entryB >> 16));
    } else {
      lengthB = <usize>withExtraBits(entryB, bufferB);
      bufferB >>= entryB & 63;
      countB -= entryB & 63;
      entryB = entryOf(distancesB, bufferB, DISTANCE_MASK);
      if (entryB & OTHER) {
        if (!(entryB & SUBTABLE)) return false;
        bufferB >>= DISTANCE_BITS;
        countB -= DISTANCE_BITS;
        entryB = load<u32>(distancesB + subtableIndex(entryB, bufferB));
        if (entryB & OTHER) return false;
      }
      distanceB = <usize>withExtraBits(entryB, bufferB);
      if (distanceB > toB - windowB) return false;
    }
    bufferB >>= entryB & 63;
    countB -= entryB & 63;
    bufferB |= load<u64>(fromB) << countB;
    fromB += (63 - countB) >> 3;
    countB |= 56;
    entryB = entryOf(literalsB, bufferB, LITERAL_MASK);
    if (lengthB !== 0) copyMatch(toB, distanceB, lengthB);
    toB += lengthB;
  }
  if (fromA - (countA >> 3) > a.inputEnd || fromB - (countB >> 3) > b.inputEnd) return false;
  a.input = fromA;
  a.output = toA;
  a.bits = bufferA;
  a.bitCount = countA;
  if (hasEndedA) endBlock(a);
  b.input = fromB;
  b.output = toB;
  b.bits = bufferB;
  b.bitCount = countB;
  if (hasEndedB) endBlock(b);
  return true;
}
