import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '../../../client/presentReview.js';
import { anyResults } from '../../../testing/anyResults.js';
import { exampleDiff, exampleResult } from '../../../testing/exampleReview.js';
import { applyDecision, revertible } from './applyDecision.js';
import { changedMeanwhile, type Refused, refusalOf, unchangedIn } from './refusalOf.js';

const now = Date.parse('2026-03-01T10:00:00.000Z');
const refused = (fields: Partial<Refused>): Refused => ({
  code: 'DECISION_CONFLICT',
  message: '"a" is not pending any more. Look again, then decide',
  before: [exampleResult({})],
  stale: null,
  saved: [],
  fresh: null,
  ...fields,
});
const rejectedByBob: Partial<ReviewItem> = {
  approvalStatus: 'rejected',
  decidedBy: 'user:Bob',
  decidedAt: '2026-03-01T09:58:00.000Z',
};

describe('a refusal', () => {
  it('names who decided and when, and leads there', () => {
    const fresh = exampleDiff([exampleResult(rejectedByBob)]);
    expect(refusalOf(refused({ fresh }), now)).toEqual({
      message: 'Not saved: Bob rejected "a" 2 minutes ago.',
      show: fresh.results[0],
    });
  });

  it('says that a project is out of reach', () => {
    const gone = { code: 'PROJECT_NOT_FOUND', message: 'Project not found' };
    expect(refusalOf(refused(gone), now)).toEqual({
      message: 'Not saved: the project was removed, or you no longer have access to it.',
    });
  });

  it('counts what was saved nevertheless, and what else was decided', () => {
    const before = ['a', 'b', 'c'].map((name) => exampleResult({ name }));
    const [first, second, third] = before as [ReviewItem, ReviewItem, ReviewItem];
    const fresh = exampleDiff([
      { ...first, ...rejectedByBob },
      { ...second, ...rejectedByBob },
      { ...third, approvalStatus: 'pending' },
    ]);
    expect(refusalOf(refused({ before, saved: [third], fresh }), now).message).toBe(
      'Saved 1 of 3; the rest stays as it is: Bob rejected "a" 2 minutes ago, and 1 more changed in the meantime.',
    );
  });

  it('says that a decision was taken back', () => {
    const before = [exampleResult({ approvalStatus: 'approved' })];
    expect(refusalOf(refused({ before, fresh: exampleDiff([exampleResult({})]) }), now).message).toBe(
      'Not saved: "a" was set back to pending.',
    );
  });

  it('says that the baseline is another one, and leads there', () => {
    const before = [exampleResult({ baselineHash: 'old' }), exampleResult({ name: 'b' })];
    const fresh = exampleDiff([exampleResult({ baselineHash: 'new' }), exampleResult({ name: 'b' })]);
    expect(refusalOf(refused({ before, saved: before.slice(1), fresh }), now)).toEqual({
      message: 'Saved 1 of 2; the rest stays as it is: "a" was compared with another baseline.',
      show: fresh.results[0],
    });
  });

  it('leads to the newer diff, or offers to compare again', () => {
    const newer = { snapshot: 'a@320x200', newerDiffId: 'dif_2' };
    expect(refusalOf(refused({ stale: newer }), now)).toEqual({
      message: 'Not saved: "a@320x200" looks different in a newer build of this branch. Decide there.',
      openDiff: 'dif_2',
    });
    const moved = { snapshot: 'a', newerDiffId: null };
    expect(refusalOf(refused({ stale: moved }), now)).toEqual({
      message: 'Not saved: the baseline of "a" has changed. Compare again, then decide.',
      reDiff: true,
    });
  });

  it('passes on what the service says where nobody decided', () => {
    expect(refusalOf(refused({ message: 'No.' }), now)).toEqual({
      message: 'Not saved: No.',
    });
  });
});

describe('what somebody else decided', () => {
  const distinct = anyResults.map((results) =>
    results.map((result, index) => ({ ...result, viewport: { width: index + 1, height: 1 } })),
  );
  const status = fc.constantFrom('pending', 'approved', 'rejected');

  it('is told from what is as it was', () => {
    fc.assert(
      fc.property(distinct, fc.infiniteStream(status), (before, statuses) => {
        const fresh = exampleDiff(
          before.map((result) => ({ ...result, approvalStatus: statuses.next().value ?? 'pending' })),
        );
        expect(changedMeanwhile(fresh, before).length + unchangedIn(fresh, before).length).toBe(
          before.length,
        );
      }),
    );
  });

  it('is not decided along with the rest where its images are others', () => {
    const before = [exampleResult({ headHash: 'a' })];
    expect(unchangedIn(exampleDiff([exampleResult({ headHash: 'b' })]), before)).toEqual([]);
    expect(unchangedIn(exampleDiff([]), before)).toEqual([]);
  });

  it('is not taken back', () => {
    const before = [exampleResult({ name: 'a' }), exampleResult({ name: 'b' })];
    const diff = applyDecision(exampleDiff(before), { to: 'approved', about: null });
    const made = { to: 'approved', before } as const;
    expect(revertible(diff, made)).toEqual(before);
    const overruled = applyDecision(diff, { to: 'rejected', about: { slots: before.slice(1) } });
    expect(revertible(overruled, made)).toEqual(before.slice(0, 1));
  });

  it('is not taken back where somebody else decided the same', () => {
    const before = ['a', 'b', 'c'].map((name) => exampleResult({ name }));
    const made = { to: 'approved', before } as const;
    const deciders = [
      { decidedBy: 'user:Ada', mine: true },
      { decidedBy: 'user:Ada', mine: false },
      { decidedBy: null, mine: false },
    ];
    const diff = exampleDiff(
      before.map((result, index) => ({
        ...result,
        approvalStatus: 'approved',
        ...deciders[index],
      })),
    );
    expect(revertible(diff, made).map(({ name }) => name)).toEqual(['a', 'c']);
  });
});
