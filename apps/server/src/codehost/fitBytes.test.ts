import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitBytes } from './fitBytes.js';

test('fits any text into any size, whole characters only', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.integer({ min: 4, max: 40 }),
      (text, maximum) => {
        const fitted = fitBytes(text, maximum);
        expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(maximum);
        if (Buffer.byteLength(text) <= maximum) expect(fitted).toBe(text);
        else expect(text.startsWith(fitted.replace(/ …$/, ''))).toBe(true);
      },
    ),
  );
});
