import { expect, test } from 'vitest';
import { exampleReport, job, pending, shard, slotResult } from '../../../testing/exampleReport.js';
import { awaitedUntil, describeCommit, describeSuite } from './describeCheckRun.js';
import { judgeCommit } from './judgeCommit.js';
import type { Part } from './Part.js';
import type { Report } from './Report.js';

const hours = 3_600_000;
const judge = (reports: readonly Report[], { now = 10, finished = [] as string[] } = {}) =>
  judgeCommit(reports, { now, finished: finished.map((runKey) => ({ branch: 'feature', runKey })) });
const suite = (reports: readonly Report[], ends?: Parameters<typeof judge>[1]) =>
  describeSuite(judge(reports, ends).suites.get('forms') ?? []);
const commit = (reports: readonly Report[], ends?: Parameters<typeof judge>[1]) =>
  describeCommit(judge(reports, ends));

const fine = exampleReport(1, { unchanged: 4 });
const tables = exampleReport(2, {
  suite: 'tables',
  results: [pending('a'), slotResult('b', { status: 'changed' })],
  unchanged: 4,
});

test('a check run says what is to do', () => {
  expect(suite([fine])).toEqual({
    status: 'completed',
    conclusion: 'success',
    title: 'No changes',
    summary: '4 unchanged',
  });
  expect(describeSuite(judge([tables]).suites.get('tables') ?? [])).toMatchObject({
    conclusion: 'failure',
    title: '1 to review',
    summary: '2 changed, 4 unchanged\n1 pending, 1 approved',
  });
});

test('of several builds, what is unchanged or skipped is counted once for each slot', () => {
  const skipped = (...names: string[]) => ({
    skipped: names.length,
    skippedSlots: names.map((name) => slotResult(name)),
  });
  const of = (part: Part, name: string, at: number, fields: Partial<Report>) =>
    exampleReport(at, { part, results: [slotResult(name)], ...fields });
  const shards = [of(shard(1, 2), 'a', 1, skipped('b', 'c')), of(shard(2, 2), 'b', 2, skipped('c', 'd'))];
  expect(suite(shards)).toMatchObject({ title: 'No changes', summary: '2 unchanged, 2 skipped' });
  const branches = ['main', 'feature'].map((branch) =>
    exampleReport(1, { branch, unchanged: 4, skipped: 2 }),
  );
  expect(suite(branches)).toMatchObject({ summary: '8 unchanged, 4 skipped' });
  // What failed, or is under way, tells nothing of any slot.
  const again = [exampleReport(1, { status: 'failed', results: [] }), exampleReport(2, { unchanged: 4 })];
  expect(suite(again)).toMatchObject({ summary: '4 unchanged\nRan again: the whole.' });
});

test('an ignored change holds up no check, and is looked at again when that ends (R59)', () => {
  const until = 5_000;
  const ignored = (name: string) => ({ ...pending(name), ignoredUntil: until });
  const alone = exampleReport(1, { results: [ignored('a')] });
  expect(suite([alone])).toMatchObject({
    conclusion: 'success',
    title: '1 ignored for now',
    summary: expect.stringContaining('Ignored for now, of those that are pending: 1'),
  });
  expect(awaitedUntil(judge([alone]))).toBe(until);
  const withOther = exampleReport(1, { results: [ignored('a'), pending('b')] });
  expect(suite([withOther])).toMatchObject({ conclusion: 'failure', title: '1 to review' });
  const decided = { ...slotResult('c', { status: 'changed' }), approvalStatus: 'rejected' as const };
  expect(suite([exampleReport(1, { results: [ignored('a'), decided] })])).toMatchObject({
    conclusion: 'failure',
    title: '1 rejected',
  });
});

test('a run that crashed says so (R26)', () => {
  const crashed = suite([exampleReport(1, { exitCode: 3 })]);
  expect(crashed).toMatchObject({ status: 'completed', conclusion: null });
  expect(crashed.title).toBe('The command ended with exit code 3');
  expect(crashed.summary).toContain('nothing was approved automatically');
});

test.each<[string, Partial<Report>, string]>([
  ['a comparison failed', { status: 'failed', error: 'no memory' }, 'The comparison failed'],
  ['a capture failed', { status: 'failed', error: 'cancelled by ada', diffId: null }, 'The capture failed'],
  ['a snapshot was not captured', { failed: 2 }, '2 could not be captured'],
  ['no snapshot arrived', { isEmpty: true, results: [] }, 'No snapshot arrived'],
  [
    'somebody said no',
    { results: [slotResult('a', { status: 'new', approvalStatus: 'rejected' })] },
    '1 rejected',
  ],
])('it is a failure when %s (R25)', (_, fields, title) => {
  expect(suite([exampleReport(1, fields)])).toMatchObject({ conclusion: 'failure', title });
});

