import { expect, test } from 'vitest';
import { type ConcludedDiff, describeCheckRun, describeCommit } from './describeCheckRun.js';

const counts = {
  changed: 0,
  new: 0,
  removed: 0,
  unchanged: 4,
  skipped: 0,
  failed: 0,
  pending: 0,
  approved: 0,
  rejected: 0,
};
const fine: ConcludedDiff = {
  suite: 'forms',
  status: 'completed',
  conclusion: 'success',
  counts,
  exitCode: 0,
  error: null,
};
const pending: ConcludedDiff = {
  ...fine,
  suite: 'tables',
  conclusion: 'failure',
  counts: { ...counts, changed: 2, pending: 1, approved: 1 },
};

test('a check run says what is to do', () => {
  expect(describeCheckRun(fine)).toEqual({
    status: 'completed',
    conclusion: 'success',
    title: 'No changes',
    summary: '4 unchanged',
  });
  expect(describeCheckRun(pending)).toMatchObject({
    conclusion: 'failure',
    title: '1 to review',
    summary: '2 changed, 4 unchanged\n1 pending, 1 approved',
  });
});

test('a run that crashed says so (R26)', () => {
  const crashed = describeCheckRun({ ...fine, conclusion: null, exitCode: 3 });
  expect(crashed).toMatchObject({ status: 'completed', conclusion: null });
  expect(crashed.title).toBe('The command ended with exit code 3');
  expect(crashed.summary).toContain('nothing was approved automatically');
});

test('a diff under way has no conclusion, and neither has its commit', () => {
  const underWay: ConcludedDiff = { ...fine, status: 'processing', conclusion: null };
  expect(describeCheckRun(underWay)).toMatchObject({ status: 'in_progress', conclusion: null });
  expect(describeCommit([fine, underWay])).toMatchObject({ status: 'in_progress', conclusion: null });
});

test('a commit concludes as its suites do', () => {
  expect(describeCommit([fine, pending])).toEqual({
    status: 'completed',
    conclusion: 'failure',
    title: '1 of 2 suites need a look',
    summary: 'forms: No changes\ntables: 1 to review',
  });
  expect(describeCommit([fine]).conclusion).toBe('success');
});
