// Which rows of one image are which of another: patience sorting on rows that are unique in both, outwards from them
// through equal neighbors, and again between them, where more rows are unique. Time is n log n in the number of rows,
// for any content, because the depth is bounded.
//
// B. Cohen: patience diff, https://bramcohen.livejournal.com/73318.html

const DEEPEST = 12;
/** Bytes of a slot of the table: hash, row of a, row of b (-1: none, -2: several). */
const SLOT: usize = 16;
const NONE = -1,
  SEVERAL = -2;
/** Slots looked at for a row. Rows made to meet in the table are left out rather than searched for. */
const MOST_PROBES = 64;
/** A slot for those, which are nowhere unique. */
const crowded = memory.data(16, 16);

let hashesA: usize = 0;
let hashesB: usize = 0;
/** For each row of a, its row of b or -1; and the other way round. */
let partnersA: usize = 0;
let partnersB: usize = 0;
let table: usize = 0;
/** Pairs of unique rows: row of a, row of b. One level's after another's. */
let pairs: usize = 0;
/** i32 a row each: the last pair of the best chain of each length, and each pair's predecessor. */
let tails: usize = 0;
let previous: usize = 0;

/** Bytes that {@link alignRows} and {@link pairLeftOver} work in for so many rows of both images together. */
export function alignmentBytes(rows: i32): usize {
  return SLOT * slotsFor(rows) + <usize>rows * (8 * (DEEPEST + 2) + 8);
}

function slotsFor(rows: i32): usize {
  return (<usize>1) << (33 - clz(rows | 1));
}

/** Says what the following calls are about. Partners are written by them. */
export function beginAlignment(
  a: usize,
  rowsA: i32,
  b: usize,
  rowsB: i32,
  partnersOfA: usize,
  partnersOfB: usize,
  scratch: usize,
): void {
  hashesA = a;
  hashesB = b;
  partnersA = partnersOfA;
  partnersB = partnersOfB;
  const rows = <usize>(rowsA + rowsB);
  table = scratch;
  tails = table + SLOT * slotsFor(rowsA + rowsB);
  previous = tails + rows * 4;
  pairs = previous + rows * 4;
  memory.fill(partnersA, 255, (<usize>rowsA) << 2);
  memory.fill(partnersB, 255, (<usize>rowsB) << 2);
}

/** Pairs rows so that their order is the same in both images. */
export function alignRows(rowsA: i32, rowsB: i32): void {
  align(0, rowsA, 0, rowsB, pairs, 0);
}

// @inline
function areAlike(rowA: i32, rowB: i32): bool {
  return load<u64>(hashesA + ((<usize>rowA) << 3)) === load<u64>(hashesB + ((<usize>rowB) << 3));
}

function pair(rowA: i32, rowB: i32): void {
  store<i32>(partnersA + ((<usize>rowA) << 2), rowB);
  store<i32>(partnersB + ((<usize>rowB) << 2), rowA);
}

function align(fromA: i32, toA: i32, fromB: i32, toB: i32, free: usize, depth: i32): void {
  while (fromA < toA && fromB < toB && areAlike(fromA, fromB)) pair(fromA++, fromB++);
  while (fromA < toA && fromB < toB && areAlike(toA - 1, toB - 1)) pair(--toA, --toB);
  if (fromA === toA || fromB === toB || depth === DEEPEST) return;
  const unique = findUnique(fromA, toA, fromB, toB, free);
  const chain = longestChain(free, unique);
  if (chain === 0) return;
  const next = free + ((<usize>chain) << 3);
  for (let i = 0; i < chain; i++) {
    const rowA = load<i32>(free + ((<usize>i) << 3)),
      rowB = load<i32>(free + ((<usize>i) << 3), 4);
    align(fromA, rowA, fromB, rowB, next, depth + 1);
    // The pair itself is the first that the next part finds equal.
    fromA = rowA;
    fromB = rowB;
  }
  align(fromA, toA, fromB, toB, next, depth + 1);
}

