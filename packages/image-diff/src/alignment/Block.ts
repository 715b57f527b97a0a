/** Rows that follow each other in both images. */
export interface Block {
  before: number;
  after: number;
  height: number;
}

/** Fewer equal rows that lie elsewhere are taken for chance. */
export const leastBlock = 4;

/** The runs of rows that have a partner. */
export function blocksOf(partners: Int32Array): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  for (const [before, after] of partners.entries()) {
    if (after < 0) {
      block = undefined;
    } else if (block && block.after + block.height === after) {
      block.height++;
    } else {
      block = { before, after, height: 1 };
      blocks.push(block);
    }
  }
  return blocks;
}

export const shiftOf = ({ before, after }: Block) => after - before;

export function shiftBy({ before, after, height }: Block, rows: number): Block {
  return { before: before + rows, after: after + rows, height };
}

/** In the order of the image after; blocks that follow each other in both images become one. */
export function join(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks.toSorted((one, other) => one.after - other.after)) {
    if (block.height === 0) continue;
    const last = joined.at(-1);
    if (last && last.before + last.height === block.before && last.after + last.height === block.after) {
      last.height += block.height;
    } else {
      joined.push({ ...block });
    }
  }
  return joined;
}
