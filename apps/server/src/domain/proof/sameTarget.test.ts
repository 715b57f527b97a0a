import { expect, it } from 'vitest';
import { isSameTarget } from './sameTarget.js';

const at = (origin: string, rest = {}) => ({
  name: 'Badge',
  url: `${origin}/iframe.html?id=badge--one`,
  ...rest,
});

it('targets of two builds are the same but for their hosts', () => {
  expect(isSameTarget(at('https://sit-a.example.com'), at('https://sit-b.example.com'))).toBe(true);
  expect(isSameTarget(at('http://sit-a.localhost:4300'), at('https://sit-b.example.com'))).toBe(true);
  expect(isSameTarget(at('https://sit-a.example.com'), at('https://sit-b.example.com', { delay: 1 }))).toBe(
    false,
  );
});
