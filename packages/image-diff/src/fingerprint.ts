import type { Picture } from './bands/Picture.js';
import type { Engine } from './engine.js';
import type { Mask } from './findRegions.js';
import { sha256 } from './hashing/sha256.js';

/** Rows of the canvas, and which rows, or parts of them, of the images are compared there. */
export interface Stretch {
  /** First row of the canvas. */
  y: number;
  height: number;
  /** First row of the image before, or null if rows of it have no part in this. */
  before: number | null;
  /** First row of the image after, or null. */
  after: number | null;
  /** Whether the mask says which pixels changed; else all have. */
  masked: boolean;
  /** Columns `from` to `to` of the image after, which are as many further in the image before; else all. */
  columns?: { from: number; to: number; shift: number };
}

/** A box of the canvas; right and bottom are exclusive. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A width that no image reaches: columns that are named exist. */
const anyWidth = 2 ** 30;

/** Bytes of records that are hashed at once. */
const chunkBytes = 1024 * 1024;
const recordBytes = 16;
/** Rows that are described at once: where none of them changed, they do not have to be in memory. */
const rowsAtOnce = 128;
/** Changes of fewer different color pairs than this, as a filled box is, say too little to be known elsewhere. */
const telling = 4;

/**
 * 32 hexadecimal digits, the first half of a SHA-256, of a change: which pixels, in relation to each other, went from
 * which color to which. Neither the pixels around them nor the size of the images count, nor where the change is,
 * unless it is so plain (fewer than four different pairs of colors) that the same elsewhere could be something else.
 *
 * @param bounds holds all changed pixels, and tightly so
 * @param bands what happened to whole rows or columns, in words or numbers that are to be equal
 */
export async function fingerprint(
  engine: Engine,
  [a, b]: readonly [Picture, Picture],
  mask: Mask,
  stretches: readonly Stretch[],
  { left, top, right, bottom }: Bounds,
  bands: readonly (readonly (string | number)[])[],
): Promise<string> {
  const room = Math.max(chunkBytes, (right - left) * recordBytes);
  const buffer = engine.take(room);
  const { run } = engine;
  const digests: string[] = [];
  let end = buffer;
  const digest = async () => {
    digests.push(await sha256(engine.view(buffer, end - buffer)));
    end = buffer;
  };
  run.beginDescription();
  for (const { y, height, before, after, masked, columns } of stretches) {
    const last = Math.min(y + height, bottom);
    // What is marked is described as seen from the corner of all changes, so only what is in their bounds.
    const from = masked && columns ? Math.max(columns.from, left) : (columns?.from ?? left);
    const to = masked && columns ? Math.min(columns.to, right) : (columns?.to ?? right);
    if (from >= to) continue;
    const shift = (columns?.shift ?? 0) * 4;
    const [widthA, widthB] = columns ? [anyWidth, anyWidth] : [a.width, b.width];
    const first = Math.max(y, top);
    const firstPlace = (first - top) * (right - left) + (masked ? from - left : 0);
    for (let row = first; row < last; ) {
      const rows = Math.min(last - row, rowsAtOnce, a.most, b.most);
      if (masked && !hasMarks(engine, mask, row, rows)) {
        row += rows;
        continue;
      }
      const rowsDone = run.describeRows(
        before === null ? 0 : a.at(before + row - y, rows) + shift,
        a.width * 4,
        before === null ? 0 : widthA,
        after === null ? 0 : b.at(after + row - y, rows),
        b.width * 4,
        after === null ? 0 : widthB,
        masked ? mask.mask + 1 + row * mask.maskPitch : 0,
        mask.maskPitch,
        from,
        to,
        rows,
        firstPlace + (row - first) * (to - from),
        end,
        buffer + room,
      );
      end = run.describedTo();
      row += rowsDone;
      if (rowsDone < rows) await digest();
    }
  }
  await digest();
  const place = run.describedColors() < telling ? [left, top] : null;
  const whole = JSON.stringify({ width: right - left, height: bottom - top, place, rows: bands, digests });
  return (await sha256(new TextEncoder().encode(whole))).slice(0, 32);
}

function hasMarks(engine: Engine, { mask, maskPitch }: Mask, row: number, rows: number): boolean {
  const size = rows * maskPitch;
  return engine.run.firstMark(mask + row * maskPitch, size) < size;
}
