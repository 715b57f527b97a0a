import { expect, it } from 'vitest';
import { isSameTarget } from './sameTarget.js';

const at = (origin: string, rest = {}) => ({
  name: 'Badge',
  url: `${origin}/iframe.html?id=badge--one`,
  ...rest,
});

it('targets of two builds are the same but for their hosts', () => {
  expect(isSameTarget(at('https://sit-a.example.com'), at('https://sit-b.example.com'))).toBe(true);
  expect(isSameTarget(at('https://sit-a.example.com'), at('https://sit-b.example.com', { delay: 1 }))).toBe(
    false,
  );
});

it.each([
  ['http://sit-a.example.com', 'https://sit-b.example.com', false],
  ['http://sit-a.localhost.example.com', 'http://sit-b.localhost', false],
  ['http://sit-a.example.com', 'http://sit-b.example.com:4300', true],
  ['http://sit-a.sites.localhost:4300', 'https://sit-b.example.com', true],
  ['http://127.0.0.1:4300', 'http://[::1]', true],
])('what only secure contexts can do makes a difference between %s and %s', (one, other, isSame) => {
  expect(isSameTarget(at(one), at(other))).toBe(isSame);
});
