import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleReport, pending, slotResult } from '../../../testing/exampleReport.js';
import { describeSuite } from '../checks/describeCheckRun.js';
import { judgeCommit } from '../checks/judgeCommit.js';
import type { Report } from '../checks/Report.js';
import { badgeState } from './badgeState.js';

const verdictsOf = (...reports: Report[]) =>
  judgeCommit(reports, { now: 10, finished: [] }).suites.get('forms') ?? [];
const decided = (approvalStatus: 'approved' | 'rejected' | 'pending') => ({
  ...slotResult('button', { status: 'changed' }),
  approvalStatus,
});

test.each<[string, Report[], string]>([
  ['no build', [], 'unknown'],
  ['an unchanged build', [exampleReport(1, { unchanged: 4 })], 'passing'],
  ['an approved change', [exampleReport(1, { results: [decided('approved')] })], 'passing'],
  ['an undecided change', [exampleReport(1, { results: [pending('button')] })], 'pending'],
  ['a comparison that runs', [exampleReport(1, { status: 'processing', unchanged: 4 })], 'pending'],
  ['a rejected change', [exampleReport(1, { results: [pending('card'), decided('rejected')] })], 'failed'],
  ['a command that failed', [exampleReport(1, { exitCode: 1, unchanged: 4 })], 'failed'],
])('%s is %s', (_, reports, state) => {
  expect(badgeState(verdictsOf(...reports))).toBe(state);
});

test('a badge passes exactly where the check does', () => {
  const report = fc.record({
    exitCode: fc.constantFrom(0, 0, 1),
    status: fc.constantFrom('completed' as const, 'completed' as const, 'processing' as const),
    results: fc.array(
      fc.constantFrom('approved', 'rejected', 'pending').map((one) => decided(one as 'approved')),
    ),
  });
  fc.assert(
    fc.property(fc.array(report, { minLength: 1, maxLength: 3 }), (drawn) => {
      const verdicts = verdictsOf(...drawn.map((one, index) => exampleReport(index + 1, one)));
      const isGreen = describeSuite(verdicts).conclusion === 'success';
      expect(badgeState(verdicts) === 'passing').toBe(isGreen);
    }),
  );
});
