import type { Difference, StoredImage } from '../compareRgba.js';
import type { Engine } from '../engine.js';
import type { Stretch } from '../fingerprint.js';
import { type Block, blocksOf, join, shiftBy } from './Block.js';
import { bridge } from './bridge.js';
import { explainEmpty } from './explainEmpty.js';
import { keepPlausible } from './keepPlausible.js';
import { layOut } from './layOut.js';
import type { RowChange } from './RowChange.js';
import { Rows } from './Rows.js';
import { slide } from './slide.js';
import { windowOf } from './Window.js';

export interface Alignment {
  /** Rows that are to be compared with each other, from top to bottom of the image after. */
  compared: Stretch[];
  /** From top to bottom. Moved rows are compared, too. */
  bands: RowChange[];
  /** Rows that are equal, by their hashes. */
  equalRows: number;
}

/** Images with more rows are not aligned. */
const mostRows = 32_768;

/**
 * Finds which rows of an image are which of another of the same width, by hashes of whole rows: those that kept their
 * order, then those that moved past others. Rows between that have no equal are compared one by one, and where there
 * are more of them in one image, the rest was inserted or removed.
 *
 * @param countChanged counts the changed pixels of rows that are laid beside each other
 * @returns null where rows cannot have shifted, or are too many
 */
export function alignRows(
  engine: Engine,
  [a, b]: readonly [StoredImage, StoredImage],
  difference: Difference,
  countChanged: (rows: Block) => number,
): Alignment | null {
  if (a.width !== b.width || Math.max(a.height, b.height) > mostRows) return null;
  const window = windowOf(engine, a, b, difference);
  const { taken } = engine;
  const rows = new Rows(engine, a, b, window);
  const count = (block: Block) => countChanged(shiftBy(block, window.top));
  const plausible = keepPlausible(rows, blocksOf(rows.partnersA), window);
  const inOrder = slide(rows, bridge(rows, plausible, count, window));
  rows.pairLeftOver();
  const moved = rows.findMoved();
  const { compared, bands } = layOut(rows, inOrder, moved, (one, other) => count(one) < count(other));
  const explained = explainEmpty(rows, { compared, bands }, Math.min(a.height, b.height) / 2);
  engine.release(taken);
  const outside: Block[] = [
    { before: 0, after: 0, height: window.top },
    {
      before: window.top + window.rowsA,
      after: window.top + window.rowsB,
      height: a.height - window.top - window.rowsA,
    },
  ];
  return {
    compared: join([...outside, ...explained.compared.map((block) => shiftBy(block, window.top))]).map(
      ({ before, after, height }) => ({ y: after, before, after, height, masked: true }),
    ),
    bands: explained.bands
      .map((band) => ({ ...band, y: band.y + window.top, baseY: band.baseY + window.top }))
      .toSorted((one, other) => one.y - other.y || one.baseY - other.baseY),
    equalRows: [...outside, ...inOrder, ...moved].reduce((sum, { height }) => sum + height, 0),
  };
}
