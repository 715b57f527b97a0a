import { afterEach, expect, test, vi } from 'vitest';
import { steadyClock } from './steadyClock.js';

afterEach(() => vi.restoreAllMocks());

test('continues when the wall clock is set back', () => {
  const before = steadyClock.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
  vi.spyOn(Date, 'now').mockReturnValue(before - 3_600_000);
  expect(steadyClock.now()).toBeGreaterThanOrEqual(before);
});
