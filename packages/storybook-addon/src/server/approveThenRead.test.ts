import { expect, test } from 'vitest';
import { approveThenRead } from './approveThenRead.js';

const works = async () => {};
const fails = async () => {
  throw new Error('no answer');
};

test('approveThenRead: says which of the two failed', async () => {
  expect(await approveThenRead(works, works)).toBeNull();
  expect(await approveThenRead(works, fails)).toBe('Approved, but what came of it cannot be read: no answer');
  let hasRead = false;
  const read = async () => {
    hasRead = true;
  };
  expect(await approveThenRead(fails, read)).toBe('Not approved: no answer');
  expect(hasRead).toBe(false);
});
