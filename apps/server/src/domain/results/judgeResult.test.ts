import { expect, test } from 'vitest';
import { judgeResult, meansRemoval, type Sides } from './judgeResult.js';

const a = { pixels: 'a' };
const b = { pixels: 'b' };
const both: Sides<{ pixels: string }> = {
  head: a,
  base: b,
  sameCommit: null,
  unresolved: null,
  inManifest: true,
  failed: false,
  absenceIsRemoval: false,
};

test.each<[string, Partial<typeof both>, ReturnType<typeof judgeResult>]>([
  ['different pixels are compared', {}, { image: a, verdict: 'compare' }],
  ['equal pixels are unchanged without a decode (R2)', { base: a }, { image: a, verdict: 'unchanged' }],
  ['no base is new', { base: null }, { image: a, verdict: 'new' }],
  ['outside the manifest is skipped (R24)', { inManifest: false }, { image: a, verdict: 'skipped' }],
  ['absence is not evidence (R23)', { head: null }, { image: b, verdict: 'skipped' }],
  [
    'absence is removal where that was said (R24)',
    { head: null, absenceIsRemoval: true },
    { image: null, verdict: 'removed' },
  ],
  [
    'what failed to be captured is not removed',
    { head: null, failed: true, absenceIsRemoval: true },
    { image: b, verdict: 'skipped' },
  ],
  [
    'a change that nobody approved stays one while its snapshot fails',
    { head: null, failed: true, unresolved: { image: a } },
    { image: a, verdict: 'compare' },
  ],
  [
    'a complete run without a story that was new ends its review',
    { head: null, base: null, unresolved: { image: a }, absenceIsRemoval: true },
    null,
  ],
])('%s', (_, sides, result) => {
  expect(judgeResult({ ...both, ...sides })).toEqual(result);
});

const clean = { complete: true, listed: false, exitCode: 0, failedSnapshots: 0 };

test.each<[string, Partial<Parameters<typeof meansRemoval>[0]>, boolean]>([
  ['a complete run', {}, true],
  ['a complete capture without a command', { exitCode: null }, true],
  ['a name in a manifest', { complete: false, listed: true }, true],
  ['a filtered run', { complete: false }, false],
  ['a complete run that crashed', { exitCode: 1 }, false],
  ['a listed name in a run with a failed snapshot', { listed: true, failedSnapshots: 1 }, false],
])('removal: %s (R24)', (_, run, means) => {
  expect(meansRemoval({ ...clean, ...run })).toBe(means);
});
