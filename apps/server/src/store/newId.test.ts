import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from './newId.js';

test('ids are unique, prefixed and sort by the order they were made in, also when the clock steps back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), { minLength: 2 }),
      (times) => {
        const ids = times.map((time) => newId('capture', time));
        expect(ids).toEqual([...ids].sort());
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id).toMatch(/^cap_[0-7][0-9a-z]{25}$/);
      },
    ),
  );
});
