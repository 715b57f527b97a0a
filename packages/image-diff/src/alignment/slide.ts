import type { Block } from './Block.js';
import type { Rows } from './Rows.js';

/**
 * Where rows that came or went are like those around them, as the margins of equal cards are, they could as well lie
 * higher or lower. Puts their edges into the middle of the highest empty space that they can reach.
 */
export function slide(rows: Rows, blocks: readonly Block[]): Block[] {
  const slid = blocks.map((block) => ({ ...block }));
  for (const [i, above] of slid.entries()) {
    const below = slid[i + 1];
    if (!below) break;
    const gapA = below.before - above.before - above.height;
    const gapB = below.after - above.after - above.height;
    if ((gapA === 0) === (gapB === 0)) continue;
    const distance = distanceToEmpty(rows, above, below, gapA > 0 ? 'a' : 'b');
    if (distance === 0) continue;
    rows.part(above);
    rows.part(below);
    above.height += distance;
    below.before += distance;
    below.after += distance;
    below.height -= distance;
    rows.pair(above);
    rows.pair(below);
  }
  return slid;
}

/** Rows by which the gap between two blocks is to move down, or up if negative. */
function distanceToEmpty(rows: Rows, above: Block, below: Block, image: 'a' | 'b'): number {
  const hashes = image === 'a' ? rows.hashesA : rows.hashesB;
  const side = image === 'a' ? 'before' : 'after';
  const start = above[side] + above.height;
  const end = below[side];
  if (hashes.subarray(start, end).every((hash) => hash === hashes[start])) return 0;
  let [up, down] = [0, 0];
  while (up < above.height - 1 && hashes[start - up - 1] === hashes[end - up - 1]) up++;
  while (down < below.height - 1 && hashes[start + down] === hashes[end + down]) down++;
  let [best, run] = [
    { from: 0, length: 0 },
    { from: -up, length: 0 },
  ];
  for (let distance = -up; distance <= down; distance++) {
    const isEmpty = [start - 1, start].every((row) => rows.isPlain(image, row + distance));
    run = isEmpty ? { ...run, length: run.length + 1 } : { from: distance + 1, length: 0 };
    if (run.length > best.length) best = run;
  }
  return best.length === 0 ? 0 : best.from + (best.length >> 1);
}
