import { totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { sharedBuffers } from './sharedBuffers.js';

const gibibyte = 2 ** 30;

test.each([
  [64, '1024MB'],
  [8, '1024MB'],
  [6, '768MB'],
  [2, '256MB'],
  [0.5, '128MB'],
])('of %d GiB of memory the database keeps %s of pages', (memory, size) => {
  expect(sharedBuffers(memory * gibibyte)).toBe(size);
});

test('where nothing is said, the memory of the machine counts, or less where it is limited', () => {
  const most = sharedBuffers(totalmem());
  expect(Number.parseInt(sharedBuffers(), 10)).toBeLessThanOrEqual(Number.parseInt(most, 10));
  if (process.constrainedMemory() === 0) expect(sharedBuffers()).toBe(most);
});
