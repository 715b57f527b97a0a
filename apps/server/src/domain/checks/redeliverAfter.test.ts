import { expect, test } from 'vitest';
import { redeliverAfter } from './redeliverAfter.js';

test('pauses double up to an hour, and end', () => {
  const pauses = Array.from({ length: 40 }, (_, attempts) => redeliverAfter(attempts, null));
  expect(pauses.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(Math.max(...pauses.map((pause) => pause ?? 0))).toBe(3_600);
  expect(pauses.indexOf(null)).toBe(29);
  expect(pauses.slice(29).every((pause) => pause === null)).toBe(true);
});

test('the host is left alone for as long as it asks', () => {
  expect(redeliverAfter(0, 90)).toBe(90);
  expect(redeliverAfter(0, 1)).toBe(5);
  expect(redeliverAfter(8, 7_200)).toBe(7_200);
});
