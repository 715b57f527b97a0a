import { expect, test } from 'vitest';
import { presentRegions } from './presentRegions.js';

const box = { x: 1, y: 2, width: 3, height: 4 };

test('regions of an older comparison say neither what became of them nor where they were', () => {
  const known = { ...box, diffPixels: 5, kind: 'text', severity: 'low', base: box } as const;
  expect(presentRegions([{ ...box, diffPixels: 5 }, known])).toEqual([
    { ...box, diffPixels: 5, kind: null, severity: null, base: null },
    known,
  ]);
  expect(presentRegions(null)).toBeNull();
});
