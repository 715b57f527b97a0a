import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitChunks, targetsPerChunk } from './splitChunks.js';

test('every target is in exactly one chunk, no chunk is large, and none is much smaller than another', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(10_000), { maxLength: 600 }), (drawn) => {
      const positions = drawn.toSorted((one, other) => one - other);
      const chunks = splitChunks(positions);
      const held = chunks.map(({ from, to }) => positions.filter((one) => from <= one && one < to));
      expect(held.flat()).toEqual(positions);
      const sizes = held.map(({ length }) => length);
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(targetsPerChunk);
      expect(Math.max(0, ...sizes) - Math.min(...sizes, targetsPerChunk)).toBeLessThanOrEqual(
        sizes.length > 1 ? 1 : targetsPerChunk,
      );
    }),
  );
});
