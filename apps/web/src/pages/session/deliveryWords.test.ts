import { expect, it } from 'vitest';
import { deliveryWords } from './deliveryWords.js';

const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  [true, 0, null, 'shown on the code host'],
  [false, 0, '2026-01-01T00:00:00Z', 'waiting for delivery'],
  [false, 1, '2025-12-31T00:00:00Z', 'tried once, due now'],
  [false, 3, '2026-01-01T00:00:45Z', 'tried 3 times, next in 45 s'],
  [false, 3, '2026-01-01T00:04:00Z', 'tried 3 times, next in 4 min'],
  [false, 8, null, 'tried 8 times, and not retried automatically'],
])('%s after %i tries, next at %s', (isShown, attempts, nextAttemptAt, words) => {
  expect(deliveryWords({ isShown, attempts, nextAttemptAt }, now)).toBe(words);
});
