// What differs without counting: pixels whose distance is not above the limit, and of those in flat areas, the pairs of
// colors. A pixel is in a flat area when its left and its upper neighbor have its very color in both images; noise of a
// renderer, gradients and pictures have few such pixels.

/** Pairs of colors that are kept: the color in either image and how many pixels have them. */
const SLOTS: u32 = 4096;
const SLOT_BYTES: usize = 16;
/** Places where a pair may be. The rarest of them gives way to a new pair. */
const PROBES: u32 = 8;

const pairs = memory.data(4096 * 16, 16);

let isOn = false;
let total: i32 = 0;
let last: usize = 0;

/** From now on comparisons note what differs below their limits, until {@link endBelowLimit}. */
export function beginBelowLimit(): void {
  memory.fill(pairs, 0, <usize>SLOTS * SLOT_BYTES);
  isOn = true;
  total = 0;
  last = 0;
}

/** @returns how many pixels differed without exceeding the limit */
export function endBelowLimit(): i32 {
  isOn = false;
  return total;
}

/** Pointer to the pairs: colors before and after, the number of pixels, all of 32 bits, and 32 bits without meaning. */
export function flatPairs(): usize {
  return pairs;
}

export function flatPairsBytes(): usize {
  return <usize>SLOTS * SLOT_BYTES;
}

/**
 * Notes those of four pixels whose bits are set in `which`.
 *
 * @param x of the first pixel, `y` of their row
 */
export function noteBelowLimit(
  which: i32,
  a: usize,
  pitchA: usize,
  b: usize,
  pitchB: usize,
  x: i32,
  y: i32,
): void {
  if (!isOn || !which) return;
  total += popcnt(which);
  if (y === 0) return;
  const fourA = v128.load(a),
    fourB = v128.load(b);
  const like = v128.and(
    v128.and(i32x4.eq(fourA, v128.load(a - 4)), i32x4.eq(fourB, v128.load(b - 4))),
    v128.and(i32x4.eq(fourA, v128.load(a - pitchA)), i32x4.eq(fourB, v128.load(b - pitchB))),
  );
  let flat = i32x4.bitmask(like) & which;
  if (x === 0) flat &= ~1;
  if (flat === 15) {
    add(load<u32>(a), load<u32>(b), 4);
    return;
  }
  for (; flat; flat &= flat - 1) {
    const at = (<usize>ctz(flat)) << 2;
    add(load<u32>(a + at), load<u32>(b + at), 1);
  }
}

function add(before: u32, after: u32, pixels: u32): void {
  if (last === 0 || load<u32>(last) !== before || load<u32>(last, 4) !== after) last = slotOf(before, after);
  store<u32>(last, load<u32>(last, 8) + pixels, 8);
}

function slotOf(before: u32, after: u32): usize {
  const hash = (before * 0x9e3779b1) ^ (after * 0x85ebca6b);
  let rarest: usize = 0,
    fewest: u32 = u32.MAX_VALUE;
  for (let i: u32 = 0; i < PROBES; i++) {
    const slot = pairs + <usize>(((hash >> 16) + i) % SLOTS) * SLOT_BYTES;
    const pixels = load<u32>(slot, 8);
    if (pixels && load<u32>(slot) === before && load<u32>(slot, 4) === after) return slot;
    if (pixels < fewest) {
      rarest = slot;
      fewest = pixels;
    }
  }
  store<u32>(rarest, before);
  store<u32>(rarest, after, 4);
  store<u32>(rarest, 0, 8);
  return rarest;
}
