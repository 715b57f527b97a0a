import { expect, it } from 'vitest';
import { longIndex } from './book/stories.js';
import { captureTwice } from './captureTwice.js';

it('a book of hard stories is captured whole, and twice alike', { timeout: 1_800_000 }, async () => {
  expect(Object.keys(longIndex.entries).length).toBeGreaterThan(120);
  await captureTwice(longIndex);
});
