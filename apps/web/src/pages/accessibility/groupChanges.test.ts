import type { AccessibilityChange } from '@svc/schema';
import { expect, test } from 'vitest';
import { groupChanges } from './groupChanges.js';

const change = (name: string, over: Partial<AccessibilityChange> & { signs?: string[] } = {}) => {
  const { signs = ['a'], ...rest } = over;
  const findings = signs.map((signature) => ({ signature }) as AccessibilityChange['findings'][number]);
  return {
    name,
    viewport: null,
    browser: null,
    resultStatus: 'unchanged',
    findings,
    total: findings.length,
    isPartial: false,
    isReviewable: true,
    isCarried: false,
    approvalStatus: 'pending',
    decidedBy: null,
    decidedAt: null,
    decidedIn: null,
    ...rest,
  } satisfies AccessibilityChange;
};

const namesOf = (changes: AccessibilityChange[]) =>
  groupChanges(changes).map((group) => group.changes.map(({ name }) => name));

test('changes with the same findings are one group, in whichever order they are found', () => {
  const changes = [
    change('a', { signs: ['x', 'y'] }),
    change('b'),
    change('c', { signs: ['y', 'x'] }),
    change('d', { signs: ['x'] }),
  ];
  expect(namesOf(changes)).toEqual([['a', 'c'], ['b'], ['d']]);
});

test('a decision sets a change apart, and what is pending comes first', () => {
  const changes = [
    change('noted', { isReviewable: false, approvalStatus: 'approved' }),
    change('approved', { approvalStatus: 'approved', decidedBy: 'user:ada' }),
    change('rejected', { approvalStatus: 'rejected', decidedBy: 'user:ada' }),
    change('pending'),
    change('approved too', { approvalStatus: 'approved', decidedBy: 'user:grace' }),
  ];
  expect(namesOf(changes)).toEqual([['pending'], ['rejected'], ['approved'], ['approved too'], ['noted']]);
});

test('a change with more findings than are listed is not the same as one without', () => {
  expect(namesOf([change('a'), change('b', { total: 60 })])).toEqual([['a'], ['b']]);
});
