import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CarrySources, carryForward } from './carryForward.js';

interface Shown {
  pixels: string;
}
const a: Shown = { pixels: 'a' };
const b: Shown = { pixels: 'b' };
const c: Shown = { pixels: 'c' };
const removal = { image: null };

test.each<[string, CarrySources<Shown>, ReturnType<typeof carryForward<Shown>>]>([
  ['a filtered run', { sameCommit: null, unresolved: null, base: a }, { image: a, verdict: 'skipped' }],
  [
    'another shard saw no change',
    { sameCommit: a, unresolved: null, base: a },
    { image: a, verdict: 'skipped' },
  ],
  [
    'another shard saw a change',
    { sameCommit: b, unresolved: null, base: a },
    { image: b, verdict: 'compare' },
  ],
  [
    'another shard saw a new one',
    { sameCommit: b, unresolved: null, base: null },
    { image: b, verdict: 'new' },
  ],
  [
    'an unrelated commit after a rejected change',
    { sameCommit: null, unresolved: { image: b }, base: a },
    { image: b, verdict: 'compare' },
  ],
  [
    'an unrelated commit after a new story that nobody looked at',
    { sameCommit: null, unresolved: { image: b }, base: null },
    { image: b, verdict: 'new' },
  ],
  [
    'what was undecided is the baseline by now',
    { sameCommit: null, unresolved: { image: b }, base: b },
    { image: b, verdict: 'skipped' },
  ],
  [
    'a removal that nobody approved',
    { sameCommit: null, unresolved: removal, base: a },
    { image: null, verdict: 'removed' },
  ],
  ['a removal that is done', { sameCommit: null, unresolved: removal, base: null }, null],
  [
    'the same commit knows more than an earlier one',
    { sameCommit: c, unresolved: { image: b }, base: a },
    { image: c, verdict: 'compare' },
  ],
  [
    'a removed story that another shard of the commit has',
    { sameCommit: a, unresolved: removal, base: a },
    { image: a, verdict: 'skipped' },
  ],
  ['nothing is known', { sameCommit: null, unresolved: null, base: null }, null],
])('%s', (_, sources, carried) => {
  expect(carryForward(sources)).toEqual(carried);
});

const image = fc.option(fc.constantFrom(a, b, c));

test('a slot with a baseline is never dropped, and what differs from it is never skipped', () => {
  fc.assert(
    fc.property(
      fc.record({ sameCommit: image, unresolved: fc.option(fc.record({ image })), base: image }),
      (sources) => {
        const carried = carryForward(sources);
        if (sources.base) expect(carried).not.toBeNull();
        if (carried?.verdict === 'skipped') expect(carried.image?.pixels).toBe(sources.base?.pixels);
      },
    ),
  );
});