test('a diff under way has no conclusion, and neither has its commit', () => {
  const underWay = exampleReport(1, { status: 'processing' });
  expect(suite([underWay])).toMatchObject({ status: 'in_progress', conclusion: null, title: 'Comparing' });
  expect(commit([fine, underWay])).toMatchObject({
    status: 'in_progress',
    conclusion: null,
    title: 'Comparing',
  });
});

test('a commit concludes as its suites do', () => {
  expect(commit([fine, tables])).toEqual({
    status: 'completed',
    conclusion: 'failure',
    title: '1 of 2 suites needs attention',
    summary: 'forms: No changes\ntables: 1 to review',
  });
  expect(commit([fine])).toMatchObject({ conclusion: 'success', title: 'Nothing to review' });
});

test('shards that have yet to report are named, and awaited for two hours (R46)', () => {
  const reports = [exampleReport(1, { part: shard(1, 4) }), exampleReport(5, { part: shard(3, 4) })];
  expect(suite(reports)).toMatchObject({
    status: 'in_progress',
    conclusion: null,
    title: 'Waiting for 2 of 4 parts',
    summary: '1 unchanged\n2 of 4 parts reported; waiting for shards 2/4, 4/4.',
  });
  expect(awaitedUntil(judge(reports))).toBe(1 + 2 * hours);
  expect(suite(reports, { now: 1 + 2 * hours })).toMatchObject({
    status: 'completed',
    conclusion: 'failure',
    title: '2 of 4 parts reported',
    summary: '1 unchanged\n2 of 4 parts reported; shards 2/4, 4/4 did not.',
  });
  expect(awaitedUntil(judge(reports, { now: 1 + 2 * hours }))).toBeNull();
  expect(suite(reports, { finished: ['run'] })).toMatchObject({ conclusion: 'failure' });
});

test('what is wrong already is said before all parts have reported', () => {
  const changed = exampleReport(1, { part: shard(1, 2), results: [pending('button')] });
  expect(suite([changed])).toMatchObject({
    status: 'completed',
    conclusion: 'failure',
    title: '1 to review',
  });
  expect(suite([changed]).summary).toContain('1 of 2 parts reported; waiting for shard 2/2.');
  expect(awaitedUntil(judge([changed]))).toBe(1 + 2 * hours);
  const crashed = exampleReport(1, { part: shard(1, 2), exitCode: 1 });
  expect(suite([crashed])).toMatchObject({ status: 'completed', conclusion: null });
  expect(commit([tables, exampleReport(3, { status: 'processing' })])).toMatchObject({
    conclusion: 'failure',
  });
});

test('a run of unknown length is open until somebody finishes it (R46)', () => {
  const reports = [exampleReport(1, { part: shard(1, null) }), exampleReport(2, { part: shard(2, null) })];
  expect(suite(reports)).toMatchObject({ status: 'in_progress', title: 'Waiting for more parts' });
  expect(suite(reports, { finished: ['run'] })).toMatchObject({ status: 'completed', conclusion: 'success' });
  expect(suite(reports.slice(1), { finished: ['run'] })).toMatchObject({
    conclusion: 'failure',
    title: '1 of 2 parts reported',
  });
  expect(suite(reports, { now: 1 + 2 * hours })).toMatchObject({
    conclusion: 'failure',
    title: '2 parts reported, and the run was not finished',
  });
});

test('a run that is finished though nothing of it reported is a failure', () => {
  expect(commit([fine], { finished: ['unheard'] })).toMatchObject({
    conclusion: 'failure',
    title: 'No part of the run reported',
    summary: 'forms: No changes\nRun unheard is finished, but no part of it has reported.',
  });
});

test('a part that crashed is named, and so is one that ran again', () => {
  const first = [
    exampleReport(1, { part: shard(1, 2) }),
    exampleReport(2, { part: shard(2, 2), exitCode: 1, began: 0 }),
  ];
  expect(suite(first)).toMatchObject({
    conclusion: null,
    title: 'Shard 2/2: The command ended with exit code 1',
  });
  const again = [...first, exampleReport(3, { part: shard(2, 2) })];
  expect(suite(again)).toMatchObject({ conclusion: 'success' });
  expect(suite(again).summary).toContain('Ran again: shard 2/2.');
});

test('a session without a suite counts for its commit (R25)', () => {
  const empty = exampleReport(1, { suite: null, diffId: null, results: [], isEmpty: true, part: job('e2e') });
  expect(commit([empty])).toMatchObject({
    conclusion: 'failure',
    title: 'No snapshot arrived',
    summary: 'No snapshot arrived. If there are none to take, run it with --allow-empty.',
  });
  expect(commit([fine, empty])).toMatchObject({ conclusion: 'failure', title: 'No snapshot arrived' });
  expect(commit([fine, { ...empty, isEmpty: false }])).toMatchObject({ conclusion: 'success' });
});

test('several branches of a commit are told apart, and all have to pass (R45)', () => {
  const other = exampleReport(2, { branch: 'main', target: null, exitCode: 1 });
  const state = suite([fine, other]);
  expect(state.conclusion).toBeNull();
  expect(state.summary).toContain('main: The command ended with exit code 1');
});
