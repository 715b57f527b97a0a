import { expect, test } from 'vitest';
import { isQueueBranch } from './isQueueBranch.js';

test.each([
  ['gh-readonly-queue/main/pr-7-1a2b3c4', true],
  ['refs/heads/gh-readonly-queue/release/2/pr-7-1a2b3c4', true],
  ['refs/merge-requests/12/train', true],
  ['main', false],
  ['feature/gh-readonly-queue/main', false],
  ['alice:main', false],
])('%s is of a merge queue: %s (R41)', (branch, expected) => {
  expect(isQueueBranch(branch)).toBe(expected);
});
