import type { Picture } from '../bands/Picture.js';
import type { Engine } from '../engine.js';
import type { Axis } from './Axis.js';
import { type Block, blocksOf, join, shiftBy } from './Block.js';
import { bridge } from './bridge.js';
import { explainEmpty } from './explainEmpty.js';
import { keepPlausible } from './keepPlausible.js';
import { layOut } from './layOut.js';
import type { RowChange } from './RowChange.js';
import { Rows } from './Rows.js';
import { slide } from './slide.js';
import type { Window } from './Window.js';

export interface Alignment {
  /** Rows that are to be compared with each other, from top to bottom of the image after. */
  compared: Block[];
  /** From top to bottom. Moved rows are compared, too. */
  bands: RowChange[];
  /** Rows that are equal, by their hashes. */
  equalRows: number;
}

/** Images with more rows, or columns, are not aligned. */
export const mostLines = 32_768;

/**
 * Finds which rows of an image are which of another of the same width, by hashes of whole rows: those that kept their
 * order, then those that moved past others. Rows between that have no equal are compared one by one, and where there
 * are more of them in one image, the rest was inserted or removed. With another axis, the same of columns.
 *
 * @param window beyond it, nothing shifted except with what follows it
 * @param countChanged counts the changed pixels of rows that are laid beside each other
 */
export function alignLines(
  engine: Engine,
  axis: Axis,
  [a, b]: readonly [Picture, Picture],
  window: Window,
  countChanged: (rows: Block) => number,
): Alignment {
  const [countA, countB] = [axis.count(a), axis.count(b)];
  const { taken } = engine;
  const rows = new Rows(engine, axis, a, b, window);
  const count = (block: Block) => countChanged(shiftBy(block, window.top));
  const plausible = keepPlausible(rows, blocksOf(rows.partnersA), window);
  const inOrder = slide(rows, bridge(rows, plausible, count, window));
  rows.pairLeftOver();
  const moved = rows.findMoved();
  const { compared, bands } = layOut(rows, inOrder, moved, (one, other) => count(one) < count(other));
  const explained = explainEmpty(rows, { compared, bands }, Math.min(countA, countB) / 2);
  engine.release(taken);
  const outside: Block[] = [
    { before: 0, after: 0, height: window.top },
    {
      before: window.top + window.rowsA,
      after: window.top + window.rowsB,
      height: countA - window.top - window.rowsA,
    },
  ];
  return {
    compared: join([...outside, ...explained.compared.map((block) => shiftBy(block, window.top))]),
    bands: explained.bands
      .map((band) => ({ ...band, y: band.y + window.top, baseY: band.baseY + window.top }))
      .toSorted((one, other) => one.y - other.y || one.baseY - other.baseY),
    equalRows: [...outside, ...inOrder, ...moved].reduce((sum, { height }) => sum + height, 0),
  };
}
