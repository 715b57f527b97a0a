import { compareRows, reach } from '../bands/compareRows.js';
import { type Picture, wholePicture } from '../bands/Picture.js';
import { comparePart, type Difference } from '../compareRgba.js';
import type { Engine } from '../engine.js';
import type { Stretch } from '../fingerprint.js';
import { clearMarks } from '../paintOver.js';
import type { Box } from '../thumbnail.js';
import { columns } from './Axis.js';
import { alignLines, mostLines } from './alignLines.js';
import { type Block, blocksOf, leastBlock, shiftOf } from './Block.js';
import type { ColumnChange } from './ColumnChange.js';
import type { ShiftOptions } from './findShiftedRows.js';
import { explainsEnough, isPlausible } from './isPlausible.js';
import { Rows } from './Rows.js';
import type { Shift, ShownBand } from './Shift.js';
import { type Window, windowOfColumns } from './Window.js';

/** A shift marks what is to the right of it: narrower differences are none. Share of the width. */
const leastSpan = 0.3;
/** Columns of images of more pixels are not looked at: that takes too long. */
const mostPixels = 32_000_000;
/** Bytes of rows that are laid out at a time. */
const bandBytes = 1024 * 1024;
/** Changed rows that are looked at before all are. */
const samples = 64;

/**
 * The difference of the images with their columns aligned, if that explains it.
 *
 * @param changed holds all changed pixels of the canvas, and tightly so
 */
export function findShiftedColumns(
  engine: Engine,
  images: readonly [Picture, Picture],
  difference: Difference,
  changed: Box,
  options: ShiftOptions,
): Shift | null {
  const [a, b] = images;
  if (a.height !== b.height || Math.max(a.width, b.width) > mostLines) return null;
  if (b.width * b.height > mostPixels) return null;
  if (a.width === b.width && changed.width < a.width * leastSpan) return null;
  const window = windowOfColumns(a, b, changed);
  if (!mayHaveShifted(engine, images, difference, window)) return null;
  const alignment = alignLines(engine, columns, images, window, (block) =>
    countChanged(engine, images, block, options),
  );
  const lines = Math.min(a.width, b.width);
  if (!isPlausible(alignment, { lines, length: b.height, diffPixels: difference.diffPixels })) return null;
  const bands = alignment.bands.map(
    ({ kind, y, baseY, height }): ColumnChange => ({ kind, x: y, baseX: baseY, width: height }),
  );
  const laidOut = compareLaidOut(engine, images, alignment.compared, options);
  if (!explainsEnough(laidOut.diffPixels, difference.diffPixels)) return null;
  return {
    rows: [],
    columns: bands,
    bands: bands.map((band) => showBand(band, difference)),
    difference: laidOut,
    stretches: [
      ...alignment.compared.map(({ before, after, height }): Stretch => {
        const place = { from: after, to: after + height, shift: before - after };
        return { y: 0, height: b.height, before: 0, after: 0, masked: true, columns: place };
      }),
      ...bands.map((band) => onOneSide(band, b.height)),
    ],
  };
}

/** Whether some changed rows, by themselves, have shifted columns: all are hashed only then. */
function mayHaveShifted(
  engine: Engine,
  images: readonly [Picture, Picture],
  { mask, maskPitch, height }: Difference,
  window: Window,
): boolean {
  const { taken } = engine;
  const changed = Array.from({ length: height }, (_, y) => y).filter(
    (y) => engine.run.countMarks(mask + y * maskPitch, maskPitch) > 0,
  );
  const step = Math.max(1, changed.length / samples);
  const picked = Array.from(
    { length: Math.min(samples, changed.length) },
    (_, i) => changed[Math.floor(i * step)] ?? 0,
  );
  const [a, b] = images.map((image) => pickRows(engine, image, picked)) as [Picture, Picture];
  const blocks = blocksOf(new Rows(engine, columns, a, b, window).partnersA).filter(
    (block) => block.height >= leastBlock,
  );
  engine.release(taken);
  const outside = Math.min(a.width, b.width) - Math.min(window.rowsA, window.rowsB);
  const equal = blocks.reduce((sum, block) => sum + block.height, outside);
  const hasShifted = a.width !== b.width || blocks.some((block) => shiftOf(block) !== 0);
  return hasShifted && equal * 4 >= Math.min(a.width, b.width);
}

function pickRows(engine: Engine, image: Picture, picked: readonly number[]): Picture {
  const { width } = image;
  const pitch = width * 4;
  const start = engine.take(pitch * picked.length);
  for (const [i, y] of picked.entries()) {
    const from = image.at(y, 1);
    engine.bytes.copyWithin(start + i * pitch, from, from + pitch);
  }
  return wholePicture({ width, height: picked.length, pixels: start });
}

