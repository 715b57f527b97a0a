import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '../../../client/presentReview.js';
import { anyResults } from '../../../testing/anyResults.js';
import { exampleDiff, exampleResult } from '../../../testing/exampleReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { isReviewable } from '../list/filterResults.js';
import { affectedBy, applyDecision, inverseOf, restoreResults } from './applyDecision.js';

describe('slotKey', () => {
  it('tells slots apart whatever their names and browsers look like', () => {
    const viewport = { width: 10, height: 20 };
    expect([
      slotKey({ name: 'a', viewport: null, browser: null }),
      slotKey({ name: 'a', viewport, browser: null }),
      slotKey({ name: 'a', viewport, browser: 'b' }),
      slotKey({ name: 'a', viewport: null, browser: 'b' }),
      slotKey({ name: 'a@10x20', viewport: null, browser: null }),
    ]).toEqual(['a', 'a@10x20', 'a@10x20@b', 'a@@b', 'a%4010x20']);
    const part = fc.string({ unit: fc.constantFrom('a', '@', '%', '4', '0', 'x'), minLength: 1 });
    const slot = fc.record({
      name: part,
      viewport: fc.constantFrom(null, { width: 4, height: 40 }),
      browser: fc.option(part),
    });
    fc.assert(
      fc.property(slot, slot, (a, b) => {
        expect(slotKey(a) === slotKey(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });
});

describe('applyDecision', () => {
  const distinct = (results: ReviewItem[]) =>
    exampleDiff(results.map((entry, index) => ({ ...entry, viewport: { width: index + 1, height: 1 } })));
  const someNames = fc.constantFrom(['a'], ['b', 'c'], null);

  it('decides exactly what is meant, counts it, and can be taken back', () => {
    fc.assert(
      fc.property(anyResults, someNames, (results, names) => {
        const before = distinct(results);
        const slots = before.results.filter(({ name }) => names?.some((one) => one === name));
        const decision = { to: 'approved', about: names && { slots } } as const;
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

  it('is about a slot, not about its name', () => {
    const diff = distinct([exampleResult({ name: 'a' }), exampleResult({ name: 'a', status: 'new' })]);
    const slots = diff.results.slice(1);
    expect(applyDecision(diff, { to: 'rejected', about: { slots } }).counts).toMatchObject({
      pending: 1,
      rejected: 1,
    });
  });

  it('leaves rejected results alone when all are approved', () => {
    const diff = distinct([exampleResult({}), exampleResult({ name: 'b', approvalStatus: 'rejected' })]);
    expect(applyDecision(diff, { to: 'approved', about: null }).counts).toMatchObject({
      approved: 1,
      rejected: 1,
    });
  });

  it('has an inverse for each status that was there', () => {
    const before = [exampleResult({}), exampleResult({ name: 'b', approvalStatus: 'rejected' })];
    expect(inverseOf(before)).toEqual([
      { to: 'pending', about: { slots: [before[0]] } },
      { to: 'rejected', about: { slots: [before[1]] } },
    ]);
  });

  it('decides single slots without other viewports of their name', () => {
    const diff = distinct([
      exampleResult({ name: 'a' }),
      exampleResult({ name: 'a' }),
      exampleResult({ name: 'b' }),
    ]);
    const slots = diff.results.slice(0, 1);
    const after = applyDecision(diff, { to: 'approved', about: { slots } });
    expect(after.results.map(({ approvalStatus }) => approvalStatus)).toEqual([
      'approved',
      'pending',
      'pending',
    ]);
  });
});
