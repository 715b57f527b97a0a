import type { Cause, ResultCauses } from '@svc/schema';
import { expect, test } from 'vitest';
import { type CausedResult, groupCauses } from './groupCauses.js';

const cause = (signature: string, given: Partial<Cause> = {}): Cause => ({
  signature,
  kind: 'style',
  property: 'color',
  from: '#000000',
  to: '#ffffff',
  component: 'Button',
  text: `text of ${signature}`,
  element: 'button.Button',
  count: 2,
  effect: null,
  regions: [0],
  isWhole: true,
  ...given,
});

const result = (name: string, causes: Cause[] | null, given: Partial<ResultCauses> = {}): CausedResult => ({
  name,
  viewport: '1280x720',
  browser: '',
  approvalStatus: 'pending',
  causes: causes && {
    ...{ causes, total: causes.length, unexplained: [], isExplained: true, isPartial: false },
    ...given,
  },
});

test('each cause is told once, that of most results first', () => {
  const groups = groupCauses([
    result('a', [cause('rare')]),
    result('b', null),
    result('c', [cause('often', { isWhole: false }), cause('rare', { component: 'Link' })]),
    result('d', [cause('often')], { unexplained: [{ region: 1, kind: 'canvas' }], isExplained: false }),
    result('e', [cause('often')]),
  ]);
  expect(groups).toEqual({
    slots: ['a', 'c', 'd', 'e'].map((name) => ({
      ...{ name, viewport: { width: 1280, height: 720 }, browser: null, approvalStatus: 'pending' },
    })),
    groups: [
      expect.objectContaining({
        signature: 'often',
        component: 'Button',
        elements: 6,
        results: [1, 2, 3],
        explains: [2, 3],
      }),
      expect.objectContaining({
        signature: 'rare',
        component: null,
        elements: 4,
        results: [0, 1],
        explains: [0, 1],
      }),
    ],
    total: 2,
    unexplained: [2],
    unknown: 1,
  });
});

test('a diff without changes has none', () => {
  expect(groupCauses([])).toEqual({ slots: [], groups: [], total: 0, unexplained: [], unknown: 0 });
});

test('more groups than are listed are counted', () => {
  const many = Array.from({ length: 250 }, (_, place) => cause(`cause ${String(place).padStart(3, '0')}`));
  const { groups, total } = groupCauses([result('a', many)]);
  expect([groups.length, total, groups[0]?.signature]).toEqual([200, 250, 'cause 000']);
});
