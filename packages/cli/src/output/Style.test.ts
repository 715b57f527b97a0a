import { expect, test } from 'vitest';
import { colored, hasColors, styleFor } from './Style.js';

test.each<[Record<string, string>, boolean, boolean]>([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '3', NO_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: 'false' }, true, false],
  [{ FORCE_COLOR: '' }, false, false],
  [{ TERM: 'dumb' }, true, false],
  [{ CI: 'true' }, false, false],
  [{ CI: 'true', FORCE_COLOR: '1' }, false, true],
])('%o on a terminal %s: colors %s', (env, isTTY, colors) => {
  expect(hasColors({ isTTY }, env)).toBe(colors);
});

test('a color ends with the word', () => {
  expect(styleFor({ isTTY: true }, {}).bad('removed')).toBe('\u001b[31mremoved\u001b[0m');
  expect(colored.link('')).toBe('');
});
