import { expect, test } from 'vitest';
import type { LocalRun, StoryResult } from '../protocol.js';
import { statusOf, storyStatus } from './statusOf.js';

const result = (given: Partial<StoryResult>): StoryResult => ({
  diffId: 'dif_1',
  slot: { name: 'Button', viewport: null, browser: null },
  variant: '',
  status: 'unchanged',
  approvalStatus: 'approved',
  text: 'Unchanged',
  isPending: false,
  baselineUrl: null,
  currentUrl: null,
  differenceUrl: null,
  ...given,
});
const changed = result({ status: 'changed', approvalStatus: 'pending', isPending: true, text: 'Changed' });
const rejected = result({ status: 'changed', approvalStatus: 'rejected', text: 'Rejected by Ada' });
const approved = result({ status: 'new', text: 'New. Approved by Ada' });
const skipped = result({ status: 'skipped', text: 'Not captured in this run' });

test.each([
  ['nothing', [], null],
  ['what was not captured', [skipped], null],
  ['unchanged snapshots', [result({}), result({})], { value: 'success', text: 'Nothing to review' }],
  ['one approved snapshot', [approved, skipped], { value: 'success', text: 'New. Approved by Ada' }],
  ['a change', [result({}), changed], { value: 'warning', text: '1 of 2 snapshots: Changed' }],
  [
    'a rejection, before a change',
    [changed, rejected],
    { value: 'error', text: '1 of 2 snapshots: Rejected by Ada' },
  ],
])('statusOf: %s', (_what, results, status) => {
  expect(statusOf(results)).toEqual(status);
});

const run = (given: Partial<LocalRun>): LocalRun => ({
  state: 'done',
  problem: null,
  results: [result({})],
  reviewUrl: null,
  ...given,
});

test.each([
  ['a run in progress', run({ state: 'running' }), 'pending', 'Taking snapshots on this machine'],
  ['a finished run', run({}), 'success', 'On this machine: Unchanged'],
  [
    'a failed run',
    run({ state: 'failed', results: [], problem: { tone: 'problem', text: 'no Chromium' } }),
    'error',
    'On this machine: no Chromium',
  ],
])('storyStatus: %s comes before the build', (_what, local, value, text) => {
  expect(storyStatus([changed], local)).toEqual({ value, text });
});

test('storyStatus: a build alone is shown as it is', () => {
  expect(storyStatus([changed], undefined)).toEqual({ value: 'warning', text: 'Changed' });
});
