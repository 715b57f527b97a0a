import { type BaselineExplanation, baseReason } from '@svc/schema';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '../../../client/presentReview.js';
import { exampleResult } from '../../../testing/exampleReview.js';
import { displayName } from '../../../words/displayName.js';
import { percentWords } from '../../../words/percentWords.js';
import { baselineWords } from './baselineWords.js';
import { changeWords } from './changeWords.js';
import { guessAdvice, reasonWords, sourceSentence } from './explanationWords.js';
import { subthresholdWords } from './subthresholdWords.js';
import { trustWords } from './trustWords.js';

it('what looks different below the threshold has an area and a color difference', () => {
  const cream = { pixels: 570_000, area: 61.96, maxDeltaE: 7.94 };
  const said = 'looks different below the threshold: 62.0% of the page, ΔE 7.9';
  expect(subthresholdWords({ diffPercentage: 0, subthreshold: cream })).toBe(said);
  expect(subthresholdWords({ diffPercentage: 11.6, subthreshold: cream })).toBe(said);
});

it('a few pixels below the threshold count only where nothing else changed', () => {
  const few = { pixels: 40, area: 0.004, maxDeltaE: 3.4 };
  expect(subthresholdWords({ diffPercentage: 11.6, subthreshold: few })).toBe('');
  expect(subthresholdWords({ diffPercentage: 0, subthreshold: few })).toMatch('< 0.01% of the page, ΔE 3.4');
  expect(subthresholdWords({ diffPercentage: 0, subthreshold: null })).toBe('');
});

describe('words', () => {
  const changed = (fields: Partial<ReviewItem>) => changeWords(exampleResult({ regionCount: 1, ...fields }));
  it.each([
    [{}, ''],
    [{ regionCount: 4 }, ''],
    [
      { rowChanges: [{ kind: 'inserted', y: 300, baseY: 290, height: 20 }] },
      '20 rows inserted at y = 300; nothing else changed',
    ],
    [
      { rowChanges: [{ kind: 'removed', y: 300, baseY: 290, height: 1 }], regionCount: 3 },
      '1 row removed at y = 290; 2 other regions',
    ],
    [
      { rowChanges: [{ kind: 'moved', y: 5, baseY: 9, height: 2 }] },
      '2 rows moved from y = 9 to 5; nothing else changed',
    ],
    [{ headSize: { width: 2, height: 3 }, baselineSize: { width: 2, height: 1 } }, 'size 2 × 1 → 2 × 3'],
  ] as [Partial<ReviewItem>, string][])('tell a change %#', (fields, words) => {
    expect(changed(fields)).toBe(words);
  });

  it('doubt what flaked, did not hold still, or was rendered by something else', () => {
    expect(trustWords(exampleResult({ renderer: 'a', baselineRenderer: 'a' }))).toEqual([]);
    expect(
      trustWords(
        exampleResult({
          unstable: true,
          incomplete: [{ url: 'https://fonts.test/a.woff2', reason: 'the host could not be found' }],
          flakeCount: 2,
          renderer: 'HeadlessChrome/156.0 linux-x64, fonts aa',
          baselineRenderer: 'HeadlessChrome/149.0 linux-x64, fonts bb',
        }),
      ),
    ).toEqual([
      'The page did not hold still while it was captured',
      'Captured without https://fonts.test/a.woff2 (the host could not be found)',
      'Flaky: 2 earlier captures differed without a change',
      'Rendered differently from the baseline: Chrome 149.0 → 156.0, other fonts',
    ]);
  });

  it.each([
    ['branch:feature/a:b', 'from branch feature/a:b'],
    ['capture:cap_1', 'from capture cap_1'],
    ['approval:dif_1', 'same change approved in diff dif_1'],
    [null, 'there is none'],
  ])('%s', (source, words) => {
    expect(baselineWords(source)).toBe(words);
  });

  const baseline: BaselineExplanation = {
    reason: 'target-seen',
    ref: 'main',
    commit: '1a2b3c4d5e6f',
    captureId: 'cap_1',
    approvedBy: 'user:Ada',
    approvedAt: '2026-11-03T10:00:00.000Z',
    approvedIn: 'dif_1',
    newer: null,
  };
  it.each([
    [{ baseline }, 'Compared with main@1a2b3c4'],
    [{ baseline: { ...baseline, commit: null } }, 'Compared with main'],
    [{ baseline: { ...baseline, reason: 'base-capture' } }, 'Compared with capture cap_1'],
    [{ baseline: { ...baseline, ref: null, commit: null } }, 'Compared with capture cap_1'],
    [{ baseline, baselineSource: 'approval:dif_2' }, 'The same change was approved before'],
    [{ baseline, status: 'skipped' }, 'Not part of this run'],
    [{ baseline, status: 'new' }, 'There is no baseline yet'],
    [{ baselineSource: 'branch:main' }, 'Compared with the baseline from branch main'],
  ] as [Partial<ReviewItem>, string][])('tell what an image was compared with %#', (fields, words) => {
    expect(sourceSentence(exampleResult(fields))).toBe(words);
  });

  it('give every reason as a sentence of its own, and say what to do about a guess alone', () => {
    const reasons = baseReason.options.map((reason) => reasonWords({ ...baseline, reason }));
    expect(new Set(reasons).size).toBe(baseReason.options.length);
    for (const sentence of reasons) expect(sentence).toMatch(/^[A-Z].+\.$/);
    const advised = baseReason.options.filter((reason) => guessAdvice({ ...baseline, reason }));
    expect(advised).toEqual(['history-unknown']);
    expect(guessAdvice({ ...baseline, reason: 'history-unknown' })).toContain('fetch-depth: 0');
  });

  it.each([
    [null, ''],
    [0, '0%'],
    [0.004, '< 0.01%'],
    [1.234, '1.23%'],
    [11.6, '11.6%'],
    [43.21, '43.2%'],
  ])('%s percent', (share, words) => {
    expect(percentWords(share)).toBe(words);
  });

  it('shows the last part of a name as its title', () => {
    expect(displayName({ name: 'Forms/Button/Primary', path: null })).toEqual({
      title: 'Primary',
      place: 'Forms / Button',
    });
    expect(displayName({ name: 'x', path: ['Cards', 'Plain'] })).toEqual({ title: 'Plain', place: 'Cards' });
  });
});
