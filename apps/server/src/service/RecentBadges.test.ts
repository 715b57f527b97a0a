import { expect, test, vi } from 'vitest';
import type { BadgeState } from '../domain/badges/badgeState.js';
import { RecentBadges } from './RecentBadges.js';

/** Finds out a state, and counts how often. */
const finding = (state: BadgeState) => vi.fn(async () => state);

test('requests at the same time share one answer, also where it is not kept', async () => {
  const badges = new RecentBadges(0);
  const find = finding('passing');
  expect(await Promise.all([badges.read('a', find), badges.read('a', find)])).toEqual(['passing', 'passing']);
  expect(find).toHaveBeenCalledTimes(1);
  expect(await badges.read('a', finding('failed'))).toBe('failed');
});

test('a state is told again for its time, of its own badge alone', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  try {
    const badges = new RecentBadges(500);
    expect(await badges.read('a', finding('passing'))).toBe('passing');
    now.mockReturnValue(1_499);
    expect(await badges.read('a', finding('failed'))).toBe('passing');
    expect(await badges.read('b', finding('pending'))).toBe('pending');
    now.mockReturnValue(1_500);
    expect(await badges.read('a', finding('failed'))).toBe('failed');
  } finally {
    now.mockRestore();
  }
});

test('a failure is told to those who waited, and to nobody afterwards', async () => {
  const badges = new RecentBadges(60_000);
  const fail = () => Promise.reject(new Error('no database'));
  await expect(badges.read('a', fail)).rejects.toThrow('no database');
  expect(await badges.read('a', finding('passing'))).toBe('passing');
});

test('the oldest of more than 1,000 badges is forgotten', async () => {
  const badges = new RecentBadges(60_000);
  for (let index = 0; index <= 1_000; index++) await badges.read(`${index}`, finding('passing'));
  expect(await badges.read('0', finding('failed'))).toBe('failed');
  expect(await badges.read('1000', finding('failed'))).toBe('passing');
});
