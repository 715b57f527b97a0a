import { expect, test } from 'vitest';
import { name } from './primitives.js';

test.each(['\u0000', '\n', '\u001b', '\u007f', '\u0085', '\u009b'])(
  'a name must not contain %j',
  (character) => {
    expect(name.safeParse(`a${character}b`).success).toBe(false);
  },
);

test.each(['\u00a0', 'é', '🙂', '\u202e'])('a name may contain %j', (character) => {
  expect(name.parse(`a${character}b`)).toBe(`a${character}b`.normalize('NFC'));
});
