import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LeveledSide, levelRows, type RowChange, stageBox, stageRegion, stageRow } from './levelRows.js';

/** An edit of an image, as rows that stay, go or come: what the oracle knows before any coordinates. */
const edits = fc.array(
  fc.record({
    kind: fc.constantFrom('same', 'removed', 'inserted'),
    height: fc.integer({ min: 1, max: 40 }),
  }),
  { maxLength: 12 },
);

/** What the server would say of the edit, and the pairs of rows that are equal. */
function carryOut(steps: readonly { kind: string; height: number }[]) {
  const changes: RowChange[] = [];
  const pairs: [number, number][] = [];
  let [baseline, current] = [0, 0];
  for (const { kind, height } of steps) {
    if (kind !== 'same')
      changes.push({ kind: kind as RowChange['kind'], y: current, baseY: baseline, height });
    else
      pairs.push(
        ...Array.from({ length: height }, (_, row) => [baseline + row, current + row] as [number, number]),
      );
    if (kind !== 'inserted') baseline += height;
    if (kind !== 'removed') current += height;
  }
  return { changes, pairs, heights: { baseline, current } };
}

/** Neighbors of one kind are one band. */
const merged = edits.map((steps) =>
  steps.filter(({ kind }, index) => kind === 'same' || kind !== steps[index - 1]?.kind),
);

const rowsOf = ({ stretches }: LeveledSide) =>
  stretches.flatMap(({ from, height }) => Array.from({ length: height }, (_, row) => from + row));
const placesOf = ({ stretches, gaps }: LeveledSide) =>
  [...stretches, ...gaps]
    .flatMap(({ at, height }) => Array.from({ length: height }, (_, row) => at + row))
    .toSorted((one, other) => one - other);
const upTo = (length: number) => Array.from({ length }, (_, row) => row);

describe('levelRows', () => {
  it('draws every row of both images once, in order', () => {
    fc.assert(
      fc.property(merged, (steps) => {
        const { changes, heights } = carryOut(steps);
        const { baseline, current } = levelRows(changes, heights);
        expect(rowsOf(baseline)).toEqual(upTo(heights.baseline));
        expect(rowsOf(current)).toEqual(upTo(heights.current));
      }),
    );
  });

  it('draws equal rows level, and fills the stage with rows and gaps', () => {
    fc.assert(
      fc.property(merged, (steps) => {
        const { changes, pairs, heights } = carryOut(steps);
        const { height, baseline, current } = levelRows(changes, heights);
        for (const [before, after] of pairs)
          expect(stageRow(baseline, before)).toBe(stageRow(current, after));
        expect(placesOf(baseline)).toEqual(upTo(height));
        expect(placesOf(current)).toEqual(upTo(height));
      }),
    );
  });

  it('opens a gap on both sides for rows that moved', () => {
    const { height, baseline, current } = levelRows([{ kind: 'moved', y: 0, baseY: 50, height: 20 }], {
      baseline: 100,
      current: 100,
    });
    expect(height).toBe(120);
    expect(current.stretches).toEqual([
      { from: 0, at: 0, height: 20, kind: 'moved' },
      { from: 20, at: 20, height: 50 },
      { from: 70, at: 90, height: 30 },
    ]);
    expect(current.gaps.map(({ at }) => at)).toEqual([70]);
    expect(baseline.gaps.map(({ at }) => at)).toEqual([0]);
  });

  it('ends, whatever the changes claim', () => {
    const change = fc.record({
      kind: fc.constantFrom<RowChange['kind']>('inserted', 'removed', 'moved'),
      y: fc.nat(60),
      baseY: fc.nat(60),
      height: fc.nat(60),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), fc.nat(50), fc.nat(50), (changes, before, after) => {
        const { baseline, current } = levelRows(changes, { baseline: before, current: after });
        expect(rowsOf(baseline)).toEqual(upTo(before));
        expect(rowsOf(current)).toEqual(upTo(after));
      }),
    );
  });
});

describe('places of boxes', () => {
  const rows = levelRows(
    [
      { kind: 'removed', y: 10, baseY: 10, height: 5 },
      { kind: 'inserted', y: 40, baseY: 45, height: 30 },
    ],
    { baseline: 100, current: 125 },
  );

  it('follow the rows that they lie in', () => {
    expect(stageBox(rows.current, { x: 3, y: 12, width: 4, height: 6 })).toEqual({
      x: 3,
      y: 17,
      width: 4,
      height: 6,
    });
    expect(stageBox(rows.baseline, { x: 3, y: 50, width: 4, height: 6 }).y).toBe(80);
  });

  it('stretch over a gap between their first row and their last', () => {
    expect(stageBox(rows.current, { x: 0, y: 8, width: 4, height: 4 })).toEqual({
      x: 0,
      y: 8,
      width: 4,
      height: 9,
    });
  });

  it('are the whole gap for the seam of removed rows', () => {
    expect(stageRegion(rows, { x: 0, y: 10, width: 90, height: 1 })).toEqual({
      x: 0,
      y: 10,
      width: 90,
      height: 5,
    });
    expect(stageRegion(rows, { x: 0, y: 40, width: 90, height: 30 })).toEqual({
      x: 0,
      y: 45,
      width: 90,
      height: 30,
    });
  });

  it('are the whole gap where the end was removed', () => {
    const ended = levelRows([{ kind: 'removed', y: 20, baseY: 20, height: 8 }], {
      baseline: 28,
      current: 20,
    });
    expect(stageRegion(ended, { x: 0, y: 19, width: 9, height: 1 })).toMatchObject({ y: 20, height: 8 });
  });
});
