import { expect, test } from 'vitest';
import { statusesBefore, statusMoves } from './statusMoves.js';

test('no move leaves the end of a capture or a site (R27)', () => {
  const { captures, sites } = statusMoves;
  expect([captures.completed, captures.failed, sites.ready, sites.failed].flat()).toEqual([]);
});

test('a capture fails or completes from wherever it is', () => {
  expect(statusesBefore(statusMoves.captures, 'completed')).toEqual(['pending', 'capturing', 'processing']);
  expect(statusesBefore(statusMoves.captures, 'capturing')).toEqual(['pending']);
});

test('only a re-diff goes back', () => {
  expect(statusesBefore(statusMoves.diffs, 'processing')).toEqual(['completed', 'failed']);
});
