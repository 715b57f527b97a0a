import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Slot, slotKey } from '../slot.js';
import { mayPromoteItself, planPromotions, promotionTargets } from './planPromotions.js';

const slot = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  viewport: fc.constantFrom('', '800x600'),
  browser: fc.constantFrom('', 'firefox'),
});
const hash = fc.constantFrom(null, 'red', 'green');
const oneEach = <S extends Slot>(one: fc.Arbitrary<S>) => fc.uniqueArray(one, { selector: slotKey });
const approved = oneEach(
  fc.record({ slot, headHash: hash }).map(({ slot: of, ...rest }) => ({ ...of, ...rest })),
);
const standing = oneEach(fc.record({ slot, hash }).map(({ slot: of, ...rest }) => ({ ...of, ...rest })));

test('afterwards the promotions of a diff are those of its approved results (R17)', () => {
  fc.assert(
    fc.property(approved, standing, (results, entries) => {
      const { revoked, promoted } = planPromotions(results, entries, true);
      const after = new Map(
        entries.filter((entry) => !revoked.includes(entry)).map((entry) => [slotKey(entry), entry.hash]),
      );
      for (const result of promoted) after.set(slotKey(result), result.headHash);
      expect(after).toEqual(new Map(results.map((result) => [slotKey(result), result.headHash])));
      // Nothing is promoted twice, so an entry keeps its place in the log.
      const again = [...after].map(([key, of]) => {
        const [name = '', viewport = '', browser = ''] = key.split('\u0000');
        return { name, viewport, browser, hash: of };
      });
      expect(planPromotions(results, again, true)).toEqual({ revoked: [], promoted: [] });
    }),
  );
});

test('a run that may promote nothing takes back what is not approved any more, and no more than that', () => {
  fc.assert(
    fc.property(approved, standing, (results, entries) => {
      const { revoked, promoted } = planPromotions(results, entries, false);
      expect(promoted).toEqual([]);
      expect(revoked).toEqual(planPromotions(results, entries, true).revoked);
    }),
  );
});

const diff = { targetRefs: null, branch: 'feature', ephemeral: false };

test.each<[string, Partial<Parameters<typeof promotionTargets>[0]>, string[]]>([
  ['the head branch', {}, ['feature']],
  ['what was named', { targetRefs: ['main', 'next'] }, ['main', 'next']],
  ['nothing, where the head has no branch', { branch: null }, []],
])('an approval promotes to %s (R13)', (_, change, targets) => {
  expect(promotionTargets({ ...diff, ...change })).toEqual(targets);
});

test.each<
  [
    string,
    Partial<typeof diff> | { branch: null } | { isStray: true } | { isFurtherComparison: true },
    number | null,
    boolean,
  ]
>([
  ['a run that succeeded', {}, 0, true],
  ['a capture without a command', {}, null, true],
  ['a command that failed (R18)', {}, 1, false],
  ['an ephemeral capture (R19)', { ephemeral: true }, 0, false],
  ['a capture without a branch', { branch: null }, 0, false],
  ['a commit that is not on the branch it names (R41)', { isStray: true }, 0, false],
  ['a further comparison of two captures (R63)', { isFurtherComparison: true }, 0, false],
])('promotes itself: %s', (_, change, exitCode, may) => {
  const asked = { ...diff, isStray: false, isFurtherComparison: false, ...change };
  expect(mayPromoteItself(asked, exitCode)).toBe(may);
});
