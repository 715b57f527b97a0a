import { type Alignment, alignRows } from './alignment/alignRows.js';
import type { RowChange } from './alignment/RowChange.js';
import { type CountOptions, comparePart, type Difference, type StoredImage } from './compareRgba.js';
import { encodeMask } from './encodeMask.js';
import type { Engine } from './engine.js';
import { findRegions, type Region } from './findRegions.js';
import { type Bounds, fingerprint, type Stretch } from './fingerprint.js';
import type { IgnoredAreas } from './ignoredAreas.js';
import { clearMarks } from './paintOver.js';
import { type Box, encodeThumbnail } from './thumbnail.js';

/** What changed, in terms that a reviewer thinks in. */
export interface Explanation {
  /**
   * Boxes of changed pixels that are more than 16 pixels apart, top to bottom, then left to right; at most 100, beyond
   * which those nearest to each other are merged. With `rows`, they are those of the aligned comparison, in rows of the
   * image after, and one for each band: of its rows, all pixels counted, or one row high at the seam of removed ones.
   */
  regions: Region[];
  /**
   * 32 hexadecimal digits, equal for identical changes: the same pixels in relation to each other went from the same
   * colors to the same colors. What is around them, and where they are, does not count, except that a change of
   * fewer than four different pairs of colors is identical only in the same place.
   */
  fingerprint: string;
  /**
   * Bands of rows that were inserted, removed or moved; empty when rows did not shift, or when that does not explain
   * the change. Rows below an inserted band did not move: only those did that are past others now.
   */
  rows: RowChange[];
  /**
   * The mask of the aligned comparison, in rows of the image after and without those bands: a PNG as `mask` is. Null
   * when `rows` is empty.
   */
  alignedMask: Uint8Array | null;
  /** Counted pixels beside those bands once rows are aligned; equals `diffPixels` when `rows` is empty. */
  alignedDiffPixels: number;
  /** PNG, RGB, of the first region and its surroundings, at most 240 × 160 pixels: after, or before where it is gone. */
  thumbnail: Uint8Array;
}

const mostRegions = 100;
/** More bands than this explain nothing. */
const mostBands = 32;

interface ExplainOptions extends CountOptions {
  /** Boxes of whole pixels within each image, which are painted over. */
  ignore: IgnoredAreas;
}

/** Explains a difference of at least one pixel. */
export async function explain(
  engine: Engine,
  images: readonly [StoredImage, StoredImage],
  difference: Difference,
  options: ExplainOptions,
): Promise<Explanation> {
  const [a, b] = images;
  const { compared, mask, bands, diffPixels } = align(engine, images, difference, options) ?? {
    compared: inPlace(a, b),
    mask: difference,
    bands: [],
    diffPixels: difference.diffPixels,
  };
  const shown = [
    ...findRegions(engine, mask, mostRegions - bands.length).map((region) => {
      const image = region.x < b.width && region.y < b.height ? b : a;
      return { region, image, box: region };
    }),
    ...bands.map((band) => ({
      region: regionOf(band, difference),
      image: band.kind === 'removed' ? a : b,
      box: { x: 0, y: band.kind === 'removed' ? band.baseY : band.y, width: b.width, height: band.height },
    })),
  ].toSorted((one, other) => one.region.y - other.region.y || one.region.x - other.region.x);
  const [first] = shown;
  if (!first) throw new Error('There is no difference to explain.');
  const regions = shown.map(({ region }) => region);
  const bounds = boundsOf([...regions, ...bands.map((band) => ({ ...band, x: 0, width: b.width }))]);
  return {
    regions,
    fingerprint: await fingerprint(
      engine,
      images,
      mask,
      [...compared, ...bands.map(onOneSide)],
      bounds,
      bands.map(({ kind, y, baseY, height }) => [kind, y - bounds.top, y - baseY, height]),
    ),
    rows: bands,
    alignedMask: bands.length > 0 ? encodeMask(engine, mask) : null,
    alignedDiffPixels: diffPixels,
    thumbnail: encodeThumbnail(engine, first.image, first.box),
  };
}

