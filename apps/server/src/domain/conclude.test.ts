import { expect, test } from 'vitest';
import { conclude } from './conclude.js';

const counts = {
  changed: 3,
  new: 0,
  removed: 0,
  unchanged: 5,
  skipped: 1,
  failed: 0,
  pending: 0,
  approved: 3,
  rejected: 0,
};

test('a diff concludes as its reviewable results were decided (R25)', () => {
  expect(conclude('completed', counts)).toBe('success');
  expect(conclude('completed', { ...counts, pending: 1 })).toBe('failure');
  expect(conclude('completed', { ...counts, rejected: 1 })).toBe('failure');
  expect(conclude('completed', { ...counts, failed: 1 })).toBe('failure');
  expect(conclude('failed', counts)).toBe('failure');
  expect(conclude('processing', counts)).toBeNull();
});
