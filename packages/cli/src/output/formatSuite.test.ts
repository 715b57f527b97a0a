import type { BaselineExplanation } from '@svc/sdk';
import { expect, test } from 'vitest';
import { sampleCapture, sampleDiff, sampleResult, sampleSnapshot } from '../../../sdk/testing/samples.js';
import { describeSuite } from './describeSuite.js';
import { formatSuite } from './formatSuite.js';
import { casesOf } from './junit/casesOf.js';
import { exitCodeOf } from './Outcome.js';

const baseline: BaselineExplanation = {
  reason: 'history-unknown',
  ref: 'main',
  commit: 'c1',
  captureId: 'cap_0',
  approvedBy: 'user:Ada',
  approvedAt: '2026-11-20T10:00:00.000Z',
  approvedIn: 'dif_0',
  newer: null,
};

test('says of each change what it is, how much, against what, and whose it is', () => {
  const incomplete = [{ url: 'https://fonts.test/a.woff2', reason: 'the host could not be found' }];
  const results = [
    sampleResult({ name: 'a', status: 'changed', diffPercentage: 0.001, baseline }),
    sampleResult({ name: 'b', browser: 'firefox', status: 'new', approvalStatus: 'rejected' }),
    sampleResult({ name: 'c', viewport: { width: 320, height: 200 }, status: 'removed' }),
    sampleResult({
      name: 'd',
      status: 'changed',
      diffPercentage: 31.26,
      baselineSource: 'branch:main',
      incomplete,
    }),
    sampleResult({ name: 'e', status: 'unchanged', approvalStatus: 'approved', incomplete }),
    ...['f', 'g', 'h', 'i', 'j', 'k', 'l', 'out'].map((name) =>
      sampleResult({ name, status: 'skipped', approvalStatus: 'approved' }),
    ),
  ];
  const snapshots = [
    sampleSnapshot({ name: 'a' }),
    sampleSnapshot({ name: 'b', browser: 'firefox' }),
    sampleSnapshot({ name: 'd', carriedFrom: 'cap_0' }),
    sampleSnapshot({ name: 'e' }),
    sampleSnapshot({ name: 'out' }),
  ];
  const capture = sampleCapture({ snapshots, totalSnapshots: 5, completedSnapshots: 5 });
  const suite = describeSuite({ capture, diff: sampleDiff({ results }) });
  expect(suite.results.filter(({ carried }) => carried).map(({ name }) => name)).toEqual([
    ...['d', 'f', 'g', 'h', 'i', 'j', 'k', 'l'],
  ]);
  expect(formatSuite(suite, ['A note']).split('\n')).toEqual([
    'Capture cap_1 of suite "default": 4 of 4 captured',
    'Diff dif_1: 2 changed, 1 new, 1 removed, 1 unchanged, 8 skipped',
    '  changed  a  < 0.01 %  against main@c1, approved by Ada in dif_0; a guess',
    '  changed  d  31.3 %  carried over from an earlier build  incomplete  against main',
    '  new      b (firefox)  rejected',
    '  removed  c (320x200)',
    'Not captured here, so they keep their baselines: f, g, h, i, j, and 2 more',
    'Not compared, since the manifest leaves them out: out',
    'Captured without https://fonts.test/a.woff2 (the host could not be found): d, e',
    'Some baselines are a guess: the service does not know the whole history of this commit (`fetch-depth: 0` in CI tells it)',
    'A note',
    'To do: 3 waiting for review, 1 rejected',
    'Review: http://service/diffs/dif_1',
    '',
  ]);
});

test('a snapshot that was not captured is named once, as failed', async () => {
  const failure = { name: 'a', viewport: { width: 375, height: 720 }, browser: null, message: 'timed out' };
  const results = [
    sampleResult({ ...failure, status: 'skipped', approvalStatus: 'approved' }),
    sampleResult({ name: 'out', status: 'skipped', approvalStatus: 'approved' }),
  ];
  const capture = sampleCapture({ failures: [failure], snapshots: [sampleSnapshot({ name: 'out' })] });
  const suite = describeSuite({ capture, diff: sampleDiff({ results, failures: [failure] }) });
  const lines = formatSuite(suite).split('\n');
  expect(lines.filter((line) => line.includes('a (375x720)'))).toEqual(['  failed   a (375x720): timed out']);
  expect(lines).toContain('Not compared, since the manifest leaves them out: out');
  expect(casesOf(suite).map(({ name, outcome }) => [name, outcome?.kind])).toEqual([
    ['out', 'skipped'],
    ['a (375x720)', 'error'],
  ]);
});

