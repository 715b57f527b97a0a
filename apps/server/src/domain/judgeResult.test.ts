import { expect, test } from 'vitest';
import { judgeResult, type Sides } from './judgeResult.js';

const both: Sides = {
  headPixels: 'a',
  basePixels: 'b',
  inManifest: true,
  listed: false,
  failed: false,
  complete: false,
};

test.each<[string, Partial<Sides>, ReturnType<typeof judgeResult>]>([
  ['different pixels are compared', {}, 'compare'],
  ['equal pixels are unchanged without a decode (R2)', { basePixels: 'a' }, 'unchanged'],
  ['no base is new', { basePixels: null }, 'new'],
  ['outside the manifest is skipped (R24)', { inManifest: false }, 'skipped'],
  ['absence is no evidence (R23)', { headPixels: null }, 'skipped'],
  ['absence from a complete run is removal (R24)', { headPixels: null, complete: true }, 'removed'],
  ['absence of a listed name is removal (R24)', { headPixels: null, listed: true }, 'removed'],
  [
    'what failed to be captured is not removed',
    { headPixels: null, failed: true, complete: true },
    'skipped',
  ],
])('%s', (_, sides, verdict) => {
  expect(judgeResult({ ...both, ...sides })).toBe(verdict);
});
