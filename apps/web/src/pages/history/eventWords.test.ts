import { describe, expect, it } from 'vitest';
import { actorWords, eventReason, eventTitle, promotionWords, shareWords, sourceLink } from './eventWords.js';

const diff = { diffId: 'dif_1', status: 'changed', branch: 'feature', baselineRef: 'develop' } as const;

describe('the reason of a comparison', () => {
  it.each([
    ['branch:feature', /its own branch, feature/],
    ['branch:develop', /of develop, its target\. Its own branch, feature, had none/],
    ['branch:main', /default branch/],
    ['branch:with:colons', /of with:colons,/],
    ['capture:cap_1', /another capture/],
    ['approval:dif_0', /approved before/],
  ])('%s', (baselineSource, words) => {
    expect(eventReason({ ...diff, baselineSource })).toMatch(words);
  });

  it('is another one where nothing was compared', () => {
    expect(eventReason({ ...diff, status: 'new', baselineSource: null })).toMatch(/No branch/);
    expect(eventReason({ ...diff, diffId: null, baselineSource: null })).toMatch(/without a review/);
    expect(eventReason({ ...diff, branch: null, baselineSource: 'branch:main' })).toMatch(/no branch/);
  });
});

it('titles say what happened', () => {
  const titles = (['changed', 'new', 'removed', 'unchanged'] as const).map((status) =>
    eventTitle({ diffId: 'dif_1', status, diffPercentage: 0.001 }),
  );
  expect(titles).toEqual([
    'Changed by < 0.01%',
    'Appeared',
    'Removed',
    'Compared again, and no longer different',
  ]);
  expect(eventTitle({ diffId: null, status: null, diffPercentage: null })).toBe('Set as baseline');
  expect(eventTitle({ diffId: 'dif_1', status: 'changed', diffPercentage: 0 })).toBe(
    'Changed below the threshold',
  );
  // By how much is not known where an image was removed before they were compared.
  expect(eventTitle({ diffId: 'dif_1', status: 'changed', diffPercentage: null })).toBe('Changed');
});

it('a source is linked to where it is one record', () => {
  expect(['approval:dif_1', 'capture:cap_1', 'branch:main', null].map(sourceLink)).toEqual([
    { kind: 'diff', id: 'dif_1' },
    { kind: 'capture', id: 'cap_1' },
    null,
    null,
  ]);
});

it('baselines are current, replaced or revoked', () => {
  const made = { branch: 'main', actor: 'user:Ada', at: '', isTombstone: false };
  expect([
    promotionWords({ ...made, isActive: true, isRevoked: false }),
    promotionWords({ ...made, isActive: false, isRevoked: false }),
    promotionWords({ ...made, isActive: false, isRevoked: true }),
    promotionWords({ ...made, isActive: true, isRevoked: false, isTombstone: true }),
  ]).toEqual([
    'Baseline of main, current',
    'Baseline of main, replaced since',
    'Baseline of main, revoked since',
    'No longer expected on main, current',
  ]);
});

it('a share that is not nothing is never 0%', () => {
  expect([shareWords(0, 40), shareWords(1, 400), shareWords(3, 40), shareWords(0, 0)]).toEqual([
    'of 40 (0%)',
    'of 400 (1%)',
    'of 40 (8%)',
    '',
  ]);
  expect(actorWords('auto-approve')).toBe('The run itself');
});
