import { expect, test } from 'vitest';
import { exampleDiff, exampleResult } from '../../../testing/exampleReview.js';
import { keepUnsent, revive, type Shelf, takeUnsent } from './unsent.js';

function emptyShelf(): Shelf {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const before = ['a', 'b', 'c'].map((name) => exampleResult({ name }));

test('what was decided in an ended session is sent once, by the one who decided', () => {
  const shelf = emptyShelf();
  keepUnsent(shelf, 'dif_1', 'Ada', { to: 'approved', before: before.slice(0, 2) });
  keepUnsent(shelf, 'dif_1', 'Ada', { to: 'rejected', before: before.slice(2) });
  expect(takeUnsent(shelf, 'dif_2', 'Ada')).toEqual([]);
  const taken = takeUnsent(shelf, 'dif_1', 'Ada');
  const diff = exampleDiff(before);
  expect(taken.map((unsent) => revive(unsent, diff))).toEqual([
    { to: 'approved', about: { slots: before.slice(0, 2) } },
    { to: 'rejected', about: { slots: before.slice(2) } },
  ]);
  expect(takeUnsent(shelf, 'dif_1', 'Ada')).toEqual([]);
});

test('somebody else who signs in sends nothing of it, and it is gone', () => {
  const shelf = emptyShelf();
  keepUnsent(shelf, 'dif_1', 'Ada', { to: 'approved', before });
  expect(takeUnsent(shelf, 'dif_1', 'Grace')).toEqual([]);
  expect(takeUnsent(shelf, 'dif_1', 'Ada')).toEqual([]);
});

test('what looks different by now, or was decided meanwhile, is left out', () => {
  const shelf = emptyShelf();
  keepUnsent(shelf, 'dif_1', 'Ada', { to: 'approved', before });
  const [unsent] = takeUnsent(shelf, 'dif_1', 'Ada');
  if (!unsent) throw new Error('nothing was kept');
  const [a, b, c] = before;
  const diff = exampleDiff([
    { ...a, headHash: 'other' },
    { ...b, approvalStatus: 'rejected' },
    c,
  ] as typeof before);
  expect(revive(unsent, diff)).toEqual({ to: 'approved', about: { slots: [c] } });
});
