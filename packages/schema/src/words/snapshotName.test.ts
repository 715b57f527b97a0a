import { expect, test } from 'vitest';
import { snapshotName } from './snapshotName.js';

test('parts are joined, without control characters and what is empty', () => {
  expect(snapshotName('a.spec.ts', '', ' two\n lines ', 1)).toBe('a.spec.ts > two lines > 1');
});

test('a long name keeps its end, which tells snapshots apart', () => {
  const [first, second] = [1, 2].map((number) => snapshotName('a.spec.ts', 'x'.repeat(600), number));
  expect(first).toHaveLength(512);
  expect(first).toMatch(/^a\.spec\.ts > x+\.\.\.x+ > 1$/);
  expect(second).not.toBe(first);
});
