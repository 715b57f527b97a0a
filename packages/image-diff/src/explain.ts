import type { Difference, StoredImage } from './compareRgba.js';
import type { Engine } from './engine.js';
import { findRegions, type Region } from './findRegions.js';
import { type Bounds, fingerprint, type Stretch } from './fingerprint.js';
import { encodeThumbnail } from './thumbnail.js';

/** Rows of the whole width that came, went, or changed places. */
export interface RowChange {
  kind: 'inserted' | 'removed' | 'moved';
  /** First row in the image after; for removed rows, where they would be. */
  y: number;
  /** First row in the image before; for inserted rows, where they would be. */
  baseY: number;
  /** Rows. */
  height: number;
}

/** What changed, in terms that a reviewer thinks in. */
export interface Explanation {
  /** Boxes of changed pixels, top to bottom, then left to right; at most 100. */
  regions: Region[];
  /** 32 hexadecimal digits, equal for identical changes. */
  fingerprint: string;
  /** Bands of rows that were inserted, removed or moved; empty when rows did not shift. */
  rows: RowChange[];
  /** Counted pixels beside those bands once rows are aligned; equals `diffPixels` when `rows` is empty. */
  alignedDiffPixels: number;
  /** PNG of the first region, of at most 240 × 160 pixels, with some of its surroundings. */
  thumbnail: Uint8Array;
}

const mostRegions = 100;

/** Explains a difference of at least one pixel. */
export async function explain(
  engine: Engine,
  images: readonly [StoredImage, StoredImage],
  difference: Difference,
): Promise<Explanation> {
  const [a, b] = images;
  const regions = findRegions(engine, difference, mostRegions);
  const [first] = regions;
  if (!first) throw new Error('There is no difference to explain.');
  const shown = first.x < b.width && first.y < b.height ? b : a;
  return {
    regions,
    fingerprint: await fingerprint(engine, images, difference, inPlace(a, b), boundsOf(regions), []),
    rows: [],
    alignedDiffPixels: difference.diffPixels,
    thumbnail: encodeThumbnail(engine, shown, first),
  };
}

/** Each row compared with the one at the same place. */
function inPlace(a: StoredImage, b: StoredImage): Stretch[] {
  const common = Math.min(a.height, b.height);
  const both = { y: 0, height: common, before: 0, after: 0, masked: true };
  const height = Math.abs(a.height - b.height);
  const [before, after] = a.height > b.height ? [common, null] : [null, common];
  return height > 0 ? [both, { y: common, height, before, after, masked: true }] : [both];
}

function boundsOf(regions: readonly Region[]): Bounds {
  return {
    left: Math.min(...regions.map(({ x }) => x)),
    top: Math.min(...regions.map(({ y }) => y)),
    right: Math.max(...regions.map(({ x, width }) => x + width)),
    bottom: Math.max(...regions.map(({ y, height }) => y + height)),
  };
}