/** Writes the pairs of rows that are unique in both parts, in the order of a; returns how many. */
function findUnique(fromA: i32, toA: i32, fromB: i32, toB: i32, out: usize): i32 {
  const slots = slotsFor(toA - fromA + toB - fromB);
  memory.fill(table, 255, SLOT * slots);
  for (let row = fromA; row < toA; row++) {
    if (load<i32>(partnersA + ((<usize>row) << 2)) < 0)
      enter(load<u64>(hashesA + ((<usize>row) << 3)), slots, row, 8);
  }
  for (let row = fromB; row < toB; row++) {
    if (load<i32>(partnersB + ((<usize>row) << 2)) < 0)
      enter(load<u64>(hashesB + ((<usize>row) << 3)), slots, row, 12);
  }
  let count = 0;
  for (let row = fromA; row < toA; row++) {
    if (load<i32>(partnersA + ((<usize>row) << 2)) >= 0) continue;
    const slot = slotOf(load<u64>(hashesA + ((<usize>row) << 3)), slots);
    const rowB = load<i32>(slot, 12);
    if (load<i32>(slot, 8) !== row || rowB < 0) continue;
    store<i32>(out + ((<usize>count) << 3), row);
    store<i32>(out + ((<usize>count) << 3), rowB, 4);
    count++;
  }
  return count;
}

function enter(hash: u64, slots: usize, row: i32, offset: usize): void {
  const slot = slotOf(hash, slots);
  store<u64>(slot, hash);
  const place = slot + offset;
  store<i32>(place, load<i32>(place) === NONE ? row : SEVERAL);
}

/** The slot that holds the hash, or an empty one for it. */
function slotOf(hash: u64, slots: usize): usize {
  let index = <usize>(hash >> 20) & (slots - 1);
  for (let probe = 0; probe < MOST_PROBES; probe++) {
    const slot = table + index * SLOT;
    if (load<u64>(slot) === hash || load<u64>(slot, 8) === u64.MAX_VALUE) return slot;
    index = (index + 1) & (slots - 1);
  }
  store<i32>(crowded, SEVERAL, 8);
  store<i32>(crowded, SEVERAL, 12);
  return crowded;
}

/** Keeps the longest run of pairs that rise in b as they do in a; returns how many. */
function longestChain(pairsStart: usize, count: i32): i32 {
  let length = 0;
  for (let i = 0; i < count; i++) {
    const rowB = load<i32>(pairsStart + ((<usize>i) << 3), 4);
    let low = 0,
      high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const tail = load<i32>(tails + ((<usize>middle) << 2));
      if (load<i32>(pairsStart + ((<usize>tail) << 3), 4) < rowB) low = middle + 1;
      else high = middle;
    }
    store<i32>(previous + ((<usize>i) << 2), low > 0 ? load<i32>(tails + ((<usize>(low - 1)) << 2)) : -1);
    store<i32>(tails + ((<usize>low) << 2), i);
    if (low === length) length++;
  }
  if (length === 0) return 0;
  let at = load<i32>(tails + ((<usize>(length - 1)) << 2));
  // Backwards, each into the tails, which are not needed any more; then forwards to the front.
  for (let k = length - 1; k >= 0; k--) {
    store<i32>(tails + ((<usize>k) << 2), at);
    at = load<i32>(previous + ((<usize>at) << 2));
  }
  for (let k = 0; k < length; k++) {
    store<u64>(
      pairsStart + ((<usize>k) << 3),
      load<u64>(pairsStart + ((<usize>load<i32>(tails + ((<usize>k) << 2))) << 3)),
    );
  }
  return length;
}

/** Pairs rows without a partner that are unique among their like in both images, in whatever order. */
export function pairLeftOver(rowsA: i32, rowsB: i32): void {
  const count = findUnique(0, rowsA, 0, rowsB, pairs);
  for (let i = 0; i < count; i++) {
    pair(load<i32>(pairs + ((<usize>i) << 3)), load<i32>(pairs + ((<usize>i) << 3), 4));
  }
}
