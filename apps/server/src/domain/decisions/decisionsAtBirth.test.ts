import { expect, test } from 'vitest';
import { decisionsAtBirth, type EarlierDecision, rememberDecision } from './decisionsAtBirth.js';

const decision = (kind: EarlierDecision['kind'], more: Partial<EarlierDecision> = {}): EarlierDecision => ({
  kind,
  diffId: 'dif_other',
  branch: 'feature',
  persistent: true,
  actor: 'user:ada',
  ...more,
});
const now = { diffId: 'dif_now', branch: 'main', approvalMemory: true };

test.each<[string, EarlierDecision[], Partial<typeof now>, string]>([
  ['nothing is known', [], {}, 'pending'],
  ['approved in the pull request, squashed onto main (R16)', [decision('approved')], {}, 'approved'],
  ['the project has switched memory off', [decision('approved')], { approvalMemory: false }, 'pending'],
  ['a later rejection anywhere ends the memory', [decision('rejected'), decision('approved')], {}, 'pending'],
  ['a rejection sticks on its branch (R15)', [decision('rejected')], { branch: 'feature' }, 'rejected'],
  ['a rejection does not reach other branches', [decision('rejected')], {}, 'pending'],
  ['an approval after a rejection counts', [decision('approved'), decision('rejected')], {}, 'approved'],
  [
    'approvals of ephemeral captures are not remembered',
    [decision('approved', { persistent: false })],
    {},
    'pending',
  ],
  ['a withdrawn memory does not come back', [decision('withdrawn'), decision('approved')], {}, 'pending'],
  [
    're-diff keeps its own approval, memory or not (R17)',
    [decision('approved', { diffId: 'dif_now', persistent: false })],
    { approvalMemory: false },
    'approved',
  ],
])('%s', (_, decisions, change, status) => {
  expect(rememberDecision(decisions, { ...now, ...change }).approvalStatus).toBe(status);
});

test('a remembered approval names the diff it comes from', () => {
  expect(rememberDecision([decision('approved')], now).fromDiffId).toBe('dif_other');
});

test('each result takes the decisions of its own slot; a memory is its source (R9)', () => {
  const results = ['a', 'b', 'c'].map((name) => ({
    name,
    viewport: '',
    browser: '',
    baseOrigin: 'branch:main',
  }));
  const diff = { id: 'dif_now', branch: 'main', approvalMemory: true };
  const born = decisionsAtBirth(diff, results, [
    { name: 'a', viewport: '', browser: '', ...decision('approved') },
    {
      name: 'b',
      viewport: '',
      browser: '',
      ...decision('approved', { diffId: 'dif_now', actor: 'user:ben' }),
    },
    { name: 'c', viewport: '', browser: 'firefox', ...decision('approved') },
  ]);
  expect([...born.values()]).toEqual([
    {
      name: 'a',
      viewport: '',
      browser: '',
      approvalStatus: 'approved',
      baselineSource: 'approval:dif_other',
      decidedBy: 'user:ada',
    },
    {
      name: 'b',
      viewport: '',
      browser: '',
      approvalStatus: 'approved',
      baselineSource: 'branch:main',
      decidedBy: 'user:ben',
    },
  ]);
});
