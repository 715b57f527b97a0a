import { type Block, shiftOf } from './Block.js';
import type { Rows } from './Rows.js';
import type { Window } from './Window.js';

/**
 * Joins blocks that are shifted alike where no pixel between them counts as changed: a browser draws shades a little
 * otherwise at another place, which makes rows unequal, or equal to ones that they are not, but is not a band.
 */
export function bridge(
  rows: Rows,
  blocks: readonly Block[],
  countChanged: (block: Block) => number,
  { rowsA, rowsB }: Window,
): Block[] {
  const ends = [{ before: 0, after: 0, height: 0 }, ...blocks, { before: rowsA, after: rowsB, height: 0 }];
  const nextAlike = findNextAlike(ends);
  // Rows may be looked at several times, but not as often as someone could make it.
  let budget = 4 * (rowsA + rowsB);
  const bridged: Block[] = [];
  for (let i = 0; i < ends.length; i++) {
    const block = { ...(ends[i] as Block) };
    for (let j = nextAlike[i]; j !== undefined; j = nextAlike[i]) {
      const next = ends[j] as Block;
      const gap = {
        before: block.before + block.height,
        after: block.after + block.height,
        height: next.before - block.before - block.height,
      };
      budget -= gap.height;
      if (budget < 0 || countChanged(gap) > 0) break;
      for (const between of ends.slice(i + 1, j)) rows.part(between);
      rows.pair(gap);
      block.height += gap.height + next.height;
      i = j;
    }
    if (block.height > 0) bridged.push(block);
  }
  return bridged;
}

/** For each block the next one that is shifted alike. */
function findNextAlike(blocks: readonly Block[]): (number | undefined)[] {
  const last = new Map<number, number>();
  return blocks
    .map((block, index) => ({ shift: shiftOf(block), index }))
    .reverse()
    .map(({ shift, index }) => {
      const next = last.get(shift);
      last.set(shift, index);
      return next;
    })
    .reverse();
}
