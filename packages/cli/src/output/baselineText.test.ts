import { expect, test } from 'vitest';
import { baselineText } from './baselineText.js';
import type { BaselineExplanation } from './laterFields.js';

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

test.each<[Partial<BaselineExplanation>, string]>([
  [{}, 'against main@1a2b3c4, approved by Ada in dif_1'],
  [{ approvedBy: null, approvedIn: null }, 'against main@1a2b3c4'],
  [{ approvedBy: 'key:ci', approvedIn: null }, 'against main@1a2b3c4, approved by API key ci'],
  [{ commit: 'release-7' }, 'against main@release-7, approved by Ada in dif_1'],
  [{ reason: 'own-approved', ref: 'topic' }, 'against topic@1a2b3c4, approved by Ada in dif_1'],
  [
    { reason: 'target-moved' },
    'against main@1a2b3c4, approved by Ada in dif_1; the target branch has changed since this branch approved its own',
  ],
  [{ reason: 'history-unknown', approvedBy: null }, 'against main@1a2b3c4; a guess'],
  [{ reason: 'base-capture', ref: null, approvedBy: null, approvedIn: null }, 'against capture cap_1'],
  [
    { newer },
    'against main@1a2b3c4, approved by Ada in dif_1; main@fa2b3c4 looks different (dif_2), which this commit lacks',
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
  expect(baselineText({ baseline: { ...seen, ...given }, baselineSource: 'branch:main' })).toBe(text);
});

test.each([
  ['branch:main', 'against main'],
  ['branch:owner:topic', 'against owner:topic'],
  ['capture:cap_1', 'against capture cap_1'],
  ['approval:dif_1', 'approved before in dif_1'],
  [null, ''],
])('without an explanation, %j reads as %j', (baselineSource, text) => {
  expect(baselineText({ baseline: null, baselineSource })).toBe(text);
});
