import type { BaselineExplanation } from '@svc/sdk';
import { expect, test } from 'vitest';
import { baselineText } from './baselineText.js';

const commit = '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d';
const seen: BaselineExplanation = {
  reason: 'target-seen',
  ref: 'main',
  commit,
  captureId: 'cap_1',
  approvedBy: 'user:Ada',
  approvedAt: '2026-11-20T10:00:00.000Z',
  approvedIn: 'dif_1',
  newer: null,
};
const newer = { ref: 'main', commit: `f${commit.slice(1)}`, diffId: 'dif_2' };

const result = { status: 'changed', decidedBy: null, baselineSource: 'branch:main' } as const;

test.each<[Partial<BaselineExplanation>, string]>([
  [{}, 'against main@1a2b3c4, approved by Ada in dif_1'],
  [{ approvedBy: null, approvedIn: null }, 'against main@1a2b3c4'],
  [{ approvedBy: 'key:ci', approvedIn: null }, 'against main@1a2b3c4, approved by API key ci'],
  [{ commit: 'release-7' }, 'against main@release-7, approved by Ada in dif_1'],
  [{ reason: 'own-approved', ref: 'topic' }, 'against topic@1a2b3c4, approved by Ada in dif_1'],
  [
    { reason: 'target-moved' },
    'against main@1a2b3c4, approved by Ada in dif_1; the target branch has changed since the approval on this branch',
  ],
  [{ reason: 'history-unknown', approvedBy: null }, 'against main@1a2b3c4; a guess'],
  [{ reason: 'base-capture', ref: null, approvedBy: null, approvedIn: null }, 'against capture cap_1'],
  [
    { newer },
    'against main@1a2b3c4, approved by Ada in dif_1; main@fa2b3c4 looks different (dif_2), but this commit does not contain it',
  ],
  [
    {
      reason: 'first-of-branch',
      ref: null,
      commit: null,
      captureId: null,
      approvedBy: null,
      approvedIn: null,
    },
    'no baseline yet',
  ],
])('%j reads as %j', (given, text) => {
  expect(baselineText({ ...result, baseline: { ...seen, ...given } })).toBe(text);
});

test('what is new again was removed before', () => {
  expect(baselineText({ ...result, status: 'new', baseline: seen })).toBe(
    'removed on main@1a2b3c4, approved by Ada in dif_1',
  );
});

test('where the target lost the snapshot, there is no baseline', () => {
  const nothing = { ref: null, commit: null, captureId: null, approvedBy: null, approvedIn: null };
  expect(baselineText({ ...result, baseline: { ...seen, ...nothing, reason: 'target-moved' } })).toBe(
    'no baseline; the target branch has changed since the approval on this branch',
  );
});

test('a remembered approval names who gave it', () => {
  const remembered = {
    baselineSource: 'approval:dif_9',
    baseline: { ...seen, reason: 'remembered' as const },
  };
  expect(baselineText({ ...result, ...remembered, decidedBy: 'user:Bo' })).toBe(
    'against main@1a2b3c4, approved by Ada in dif_1; the same change was approved before by Bo in dif_9',
  );
});

test.each([
  ['branch:main', 'against main'],
  ['branch:owner:topic', 'against owner:topic'],
  ['capture:cap_1', 'against capture cap_1'],
  ['approval:dif_1', 'approved before in dif_1'],
  [null, ''],
])('without an explanation, %j reads as %j', (baselineSource, text) => {
  expect(baselineText({ ...result, baseline: null, baselineSource })).toBe(text);
});
