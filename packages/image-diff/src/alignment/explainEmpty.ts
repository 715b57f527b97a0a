import type { Block } from './Block.js';
import { type Layout, movedBand } from './layOut.js';
import type { RowChange } from './RowChange.js';
import type { Rows } from './Rows.js';

/**
 * Explains rows that are all alike, as empty space is, where as many came as went. On the two sides of a block, it is
 * the block that moved, if it is the smaller part of the image. Beside a block that moved, they moved with it.
 */
export function explainEmpty(rows: Rows, { compared, bands }: Layout, mostHeight: number): Layout {
  const layout = { compared: [...compared], bands: [...bands] };
  const { hashesA, hashesB } = rows;
  for (const inserted of bands.filter(({ kind }) => kind === 'inserted')) {
    const { height } = inserted;
    const color = hashesB[inserted.y];
    const isAlike = (hashes: BigUint64Array, start: number) =>
      hashes.subarray(start, start + height).every((hash) => hash === color);
    if (!isAlike(hashesB, inserted.y)) continue;
    for (const removed of layout.bands.filter((band) => band.kind === 'removed' && band.height === height)) {
      if (!isAlike(hashesA, removed.baseY)) continue;
      const beside = layout.bands.find((band) => band.kind === 'moved' && touches(band, inserted, removed));
      const block = compared.find((one) => one.height <= mostHeight && liesBetween(one, inserted, removed));
      if (!beside && !block) continue;
      const gone: (RowChange | undefined)[] = [inserted, removed, beside];
      const empty = { before: removed.baseY, after: inserted.y, height };
      layout.compared.push(empty);
      layout.bands = layout.bands.filter((band) => !gone.includes(band));
      if (beside) layout.bands.push(...joinMoved(beside, movedBand(empty)));
      else if (block) layout.bands.push(movedBand(block));
      break;
    }
  }
  return layout;
}

/** One band, unless the empty rows are above the others in one image and below them in the other. */
function joinMoved(band: RowChange, empty: RowChange): RowChange[] {
  if (band.y - band.baseY !== empty.y - empty.baseY) return [band, empty];
  const [y, baseY] = [Math.min(band.y, empty.y), Math.min(band.baseY, empty.baseY)];
  return [{ kind: 'moved', y, baseY, height: band.height + empty.height }];
}

/** Whether rows came on one side of a block and went on the other, and nothing else shifted it. */
function liesBetween({ before, after, height }: Block, inserted: RowChange, removed: RowChange): boolean {
  const [endBefore, endAfter] = [before + height, after + height];
  if (after - before === inserted.height) {
    return inserted.y + inserted.height === after && endBefore === removed.baseY && removed.y === endAfter;
  }
  if (before - after === inserted.height) {
    return removed.baseY + removed.height === before && removed.y === after && endAfter === inserted.y;
  }
  return false;
}

/** Whether rows came directly beside the new place of a band, and went directly beside the old. */
function touches({ y, baseY, height }: RowChange, inserted: RowChange, removed: RowChange): boolean {
  const atNew = inserted.y + inserted.height === y || y + height === inserted.y;
  return atNew && (removed.baseY + removed.height === baseY || baseY + height === removed.baseY);
}