/** Counts the changed pixels of columns that are laid beside each other. */
function countChanged(
  engine: Engine,
  [a, b]: readonly [Picture, Picture],
  { before, after, height: width }: Block,
  options: ShiftOptions,
): number {
  const { taken } = engine;
  const maskPitch = 1 + Math.ceil(width / 8);
  const mask = engine.takeZeroed(maskPitch * b.height);
  const columnsOf = { before, after, width };
  const stretch = { before: 0, after: 0, height: b.height, columns: columnsOf };
  const counted = compareRows(engine, [a, b], stretch, options, mask, maskPitch);
  const ignored = [
    ...within(options.ignore.before, before, width),
    ...within(options.ignore.after, after, width),
  ];
  const diffPixels = counted - clearMarks(engine, { mask, maskPitch }, ignored);
  engine.release(taken);
  return diffPixels;
}

/**
 * Lays the columns of the image before out as the image after has them, and compares that with it. What came is in
 * both, so that it does not count, and is what the pixels beside it are judged by.
 */
function compareLaidOut(
  engine: Engine,
  [a, b]: readonly [Picture, Picture],
  compared: readonly Block[],
  options: ShiftOptions,
): Difference {
  const { width, height } = b;
  const maskPitch = 1 + Math.ceil(width / 8);
  const mask = engine.takeZeroed(maskPitch * height);
  const { taken } = engine;
  const pitch = width * 4;
  const most = Math.min(a.most, b.most, Math.max(1, Math.floor(bandBytes / pitch)) + 2 * reach);
  const atOnce = height <= most ? height : most - 2 * reach;
  const laid = engine.take(Math.min(height, most) * pitch);
  let counted = 0;
  for (let from = 0; from < height; from += atOnce) {
    const to = Math.min(height, from + atOnce);
    const top = Math.max(0, from - reach);
    const rows = Math.min(height, to + reach) - top;
    const [pixelsA, pixelsB] = [a.at(top, rows), b.at(top, rows)];
    const { bytes } = engine;
    bytes.copyWithin(laid, pixelsB, pixelsB + rows * pitch);
    for (const { before, after, height: columnsOf } of compared) {
      for (let y = 0; y < rows; y++) {
        const start = pixelsA + (y * a.width + before) * 4;
        bytes.copyWithin(laid + (y * width + after) * 4, start, start + columnsOf * 4);
      }
    }
    const imageOf = (pixels: number) => ({ width, height, pixels: pixels - top * pitch });
    counted += comparePart(engine, imageOf(laid), imageOf(pixelsB), options, mask, maskPitch, { from, to });
  }
  const ignored = compared.flatMap(({ before, after, height: columnsOf }) =>
    [
      ...within(options.ignore.before, before, columnsOf),
      ...within(options.ignore.after, after, columnsOf),
    ].map((box) => ({ ...box, x: box.x + after })),
  );
  engine.release(taken);
  return {
    width,
    height,
    mask,
    maskPitch,
    diffPixels: counted - clearMarks(engine, { mask, maskPitch }, ignored),
  };
}

/** The parts of boxes in some columns, seen from the first of them. */
function within(boxes: readonly Box[], first: number, width: number): Box[] {
  return boxes.flatMap((box) => {
    const x = Math.max(box.x - first, 0);
    const left = Math.min(box.x + box.width - first, width) - x;
    return left > 0 ? [{ ...box, x, width: left }] : [];
  });
}

function showBand({ kind, x, baseX, width }: ColumnChange, canvas: Difference): ShownBand {
  const whole = { y: 0, height: canvas.height };
  const isRemoved = kind === 'removed';
  const diffPixels = canvas.height * width;
  return {
    kind,
    region: isRemoved
      ? { ...whole, x: Math.min(x, canvas.width - 1), width: 1, diffPixels }
      : { ...whole, x, width, diffPixels },
    side: isRemoved ? 'before' : 'after',
    box: { ...whole, x: isRemoved ? baseX : x, width },
    base: kind === 'inserted' ? null : { ...whole, x: baseX, width },
    bounds: { ...whole, x, width },
    describe: ({ left }) => ['columns', kind, x - left, x - baseX, width],
  };
}

function onOneSide({ kind, x, baseX, width }: ColumnChange, height: number): Stretch {
  const isRemoved = kind === 'removed';
  const from = isRemoved ? baseX : x;
  return {
    y: 0,
    height,
    before: isRemoved ? 0 : null,
    after: isRemoved ? null : 0,
    masked: false,
    columns: { from, to: from + width, shift: 0 },
  };
}
