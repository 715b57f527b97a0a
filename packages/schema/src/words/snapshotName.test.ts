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

test.each([
  ['half of a character', 'a\ud83c b', 'a\ufffd b'],
  ['emojis that are cut', `x${'🎉'.repeat(300)}`, `x${'🎉'.repeat(222)}...${'🎉'.repeat(32)}`],
  [
    'characters that are longer in NFC',
    '\u0344'.repeat(300),
    `${'\u0308\u0301'.repeat(222)}\u0308...${'\u0308\u0301'.repeat(32)}`,
  ],
])('%s: a name can be stored', (_, given, name) => {
  expect(snapshotName(given)).toBe(name);
});
