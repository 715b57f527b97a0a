// Boxes around the marked pixels of a mask. Pixels are gathered in square cells; cells that touch are one box.

/** i32 each: parent while boxes are joined, left, top, right, bottom (the latter two exclusive), marked pixels. */
const BOX_BYTES: usize = 24;

/**
 * Finds the boxes of a mask of one bit a pixel.
 *
 * @param rowBytes bytes of a row that hold bits; rows are `pitch` bytes apart
 * @param side side of a cell in pixels: 8 or a multiple of it by a power of two
 * @param labels room for two rows of cells and 16 bytes
 * @param boxes room for `most` boxes
 * @returns how many boxes were written, or -1 if they would be more than `most`
 */
export function findBoxes(
  mask: usize,
  pitch: usize,
  rowBytes: i32,
  height: i32,
  side: i32,
  labels: usize,
  boxes: usize,
  most: i32,
): i32 {
  const shift = ctz(side >> 3);
  const columns = ((rowBytes - 1) >> shift) + 1;
  const rowSize = (<usize>(columns + 2)) << 2;
  let above = labels,
    here = labels + rowSize;
  memory.fill(above, 0, rowSize);
  let count = 0;
  for (let top = 0; top < height; top += side) {
    memory.fill(here, 0, rowSize);
    for (let y = top, end = min(top + side, height); y < end; y++) {
      const row = mask + <usize>y * pitch;
      for (let i = 0; i < rowBytes; i++) {
        while (i + 16 <= rowBytes && !v128.any_true(v128.load(row + i))) i += 16;
        if (i >= rowBytes) break;
        const bits = <u32>load<u8>(row + i);
        if (!bits) continue;
        const cell = here + 4 + ((<usize>(i >> shift)) << 2);
        let label = load<i32>(cell);
        if (!label) {
          if (count === most) return -1;
          label = ++count;
          store<i32>(cell, label);
          start(boxes + <usize>label * BOX_BYTES - BOX_BYTES, label);
        }
        const left = (i << 3) + clz(bits) - 24,
          right = (i << 3) + 8 - ctz(bits);
        grow(boxes + <usize>label * BOX_BYTES - BOX_BYTES, left, y, right, y + 1, popcnt(bits));
      }
    }
    for (let column = 0; column < columns; column++) {
      const label = load<i32>(here + 4 + ((<usize>column) << 2));
      if (!label) continue;
      const around = above + ((<usize>column) << 2);
      join(boxes, label, load<i32>(here + ((<usize>column) << 2)));
      join(boxes, label, load<i32>(around));
      join(boxes, label, load<i32>(around, 4));
      join(boxes, label, load<i32>(around, 8));
    }
    const next = above;
    above = here;
    here = next;
  }
  return gather(boxes, count);
}

function start(box: usize, label: i32): void {
  store<i32>(box, label);
  store<i32>(box, i32.MAX_VALUE, 4);
  store<i32>(box, i32.MAX_VALUE, 8);
  store<i32>(box, 0, 12);
  store<i32>(box, 0, 16);
  store<i32>(box, 0, 20);
}

function grow(box: usize, left: i32, top: i32, right: i32, bottom: i32, marked: i32): void {
  store<i32>(box, min(load<i32>(box, 4), left), 4);
  store<i32>(box, min(load<i32>(box, 8), top), 8);
  store<i32>(box, max(load<i32>(box, 12), right), 12);
  store<i32>(box, max(load<i32>(box, 16), bottom), 16);
  store<i32>(box, load<i32>(box, 20) + marked, 20);
}

function growBy(box: usize, other: usize): void {
  grow(
    box,
    load<i32>(other, 4),
    load<i32>(other, 8),
    load<i32>(other, 12),
    load<i32>(other, 16),
    load<i32>(other, 20),
  );
}

function rootOf(boxes: usize, label: i32): i32 {
  while (true) {
    const box = boxes + <usize>label * BOX_BYTES - BOX_BYTES;
    const parent = load<i32>(box);
    if (parent === label) return label;
    store<i32>(box, load<i32>(boxes + <usize>parent * BOX_BYTES - BOX_BYTES));
    label = parent;
  }
}

/** Makes two labels one; 0 is none. */
function join(boxes: usize, label: i32, other: i32): void {
  if (!other) return;
  const one = rootOf(boxes, label),
    two = rootOf(boxes, other);
  store<i32>(boxes + <usize>max(one, two) * BOX_BYTES - BOX_BYTES, min(one, two));
}

/** Adds each box to its root, which comes before it, and moves the roots to the front. */
function gather(boxes: usize, count: i32): i32 {
  for (let label = count; label > 0; label--) {
    const box = boxes + <usize>label * BOX_BYTES - BOX_BYTES;
    const parent = load<i32>(box);
    if (parent !== label) growBy(boxes + <usize>parent * BOX_BYTES - BOX_BYTES, box);
  }
  let roots: i32 = 0;
  for (let label = 1; label <= count; label++) {
    const box = boxes + <usize>label * BOX_BYTES - BOX_BYTES;
    if (load<i32>(box) === label) memory.copy(boxes + usize(roots++) * BOX_BYTES, box, BOX_BYTES);
  }
  return roots;
}

/**
 * Merges boxes until no two are within `near` pixels of each other in both directions. What comes out does not depend
 * on their order, but for the order in which it comes.
 *
 * @returns how many boxes are left, at the front
 */
export function mergeBoxes(boxes: usize, count: i32, near: i32): i32 {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const box = boxes + <usize>i * BOX_BYTES;
    for (let j = 0; j < kept; ) {
      const other = boxes + <usize>j * BOX_BYTES;
      if (areNear(box, other, near)) {
        growBy(box, other);
        memory.copy(other, boxes + <usize>--kept * BOX_BYTES, BOX_BYTES);
        j = 0;
      } else {
        j++;
      }
    }
    memory.copy(boxes + usize(kept++) * BOX_BYTES, box, BOX_BYTES);
  }
  return kept;
}

// @inline
function areNear(a: usize, b: usize, near: i32): bool {
  return (
    load<i32>(a, 4) <= load<i32>(b, 12) + near &&
    load<i32>(b, 4) <= load<i32>(a, 12) + near &&
    load<i32>(a, 8) <= load<i32>(b, 16) + near &&
    load<i32>(b, 8) <= load<i32>(a, 16) + near
  );
}

/** Offset of the first byte with a mark, `length` if there is none. */
export function firstMark(mask: usize, length: i32): i32 {
  let i = 0;
  while (i + 16 <= length && !v128.any_true(v128.load(mask + i))) i += 16;
  while (i < length && !load<u8>(mask + i)) i++;
  return i;
}

/** Offset of the last byte with a mark, -1 if there is none. */
export function lastMark(mask: usize, length: i32): i32 {
  let i = length;
  while (i >= 16 && !v128.any_true(v128.load(mask + i - 16))) i -= 16;
  do i--;
  while (i >= 0 && !load<u8>(mask + i));
  return i;
}
