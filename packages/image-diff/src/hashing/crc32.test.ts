import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withEngine } from '../engine.js';
import { beginCrc32, crc32In } from './crc32.js';

/** By the polynomial, bit by bit (PNG, chapter D). */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return ~crc >>> 0;
}

test.each([
  ['the engine', crc32In],
  ['the fastest way', beginCrc32],
])('%s sums bytes as PNG has it', (_, begin) => {
  const few = fc.uint8Array({ maxLength: 300 });
  const many = fc
    .tuple(few, fc.integer({ min: 60_000, max: 200_000 }))
    .map(([part, length]) => Uint8Array.from({ length }, (_, i) => part[i % Math.max(1, part.length)] ?? 0));
  fc.assert(
    fc.property(fc.oneof(few, { arbitrary: many, weight: 1 }), (bytes) =>
      withEngine((engine) => {
        expect(begin(engine)(bytes)).toBe(crcOf(bytes));
      }),
    ),
    { numRuns: 60 },
  );
});
