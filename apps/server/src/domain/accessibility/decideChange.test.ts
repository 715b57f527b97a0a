import { expect, it } from 'vitest';
import { type ChangeAtBirth, decideChange, type EarlierDecision } from './decideChange.js';

const decision = (
  approvalStatus: EarlierDecision['approvalStatus'],
  diffId: string,
  more: Partial<EarlierDecision> = {},
): EarlierDecision => ({
  approvalStatus,
  decidedBy: approvalStatus === 'pending' ? null : 'user:ada',
  decidedAt: approvalStatus === 'pending' ? null : new Date(1_000),
  decidedIn: approvalStatus === 'pending' ? null : diffId,
  diffId,
  branch: 'feature',
  ...more,
});
const born = (change: Partial<ChangeAtBirth>) =>
  decideChange({
    mode: 'review',
    branch: 'main',
    autoApproves: false,
    remembers: true,
    own: undefined,
    alike: [],
    seenDiffs: new Set(),
    ...change,
  }).approvalStatus;

it.each<[string, Partial<ChangeAtBirth>, string]>([
  ['is pending', {}, 'pending'],
  ['is approved where nobody reviews', { mode: 'record' }, 'approved'],
  ['is approved by a run that approves all', { autoApproves: true }, 'approved'],
  ['keeps its own decision when it is compared again', { own: decision('rejected', 'me') }, 'rejected'],
  ['remembers an approval on another branch', { alike: [decision('approved', 'a')] }, 'approved'],
  [
    'remembers nothing where the memory is off',
    { alike: [decision('approved', 'a')], remembers: false },
    'pending',
  ],
  [
    'is asked again where a seen build took it in',
    { alike: [decision('approved', 'a')], seenDiffs: new Set(['a']) },
    'pending',
  ],
  [
    'is asked again where a seen build remembered it',
    {
      alike: [decision('approved', 'a'), decision('approved', 'b', { decidedIn: 'a', branch: 'main' })],
      seenDiffs: new Set(['b']),
    },
    'pending',
  ],
  [
    'sticks to a rejection on its branch',
    { alike: [decision('rejected', 'a')], branch: 'feature' },
    'rejected',
  ],
  ['is not rejected for another branch', { alike: [decision('rejected', 'a')] }, 'pending'],
  [
    'follows the newest decision',
    { alike: [decision('approved', 'a'), decision('rejected', 'b', { decidedAt: new Date(2_000) })] },
    'pending',
  ],
])('a change %s', (_, change, expected) => {
  expect(born(change)).toBe(expected);
});
