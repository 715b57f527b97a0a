import type { ReviewItem } from '../../client/presentReview.js';
import type { Box } from '../transform.js';

export type RowChange = NonNullable<ReviewItem['rowChanges']>[number];

/** Rows of an image that are drawn together. */
export interface Stretch {
  /** First row in the image. */
  from: number;
  /** Where that row is drawn, in rows of the stage. */
  at: number;
  height: number;
  /** What happened to them; absent for rows that both images have. */
  kind?: RowChange['kind'];
}

/** Rows of the stage that an image leaves free, since only the other one has them. */
export interface Gap {
  at: number;
  height: number;
  change: RowChange;
}

export interface LeveledSide {
  stretches: readonly Stretch[];
  gaps: readonly Gap[];
}

/** Two images whose equal rows are drawn level with each other. */
export interface LeveledRows {
  /** Rows of the stage. */
  height: number;
  baseline: LeveledSide;
  current: LeveledSide;
}

/** Opens a gap in either image where only the other one has rows. */
export function levelRows(
  changes: readonly RowChange[],
  { baseline, current }: { baseline: number; current: number },
): LeveledRows {
  const removed = startsOf(changes, 'inserted', ({ baseY }) => baseY);
  const inserted = startsOf(changes, 'removed', ({ y }) => y);
  const sides = { baseline: new Side(baseline), current: new Side(current) };
  let at = 0;
  while (!sides.baseline.isDone || !sides.current.isDone) {
    const gone = removed.get(sides.baseline.row);
    const came = inserted.get(sides.current.row);
    if (gone && !sides.baseline.isDone) {
      removed.delete(sides.baseline.row);
      at += drawAlone(sides.baseline, sides.current, at, gone);
    } else if (came && !sides.current.isDone) {
      inserted.delete(sides.current.row);
      at += drawAlone(sides.current, sides.baseline, at, came);
    } else {
      const next = Math.min(
        ...[sides.baseline.rowsUntil(removed), sides.current.rowsUntil(inserted)].filter((rows) => rows > 0),
      );
      sides.baseline.draw(at, next);
      sides.current.draw(at, next);
      at += next;
    }
  }
  return { height: at, baseline: sides.baseline, current: sides.current };
}

/** Blocks that one image has alone, by their first row in it. */
const startsOf = (
  changes: readonly RowChange[],
  other: RowChange['kind'],
  rowOf: (change: RowChange) => number,
): Map<number, RowChange> =>
  new Map(changes.filter(({ kind }) => kind !== other).map((change) => [rowOf(change), change]));

/** Draws a block of one image, beside a gap in the other one. @returns its rows */
function drawAlone(side: Side, other: Side, at: number, change: RowChange): number {
  const height = side.draw(at, change.height, change.kind);
  other.gaps.push({ at, height, change });
  return height;
}

class Side implements LeveledSide {
  readonly stretches: Stretch[] = [];
  readonly gaps: Gap[] = [];
  /** The first row that is not drawn yet. */
  row = 0;
  readonly #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  get isDone(): boolean {
    return this.row >= this.#rows;
  }

  /** Rows before the next of those blocks, or before the end; 0 where nothing is left. */
  rowsUntil(blocks: ReadonlyMap<number, RowChange>): number {
    const ends = [this.#rows, ...[...blocks.keys()].filter((start) => start > this.row)];
    return Math.max(0, Math.min(...ends) - this.row);
  }

  /** @returns how many rows there were to draw */
  draw(at: number, rows: number, kind?: RowChange['kind']): number {
    const height = Math.min(rows, this.#rows - this.row);
    if (height > 0) this.stretches.push({ from: this.row, at, height, ...(kind && { kind }) });
    this.row += Math.max(0, height);
    return Math.max(0, height);
  }
}

/** Where a row of an image is drawn. */
export function stageRow({ stretches }: LeveledSide, row: number): number {
  const holder = stretches.findLast(({ from }) => from <= row);
  return holder ? holder.at + (row - holder.from) : row;
}

/** The row of an image that is drawn there; -1 in a gap. */
export function imageRow({ stretches }: LeveledSide, stageRow: number): number {
  const holder = stretches.find(({ at, height }) => at <= stageRow && stageRow < at + height);
  return holder ? holder.from + (stageRow - holder.at) : -1;
}

/** Where a box of an image is drawn, from its first row to its last. */
export function stageBox(side: LeveledSide, box: Box): Box {
  const y = stageRow(side, box.y);
  return { ...box, y, height: stageRow(side, box.y + Math.max(1, box.height) - 1) + 1 - y };
}

/**
 * Where a changed region is drawn. The server gives regions in rows of the current image, and removed rows as one row
 * at their seam: they are drawn as the whole gap.
 */
export function stageRegion({ current }: LeveledRows, region: Box): Box {
  const gap = current.gaps.find(({ change }) => change.kind === 'removed' && isSeamOf(change, region));
  return gap ? { ...region, y: gap.at, height: gap.height } : stageBox(current, region);
}

/** The seam of rows that were removed at the end is the last row. */
const isSeamOf = ({ y }: RowChange, region: Box) =>
  region.x === 0 && region.height === 1 && (region.y === y || region.y === y - 1);
