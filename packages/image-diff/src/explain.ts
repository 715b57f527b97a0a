import type { ColumnChange } from './alignment/ColumnChange.js';
import { findShiftedColumns } from './alignment/findShiftedColumns.js';
import { findShiftedRows, type ShiftOptions } from './alignment/findShiftedRows.js';
import type { RowChange } from './alignment/RowChange.js';
import type { Picture } from './bands/Picture.js';
import type { Difference } from './compareRgba.js';
import { encodeMask } from './encodeMask.js';
import type { Engine } from './engine.js';
import { findRegions, type Region } from './findRegions.js';
import { type Bounds, fingerprint, type Stretch } from './fingerprint.js';
import { clearMarks } from './paintOver.js';
import type { BlockMove } from './regions/BlockMove.js';
import type { ClassifiedRegion, RegionKind } from './regions/ClassifiedRegion.js';
import { classifyRegions, severityOf } from './regions/classifyRegions.js';
import { findMoves } from './regions/findMoves.js';
import { Lines } from './regions/Lines.js';
import { type Box, encodeThumbnail } from './thumbnail.js';

/** What changed, in terms that a reviewer thinks in. */
export interface Explanation {
  /**
   * Boxes of changed pixels that are more than 16 pixels apart, top to bottom, then left to right; at most 100, beyond
   * which those nearest to each other are merged. With `rows` or `columns`, they are those of the aligned comparison, in
   * pixels of the image after, and one for each band: all its pixels counted, or one pixel thin at the seam of a removed
   * one. `base` is where each is in the image before. Those with fewer counted pixels than `minimumRegion` are left out.
   */
  regions: ClassifiedRegion[];
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
  /** The same of columns; empty when there are bands of rows. */
  columns: ColumnChange[];
  /**
   * Blocks that are at another place, in images of the same size; empty when there are bands, or when that does not
   * explain the change.
   */
  moves: BlockMove[];
  /**
   * The mask of the aligned comparison, in pixels of the image after and without those bands and blocks: a PNG as
   * `mask` is. Null when there are none.
   */
  alignedMask: Uint8Array | null;
  /** Counted pixels beside those bands and blocks once lines are aligned; equals `diffPixels` when there are none. */
  alignedDiffPixels: number;
  /** PNG, RGB, of the first region and its surroundings, at most 240 × 160 pixels: after, or before where it is gone. */
  thumbnail: Uint8Array;
}

const mostRegions = 100;

interface ExplainOptions extends ShiftOptions {
  /** Counted pixels that a region has at least. */
  minimumRegion: number;
}

/** Explains a difference of at least one pixel. */
export async function explain(
  engine: Engine,
  images: readonly [Picture, Picture],
  difference: Difference,
  options: ExplainOptions,
): Promise<Explanation> {
  const [a, b] = images;
  const inRows = findShiftedRows(engine, images, difference, options);
  const inPlace = inRows ? [] : findRegions(engine, difference, mostRegions);
  const shift = inRows ?? findShiftedColumns(engine, images, difference, boxAround(inPlace), options);
  const {
    rows,
    columns,
    bands,
    stretches,
    difference: beside,
  } = shift ?? {
    ...nothingShifted,
    stretches: stretchesInPlace(a, b),
    difference,
  };
  const found = shift ? findRegions(engine, beside, mostRegions - bands.length) : inPlace;
  const lines = new Lines(engine, images, beside, stretches);
  const moved =
    shift || a.width !== b.width || a.height !== b.height
      ? nothingMoved
      : findMoves(lines, found, beside.diffPixels);
  const shown = [
    ...classifyRegions(lines, found, moved.regions).map((region) => {
      const image = region.x < b.width && region.y < b.height ? b : a;
      return { region, image, box: region };
    }),
    ...bands.map(({ kind, region, side, box, base }) => ({
      region: { ...region, kind: kindOfBand[kind], severity: severityOf(region, difference), base },
      image: side === 'before' ? a : b,
      box,
    })),
  ].toSorted((one, other) => one.region.y - other.region.y || one.region.x - other.region.x);
  const [first] = shown;
  if (!first) throw new Error('There is no difference to explain.');
  const regions = shown.map(({ region }) => region);
  const bounds = boundsOf([...regions, ...bands.map((band) => band.bounds)]);
  const print = await fingerprint(
    engine,
    images,
    beside,
    stretches,
    bounds,
    bands.map((band) => band.describe(bounds)),
  );
  clearMarks(engine, beside, [...moved.regions.keys()]);
  return {
    regions: regions.filter(({ diffPixels }) => diffPixels >= options.minimumRegion),
    fingerprint: print,
    rows,
    columns,
    moves: moved.moves,
    alignedMask: shift || moved.moves.length > 0 ? encodeMask(engine, beside) : null,
    alignedDiffPixels: moved.diffPixels ?? beside.diffPixels,
    thumbnail: encodeThumbnail(engine, first.image, first.box),
  };
}

const nothingMoved = { moves: [], regions: new Map<Region, Box>(), diffPixels: null };

const kindOfBand: Record<RowChange['kind'], RegionKind> = {
  inserted: 'added',
  removed: 'removed',
  moved: 'moved',
};

const nothingShifted = { rows: [], columns: [], bands: [] };

/** Each row compared with the one at the same place. */
function stretchesInPlace(a: Picture, b: Picture): Stretch[] {
  const common = Math.min(a.height, b.height);
  const both = { y: 0, height: common, before: 0, after: 0, masked: true };
  const height = Math.abs(a.height - b.height);
  const [before, after] = a.height > b.height ? [common, null] : [null, common];
  return height > 0 ? [both, { y: common, height, before, after, masked: true }] : [both];
}

function boxAround(boxes: readonly Box[]): Box {
  const { left, top, right, bottom } = boundsOf(boxes);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function boundsOf(boxes: readonly Box[]): Bounds {
  return {
    left: Math.min(...boxes.map(({ x }) => x)),
    top: Math.min(...boxes.map(({ y }) => y)),
    right: Math.max(...boxes.map(({ x, width }) => x + width)),
    bottom: Math.max(...boxes.map(({ y, height }) => y + height)),
  };
}
