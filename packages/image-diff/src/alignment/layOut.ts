import { type Block, join } from './Block.js';
import type { RowChange } from './RowChange.js';
import type { Rows } from './Rows.js';

export interface Layout {
  compared: Block[];
  bands: RowChange[];
}

/** Puts rows that have no equal beside each other. */
export function layOut(
  rows: Rows,
  inOrder: readonly Block[],
  moved: readonly Block[],
  isFewer: (one: Block, other: Block) => boolean,
): Layout {
  const [partnersA, partnersB] = [rows.partnersA.slice(), rows.partnersB.slice()];
  const compared = [...inOrder, ...moved];
  const bands = moved.map(movedBand);
  let [before, after] = [0, 0];
  for (const block of [...inOrder, { before: partnersA.length, after: partnersB.length, height: 0 }]) {
    const gap = {
      before: runsWithoutPartner(partnersA, before, block.before),
      after: runsWithoutPartner(partnersB, after, block.after),
    };
    for (let i = 0; i < Math.max(gap.before.length, gap.after.length); i++) {
      const old = gap.before[i] ?? { start: before, height: 0 };
      const young = gap.after[i] ?? { start: after, height: 0 };
      const height = Math.min(old.height, young.height);
      const more = Math.max(old.height, young.height) - height;
      const atTop = { before: old.start, after: young.start, height };
      const atBottom = {
        before: old.start + old.height - height,
        after: young.start + young.height - height,
        height,
      };
      const isLower = more > 0 && height > 0 && isFewer(atBottom, atTop);
      if (height > 0) compared.push(isLower ? atBottom : atTop);
      const place = isLower ? 0 : height;
      const [y, baseY] = [young.start + place, old.start + place];
      const kind = young.height > old.height ? 'inserted' : 'removed';
      if (more > 0) bands.push({ kind, y, baseY, height: more });
      [before, after] = [old.start + old.height, young.start + young.height];
    }
    [before, after] = [block.before + block.height, block.after + block.height];
  }
  return { compared: join(compared), bands };
}

function runsWithoutPartner(partners: Int32Array, from: number, to: number) {
  const runs: { start: number; height: number }[] = [];
  let run: { start: number; height: number } | undefined;
  for (let row = from; row < to; row++) {
    if (partners[row] !== -1) {
      run = undefined;
    } else if (run) {
      run.height++;
    } else {
      run = { start: row, height: 1 };
      runs.push(run);
    }
  }
  return runs;
}

export function movedBand({ before, after, height }: Block): RowChange {
  return { kind: 'moved', y: after, baseY: before, height };
}
