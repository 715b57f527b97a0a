import { type Block, leastBlock, shiftOf } from './Block.js';
import type { Rows } from './Rows.js';
import type { Window } from './Window.js';

/** Parts blocks that are small and lie otherwise than what is above and below them. */
export function keepPlausible(rows: Rows, blocks: readonly Block[], { rowsA, rowsB }: Window): Block[] {
  const kept: Block[] = [];
  for (const [i, block] of blocks.entries()) {
    const [above, next] = [kept.at(-1), blocks[i + 1]];
    const around = [above ? shiftOf(above) : 0, next ? shiftOf(next) : rowsB - rowsA];
    if (block.height >= leastBlock || around.includes(shiftOf(block))) kept.push(block);
    else rows.part(block);
  }
  return kept;
}
