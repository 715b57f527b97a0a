import { expect, test } from 'vitest';
import { mapInTurns } from './mapInTurns.js';

test('maps every entry in its order', async () => {
  const entries = Array.from({ length: 1_001 }, (_, index) => index);
  expect(await mapInTurns(entries, (entry, index) => [entry, index])).toEqual(
    entries.map((entry) => [entry, entry]),
  );
  expect(await mapInTurns([], String)).toEqual([]);
});

test('lets others have their turn before all is mapped', async () => {
  let mapped = 0;
  let seen: number | null = null;
  setImmediate(() => {
    seen = mapped;
  });
  await mapInTurns(Array.from({ length: 1_000 }), () => {
    mapped++;
    const began = performance.now();
    while (performance.now() - began < 0.1);
  });
  expect(seen).toBeGreaterThan(0);
  expect(seen).toBeLessThan(1_000);
});
