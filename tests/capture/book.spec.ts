import { expect, it } from 'vitest';
import { shortIndex } from './book/stories.js';
import { captureTwice } from './captureTwice.js';

// Most stories are taken on a simulated clock, which takes minutes on a busy machine.
it('stories of each chapter of a book of hard ones are captured whole, and twice alike', {
  timeout: 900_000,
}, async () => {
  expect(Object.keys(shortIndex.entries).length).toBeGreaterThan(40);
  await captureTwice(shortIndex);
});