/** The difference of the images with their rows aligned, if that explains it. */
function align(
  engine: Engine,
  [a, b]: readonly [StoredImage, StoredImage],
  difference: Difference,
  options: ExplainOptions,
) {
  const { maskPitch } = difference;
  const pitch = a.width * 4;
  const compareStretch = (before: number, after: number, height: number, mask: number) => {
    const [rowsA, rowsB] = [
      { ...a, height, pixels: a.pixels + before * pitch },
      { ...b, height, pixels: b.pixels + after * pitch },
    ];
    const counted = comparePart(engine, rowsA, rowsB, options, mask, maskPitch);
    const ignored = [
      ...within(options.ignore.before, before, height),
      ...within(options.ignore.after, after, height),
    ];
    return counted - clearMarks(engine, { mask, maskPitch }, ignored);
  };
  const alignment = alignRows(engine, [a, b], difference, ({ before, after, height }) => {
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
  if (!alignment || !isPlausible(alignment, a, b, difference)) return null;
  const { compared, bands } = alignment;
  const mask = engine.takeZeroed(maskPitch * b.height);
  const diffPixels = compared.reduce(
    (sum, { y, before, height }) => sum + compareStretch(before ?? 0, y, height, mask + y * maskPitch),
    0,
  );
  if (diffPixels > difference.diffPixels * 0.9) return null;
  return { compared, bands, diffPixels, mask: { ...difference, mask, height: b.height } };
}

/** The parts of boxes in some rows, seen from the first of them. */
function within(boxes: readonly Box[], first: number, rows: number): Box[] {
  return boxes.flatMap((box) => {
    const y = Math.max(box.y - first, 0);
    const height = Math.min(box.y + box.height - first, rows) - y;
    return height > 0 ? [{ ...box, y, height }] : [];
  });
}

/** Whether there are bands, but few, most rows nearby are equal, and the bands do not claim more than has changed. */
function isPlausible(
  { bands, equalRows }: Alignment,
  a: StoredImage,
  b: StoredImage,
  difference: Difference,
) {
  const inBands = bands.reduce((sum, { height }) => sum + height, 0) * b.width;
  return (
    bands.length > 0 &&
    bands.length <= mostBands &&
    equalRows * 4 >= Math.min(a.height, b.height) &&
    inBands <= difference.diffPixels * 16
  );
}

function regionOf({ kind, y, height }: RowChange, canvas: Difference): Region {
  const box = { x: 0, width: canvas.width, diffPixels: canvas.width * height };
  if (kind === 'removed') return { ...box, y: Math.min(y, canvas.height - 1), height: 1 };
  return { ...box, y, height };
}

function onOneSide({ kind, y, baseY, height }: RowChange): Stretch {
  const isRemoved = kind === 'removed';
  return { y, height, before: isRemoved ? baseY : null, after: isRemoved ? null : y, masked: false };
}

/** Each row compared with the one at the same place. */
function inPlace(a: StoredImage, b: StoredImage): Stretch[] {
  const common = Math.min(a.height, b.height);
  const both = { y: 0, height: common, before: 0, after: 0, masked: true };
  const height = Math.abs(a.height - b.height);
  const [before, after] = a.height > b.height ? [common, null] : [null, common];
  return height > 0 ? [both, { y: common, height, before, after, masked: true }] : [both];
}

function boundsOf(boxes: readonly Box[]): Bounds {
  return {
    left: Math.min(...boxes.map(({ x }) => x)),
    top: Math.min(...boxes.map(({ y }) => y)),
    right: Math.max(...boxes.map(({ x, width }) => x + width)),
    bottom: Math.max(...boxes.map(({ y, height }) => y + height)),
  };
}
