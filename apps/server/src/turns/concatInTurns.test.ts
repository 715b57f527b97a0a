import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concatInTurns } from './concatInTurns.js';

test('joins chunks of any length in their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 })), async (chunks) => {
      const whole = await concatInTurns(chunks.map((chunk) => Buffer.from(chunk)));
      expect([...whole]).toEqual(chunks.flatMap((chunk) => [...chunk]));
    }),
  );
});
