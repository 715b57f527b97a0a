import { compareRows } from '../bands/compareRows.js';
import type { Picture } from '../bands/Picture.js';
import { within } from '../bands/within.js';
import type { CountOptions, Difference } from '../compareRgba.js';
import type { Engine } from '../engine.js';
import type { Stretch } from '../fingerprint.js';
import type { IgnoredAreas } from '../ignoredAreas.js';
import { clearMarks } from '../paintOver.js';
import type { Box } from '../thumbnail.js';
import { rows } from './Axis.js';
import { alignLines, mostLines } from './alignLines.js';
import { explainsEnough, isPlausible } from './isPlausible.js';
import type { RowChange } from './RowChange.js';
import type { Shift, ShownBand } from './Shift.js';
import { windowOf } from './Window.js';

export interface ShiftOptions extends CountOptions {
  /** Boxes of whole pixels within each image, which are painted over. */
  ignore: IgnoredAreas;
}

/** The difference of the images with their rows aligned, if that explains it. */
export function findShiftedRows(
  engine: Engine,
  [a, b]: readonly [Picture, Picture],
  difference: Difference,
  options: ShiftOptions,
): Shift | null {
  if (a.width !== b.width || Math.max(a.height, b.height) > mostLines) return null;
  const { maskPitch } = difference;
  const compareStretch = (before: number, after: number, height: number, mask: number) => {
    const counted = compareRows(engine, [a, b], { before, after, height }, options, mask, maskPitch);
    const ignored = [
      ...seenFrom(before, within(options.ignore.before, before, before + height)),
      ...seenFrom(after, within(options.ignore.after, after, after + height)),
    ];
    return counted - clearMarks(engine, { mask, maskPitch }, ignored);
  };
  const window = windowOf(engine, a, b, difference);
  const alignment = alignLines(engine, rows, [a, b], window, ({ before, after, height }) => {
    // What did not shift was compared.
    if (before === after) {
      return engine.run.countMarks(difference.mask + before * maskPitch, height * maskPitch);
    }
    const { taken } = engine;
    const mask = engine.takeZeroed(maskPitch * height);
    const diffPixels = compareStretch(before, after, height, mask);
    engine.release(taken);
    return diffPixels;
  });
  const lines = Math.min(a.height, b.height);
  if (!isPlausible(alignment, { lines, length: b.width, diffPixels: difference.diffPixels })) return null;
  const { compared, bands } = alignment;
  const mask = engine.takeZeroed(maskPitch * b.height);
  const diffPixels = compared.reduce(
    (sum, { before, after, height }) => sum + compareStretch(before, after, height, mask + after * maskPitch),
    0,
  );
  if (!explainsEnough(diffPixels, difference.diffPixels)) return null;
  return {
    rows: bands,
    columns: [],
    bands: bands.map((band) => showBand(band, difference)),
    difference: { ...difference, diffPixels, mask, height: b.height },
    stretches: [
      ...compared.map(({ before, after, height }) => ({ y: after, before, after, height, masked: true })),
      ...bands.map(onOneSide),
    ],
  };
}

const seenFrom = (row: number, boxes: readonly Box[]): Box[] =>
  boxes.map((box) => ({ ...box, y: box.y - row }));

function showBand({ kind, y, baseY, height }: RowChange, canvas: Difference): ShownBand {
  const whole = { x: 0, width: canvas.width };
  const isRemoved = kind === 'removed';
  const diffPixels = canvas.width * height;
  return {
    kind,
    region: isRemoved
      ? { ...whole, y: Math.min(y, canvas.height - 1), height: 1, diffPixels }
      : { ...whole, y, height, diffPixels },
    side: isRemoved ? 'before' : 'after',
    box: { ...whole, y: isRemoved ? baseY : y, height },
    base: kind === 'inserted' ? null : { ...whole, y: baseY, height },
    bounds: { ...whole, y, height },
    describe: ({ top }) => [kind, y - top, y - baseY, height],
  };
}

function onOneSide({ kind, y, baseY, height }: RowChange): Stretch {
  const isRemoved = kind === 'removed';
  return { y, height, before: isRemoved ? baseY : null, after: isRemoved ? null : y, masked: false };
}
