import type { Diff, DiffResult } from '@svc/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { affectedBy, applyDecision, inverseOf, restoreResults } from './applyDecision.js';
import { baselineWords } from './baselineWords.js';
import { deciderWords } from './deciderWords.js';
import { displayName } from './displayName.js';
import { filterResults, isReviewable, statusesOf, statusOrder, statusText } from './filterResults.js';
import { nextPending } from './nextPending.js';
import { percentWords } from './percentWords.js';
import { slotKey } from './slotKey.js';

const result = (fields: Partial<DiffResult>): DiffResult => ({
  name: 'a',
  viewport: null,
  status: 'changed',
  diffPercentage: 1,
  diffImageUrl: null,
  currentImageUrl: '',
  baselineImageUrl: null,
  headHash: null,
  approvalStatus: 'pending',
  baselineSource: null,
  baselineHash: null,
  renderer: null,
  baselineRenderer: null,
  path: null,
  width: null,
  height: null,
  decidedBy: null,
  decidedAt: null,
  unstable: false,
  flakeCount: 0,
  regions: null,
  rowChanges: null,
  fingerprint: null,
  thumbnailUrl: null,
  ...fields,
});

const anyResult = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'Forms/Button'),
    status: fc.constantFrom(...statusOrder),
    approvalStatus: fc.constantFrom('pending', 'approved', 'rejected'),
  })
  .map((fields) => result(fields as Partial<DiffResult>));
const anyResults = fc.array(anyResult, { maxLength: 30 });

const diffOf = (results: DiffResult[]): Diff => {
  const empty = applyDecision(
    {
      id: 'dif_1',
      suite: 's',
      status: 'completed',
      headCaptureId: 'cap_1',
      baseCaptureId: null,
      baselineRef: null,
      targetRefs: null,
      isLocal: false,
      reviewUrl: null,
      createdAt: '2026-01-01T00:00:00Z',
      project: 'acme/web',
      branch: null,
      commit: null,
      threshold: 0.063,
      antiAliasing: true,
      conclusion: null,
      error: null,
      isStale: false,
      failures: [],
      results,
      counts: {
        changed: 0,
        new: 0,
        removed: 0,
        unchanged: 0,
        skipped: 0,
        failed: 0,
        pending: 0,
        approved: 0,
        rejected: 0,
      },
    },
    { to: 'pending', names: [] },
  );
  return empty;
};

describe('slotKey', () => {
  it('tells slots apart whose names look like viewports', () => {
    const keys = [
      slotKey({ name: 'a', viewport: { width: 10, height: 20 } }),
      slotKey({ name: 'a@10x20', viewport: null }),
      slotKey({ name: 'a', viewport: null }),
    ];
    expect(new Set(keys).size).toBe(3);
  });
});

describe('filterResults', () => {
  it('shows exactly the results of the chosen statuses, each once', () => {
    fc.assert(
      fc.property(anyResults, fc.subarray([...statusOrder]), (results, statuses) => {
        const shown = filterResults(results, statuses, '');
        expect(new Set(shown)).toEqual(new Set(results.filter(({ status }) => statuses.includes(status))));
        expect(shown.length).toBe(new Set(shown).size);
      }),
    );
  });

  it('finds words in any order in name and path', () => {
    const both = [result({ name: 'x', path: ['Forms', 'Button', 'Primary'] }), result({ name: 'Card' })];
    expect(filterResults(both, ['changed'], 'primary forms')).toEqual([both[0]]);
    expect(filterResults(both, ['changed'], 'CARD')).toEqual([both[1]]);
  });

  it('keeps the chosen statuses in the URL text', () => {
    fc.assert(
      fc.property(fc.subarray([...statusOrder]), (statuses) => {
        expect(statusesOf(statusText(statuses))).toEqual(statuses);
      }),
    );
  });
});

describe('nextPending', () => {
  it('finds the nearest other pending result after the given one', () => {
    fc.assert(
      fc.property(anyResults, fc.nat(30), (list, start) => {
        const from = list.length === 0 ? -1 : start % list.length;
        const waiting = (index: number) => {
          const entry = list[index];
          return entry !== undefined && isReviewable(entry) && entry.approvalStatus === 'pending';
        };
        const after = list.map((_, index) => index).filter((index) => index > from && waiting(index));
        const before = list.map((_, index) => index).filter((index) => index < from && waiting(index));
        expect(nextPending(list, from)).toBe(after[0] ?? before[0] ?? -1);
      }),
    );
  });
});

describe('applyDecision', () => {
  const distinct = (results: DiffResult[]) =>
    diffOf(results.map((entry, index) => ({ ...entry, viewport: { width: index + 1, height: 1 } })));
  const someNames = fc.constantFrom(['a'], ['b', 'c'], null);

  it('decides exactly what is meant, counts it, and can be taken back', () => {
    fc.assert(
      fc.property(anyResults, someNames, (results, names) => {
        const before = distinct(results);
        const decision = { to: 'approved', names } as const;
        const affected = affectedBy(before, decision);
        const after = applyDecision(before, decision);
        after.results.forEach((entry, index) => {
          const old = before.results[index];
          if (old && affected.includes(old)) expect(entry.approvalStatus).toBe('approved');
          else expect(entry).toBe(old);
        });
        const { pending, approved, rejected } = after.counts;
        expect(pending + approved + rejected).toBe(results.filter(isReviewable).length);
        expect(restoreResults(after, affected)).toEqual(before);
      }),
    );
  });

  it('covers every viewport of a name', () => {
    const diff = distinct([
      result({ name: 'a' }),
      result({ name: 'a', status: 'new' }),
      result({ name: 'b' }),
    ]);
    expect(applyDecision(diff, { to: 'rejected', names: ['a'] }).counts).toMatchObject({
      pending: 1,
      rejected: 2,
    });
  });

  it('leaves rejected results alone when all are approved', () => {
    const diff = distinct([result({}), result({ name: 'b', approvalStatus: 'rejected' })]);
    expect(applyDecision(diff, { to: 'approved', names: null }).counts).toMatchObject({
      approved: 1,
      rejected: 1,
    });
  });

  it('has an inverse for each status that was there', () => {
    expect(inverseOf([result({}), result({}), result({ name: 'b', approvalStatus: 'rejected' })])).toEqual([
      { to: 'pending', names: ['a'] },
      { to: 'rejected', names: ['b'] },
    ]);
  });
});

describe('words', () => {
  it.each([
    ['branch:feature/a:b', 'from branch feature/a:b'],
    ['capture:cap_1', 'from capture cap_1'],
    ['approval:dif_1', 'same change approved in diff dif_1'],
    [null, 'there is none'],
  ])('%s', (source, words) => {
    expect(baselineWords(source)).toBe(words);
  });

  it.each([
    [null, ''],
    [0, '0 %'],
    [0.004, '< 0.01 %'],
    [1.234, '1.23 %'],
    [43.21, '43.2 %'],
  ])('%s percent', (share, words) => {
    expect(percentWords(share)).toBe(words);
  });

  it.each([
    ['user:Ada: the first', 'Ada: the first'],
    ['key:ci', 'API key ci'],
    ['somebody', 'somebody'],
  ])('%s decided', (decider, words) => {
    expect(deciderWords(decider)).toBe(words);
  });

  it('shows the last part of a name as its title', () => {
    expect(displayName({ name: 'Forms/Button/Primary', path: null })).toEqual({
      title: 'Primary',
      place: 'Forms / Button',
    });
    expect(displayName({ name: 'x', path: ['Cards', 'Plain'] })).toEqual({ title: 'Plain', place: 'Cards' });
  });
});
