import { expect, test } from 'vitest';
import { passwordDelay, rememberedFailures, type TryCounter } from './passwordDelay.js';

test('the first tries cost nothing, each further one twice as long, up to five minutes', () => {
  const delays = Array.from({ length: 18 }, (_, index) => passwordDelay('account', index + 1));
  expect(delays).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]);
  expect(passwordDelay('account', 1e9)).toBe(300);
});

test('a wrong try is forgotten after five minutes, and a clock that goes back adds none', () => {
  expect([0, 299, 300, 601, 1e9, -1e9].map((seconds) => rememberedFailures(3, seconds))).toEqual([
    3, 3, 2, 1, 0, 3,
  ]);
});

test.each<[TryCounter, number]>([
  ['account', 320],
  ['address', 340],
  ['device', 320],
  ['person', 320],
])('who guesses as fast as the %s may has less than %i guesses in a day', (counter, most) => {
  let [now, last, failures, guesses] = [0, 0, 0, 0];
  while (now < 86_400) {
    failures = rememberedFailures(failures, now - last) + 1;
    [last, guesses] = [now, guesses + 1];
    now += Math.max(passwordDelay(counter, failures), 0.001);
  }
  expect(guesses).toBeGreaterThan(250);
  expect(guesses).toBeLessThan(most);
});
