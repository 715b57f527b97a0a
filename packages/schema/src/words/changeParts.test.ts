import { expect, it } from 'vitest';
import { changeParts, type FoundChange } from './changeParts.js';

const box = (x: number, y: number) => ({ x, y, width: 80, height: 60 });
const regions = (...kinds: NonNullable<FoundChange['regions']>[number]['kind'][]) =>
  kinds.map((kind) => ({ kind }));
const row = { kind: 'inserted', y: 300, baseY: 290, height: 20 } as const;

it.each<[FoundChange, string]>([
  [{}, ''],
  [{ regions: null, rowChanges: null, columnChanges: null, moves: null }, ''],
  [{ regions: regions('changed', null, undefined) }, ''],
  [{ rowChanges: [row], regions: regions('added') }, '20 rows inserted at y = 300; nothing else changed'],
  [
    { rowChanges: [row, row, row, row, row], regionCount: 5 },
    '20 rows inserted at y = 300; 20 rows inserted at y = 300; 20 rows inserted at y = 300; 2 more bands of rows; nothing else changed',
  ],
  [
    { rowChanges: [{ ...row, kind: 'removed', height: 1 }], regions: regions('removed', 'text', 'text') },
    '1 row removed at y = 290; 2 other regions',
  ],
  [
    { columnChanges: [{ kind: 'inserted', x: 40, baseX: 30, width: 12 }], regions: regions('added', 'text') },
    '12 columns inserted at x = 40; 1 other region',
  ],
  [
    { columnChanges: [{ kind: 'moved', x: 40, baseX: 30, width: 1 }], regionCount: 1 },
    '1 column moved from x = 30 to 40; nothing else changed',
  ],
  [
    { moves: [{ from: box(1, 2), to: box(3, 4) }], regions: regions('moved', 'moved', 'recolored') },
    '80 × 60 block moved from x = 1, y = 2 to x = 3, y = 4; 1 other region',
  ],
  [
    {
      rowChanges: [row, row, row, row],
      columnChanges: [{ kind: 'inserted', x: 40, baseX: 30, width: 12 }],
      moves: [
        { from: box(1, 2), to: box(3, 4) },
        { from: box(1, 2), to: box(3, 4) },
      ],
      regionCount: 8,
      regions: regions('moved', 'moved'),
    },
    '20 rows inserted at y = 300; 20 rows inserted at y = 300; 20 rows inserted at y = 300; 1 more band of rows; 1 more band of columns; 2 more blocks moved; 6 other regions',
  ],
  [
    {
      moves: Array.from({ length: 4 }, () => ({ from: box(1, 2), to: box(3, 4) })),
      regions: regions('moved', 'moved', 'moved', 'moved'),
    },
    `${Array(3).fill('80 × 60 block moved from x = 1, y = 2 to x = 3, y = 4').join('; ')}; 1 more block moved; nothing else changed`,
  ],
  [{ regions: regions('added') }, '1 region added'],
  [{ regions: regions('text', 'added', 'text') }, '1 region added; text changed in 2 regions'],
  [{ regions: regions('recolored', 'changed'), regionCount: 30 }, '1 region recolored; 29 other regions'],
])('tells %j', (change, sentence) => {
  expect(changeParts(change).join('; ')).toBe(sentence);
});
