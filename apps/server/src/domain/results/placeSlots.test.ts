import { expect, test } from 'vitest';
import { type KeptResult, placeSlots } from './placeSlots.js';
import type { PlannedSlot } from './planSlots.js';

const slot: PlannedSlot = {
  name: 'a',
  viewport: '',
  browser: '',
  verdict: 'compare',
  head: { hash: 'head', pixels: 'h' },
  base: { hash: 'base', pixels: 'b' },
  source: 'branch:main',
  baseFrom: 'cap_1',
  reason: 'target-seen',
  entry: null,
  newer: null,
  threshold: 0.1,
  sensitivity: 'pixels',
  antiAliasing: true,
  areas: [],
  ignored: { base: [{ x: 9, y: 0, width: 1, height: 1 }], head: [{ x: 0, y: 0, width: 2, height: 2 }] },
  path: null,
  carried: null,
  isCarried: false,
};
const result: KeptResult = {
  name: 'a',
  viewport: '',
  browser: '',
  headHash: 'head',
  baseHash: 'base',
  threshold: 0.1,
  antiAliasing: true,
  ignored: [
    { height: 2, width: 2, x: 0, y: 0 },
    { height: 1, width: 1, x: 9, y: 0 },
  ],
  status: 'unchanged',
};
const carried = { carried: { hash: 'head', captureId: 'cap_0' } };

test.each<[string, Partial<PlannedSlot>, Partial<KeptResult>, string]>([
  ['was compared and differed', {}, { status: 'changed' }, 'changed'],
  ['was compared and looked the same', {}, {}, 'unchanged'],
  ['is carried and looks the same', carried, {}, 'skipped'],
  ['is carried and differs', carried, { status: 'changed' }, 'changed'],
  ['was carried before and is captured now', {}, { status: 'skipped' }, 'unchanged'],
  ['was compared with another base', {}, { baseHash: 'other' }, 'missing'],
  ['was compared with another head', {}, { headHash: 'other' }, 'missing'],
  ['was compared with another threshold', {}, { threshold: 0.2 }, 'missing'],
  ['was compared with another anti-aliasing', {}, { antiAliasing: false }, 'missing'],
  ['was compared before anti-aliasing was recorded', {}, { antiAliasing: null }, 'missing'],
  ['was compared without the regions that are ignored', {}, { ignored: null }, 'missing'],
  ['is covered by an ignore area', { areas: [{ x: 3, y: 3, width: 1, height: 1 }] }, {}, 'missing'],
  ['has no ignored regions any more', { ignored: { base: [], head: [] } }, {}, 'missing'],
  ['is the same name in another viewport', {}, { viewport: '1x1' }, 'missing'],
  ['needs no comparison', { verdict: 'new' }, {}, 'judged'],
])('a slot that %s', (_, change, kept, outcome) => {
  const { judged, compared, missing } = placeSlots([{ ...slot, ...change }], [{ ...result, ...kept }]);
  const outcomes = [
    ...judged.map(() => 'judged'),
    ...missing.map(() => 'missing'),
    ...compared.map(({ status }) => status),
  ];
  expect(outcomes).toEqual([outcome]);
});

test('places follow the order of the plan', () => {
  const plan = ['c', 'a', 'b'].map((name): PlannedSlot => ({ ...slot, name, verdict: 'new' }));
  expect(placeSlots(plan, []).judged.map(({ slot: { name }, position }) => [name, position])).toEqual([
    ['c', 0],
    ['a', 1],
    ['b', 2],
  ]);
});