test('says in words what changed', () => {
  const results = [
    sampleResult({
      name: 'a',
      status: 'changed',
      diffPercentage: 12,
      columnChanges: [{ kind: 'inserted', x: 240, baseX: 240, width: 40 }],
      regions: [
        {
          x: 240,
          y: 0,
          width: 40,
          height: 90,
          diffPixels: 3600,
          kind: 'added',
          severity: 'high',
          base: null,
        },
      ],
    }),
  ];
  const text = formatSuite(describeSuite({ capture: sampleCapture(), diff: sampleDiff({ results }) }));
  expect(text).toContain('  changed  a  12.0 %  40 columns inserted at x = 240; nothing else changed  ');
});

test('says what was compared but in part, changed or not', () => {
  const of = (name: string, percentage: number) =>
    sampleResult({
      name,
      ignored: { regions: [{ x: 0, y: 0, width: 1, height: 1 }], percentage, isLarge: percentage > 30 },
    });
  const results = [
    of('a', 12),
    of('h', 31),
    sampleResult({ name: 'b' }),
    ...['c', 'd', 'e', 'f', 'g'].map((n) => of(n, 3)),
  ];
  const text = formatSuite(describeSuite({ capture: sampleCapture(), diff: sampleDiff({ results }) }));
  expect(text).toContain(
    '\nIgnored for more than 30 % of the image, where changes go unseen: h (31.0 %)' +
      '\nIgnored in part: a (12.0 %), c (3.00 %), d (3.00 %), e (3.00 %), f (3.00 %), and 1 more\n',
  );
});

test('a long list is cut', () => {
  const results = Array.from({ length: 60 }, (_, index) =>
    sampleResult({ name: `s${index}`, status: 'new' }),
  );
  const snapshots = results.map(({ name }) => sampleSnapshot({ name }));
  const text = formatSuite(
    describeSuite({ capture: sampleCapture({ snapshots }), diff: sampleDiff({ results }) }),
  );
  expect(text).toContain('  new      s49\n  … and 10 more\n');
});

test('says what was changed in most snapshots, and where no cause is known', () => {
  const cause = (signature: string) => ({
    ...{ signature, kind: 'style' as const, property: 'color', from: '#000000', to: '#ffffff' },
    ...{ component: null, text: `\`${signature}\` was changed`, element: 'p', count: 1, effect: null },
    ...{ regions: [0], isWhole: true },
  });
  const causes = (signatures: string[], isExplained = true) => ({
    causes: signatures.map(cause),
    total: signatures.length,
    unexplained: isExplained ? [] : [{ region: 0, kind: 'rendering' as const }],
    ...{ isExplained, isPartial: false },
  });
  const changed = (name: string, given: ReturnType<typeof causes> | null) =>
    sampleResult({ name, status: 'changed', diffPercentage: 1, causes: given });
  const suiteOf = (results: ReturnType<typeof sampleResult>[]) =>
    formatSuite(describeSuite({ capture: sampleCapture({}), diff: sampleDiff({ results }) })).split('\n');
  const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(
    suiteOf([
      changed('one', causes(['z'])),
      changed('two', causes([...letters, 'z'], false)),
      changed('three', null),
    ]),
  ).toEqual(
    expect.arrayContaining([
      'Causes, those of most changes first:',
      '  2 × `z` was changed',
      '  1 × `a` was changed',
      '  1 × `d` was changed',
      '  … and 3 more',
      '  1 with pixels that no cause explains',
    ]),
  );
  expect(suiteOf([changed('three', null)]).join()).not.toContain('Causes');
});

test('accessibility changes that wait for a review are something to do, without any changed image', () => {
  const results = [sampleResult({ name: 'a', status: 'unchanged', approvalStatus: 'approved' })];
  const capture = sampleCapture({ snapshots: [sampleSnapshot({ name: 'a' })] });
  const suiteWith = (pending: number, rejected: number) =>
    describeSuite({
      capture,
      diff: sampleDiff({ results, accessibility: { pending, approved: 1, rejected } }),
    });
  const open = suiteWith(2, 1);
  expect([open.conclusion, exitCodeOf(open), exitCodeOf(open, true)]).toEqual(['failure', 1, 0]);
  expect(formatSuite(open).trimEnd().split('\n').slice(-3)).toEqual([
    'To do: 2 accessibility changes waiting for review, 1 accessibility change rejected',
    'Review: http://service/diffs/dif_1',
    'Accessibility: http://service/diffs/dif_1/accessibility',
  ]);
  const done = suiteWith(0, 0);
  expect([done.conclusion, exitCodeOf(done)]).toEqual(['success', 0]);
  expect(formatSuite(done)).not.toContain('Accessibility');
});
