import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommitGraph } from '../commits/CommitGraph.js';
import { orderOf } from '../commits/orderOf.js';
import { coversOf } from './coversOf.js';
import { descendsFrom, extremesOf, newestEntry, withoutAncestors } from './newestEntry.js';

/** A history: each commit with some of the commits before it as parents. */
const histories = fc
  .array(fc.array(fc.nat(), { maxLength: 2 }), { minLength: 2, maxLength: 14 })
  .map((parents) => {
    const graph = new CommitGraph();
    const ancestors = new Map<string, Set<string>>();
    for (const [index, of] of parents.entries()) {
      const id = `c${index}`;
      const own = index === 0 ? [] : [...new Set(of.map((parent) => `c${parent % index}`))];
      graph.add({ id, parents: own, origin: id });
      ancestors.set(id, new Set(own.flatMap((parent) => [parent, ...(ancestors.get(parent) ?? [])])));
    }
    const isBefore = (earlier: string, later: string) => ancestors.get(later)?.has(earlier) ?? false;
    return { graph, isBefore, commits: [...ancestors.keys()] };
  });
const logs = histories.chain((history) =>
  fc.record({
    history: fc.constant(history),
    entries: fc
      .array(fc.uniqueArray(fc.constantFrom(...history.commits), { minLength: 1, maxLength: 3 }), {
        maxLength: 5,
      })
      .map((all) => all.map((places, id) => ({ id, places }))),
  }),
);

test('the graph agrees with the sets of ancestors about which commit is the later one', () => {
  fc.assert(
    fc.property(histories, ({ graph, isBefore, commits }) => {
      const order = orderOf(graph);
      for (const one of commits)
        for (const other of commits) {
          expect(graph.isBefore(one, other)).toBe(isBefore(one, other));
          expect(order(one, other)).toBe(isBefore(one, other));
        }
    }),
  );
});

test('the newest entry is one that no other descends from, and the last of those (R5)', () => {
  fc.assert(
    fc.property(logs, ({ history: { isBefore }, entries }) => {
      const newest = newestEntry(entries, isBefore);
      const standing = entries.filter((one) => !entries.some((other) => descendsFrom(other, one, isBefore)));
      expect(withoutAncestors(entries, isBefore)).toEqual(standing);
      expect(newest).toEqual(standing.at(-1) ?? null);
      // Some entry is always left: nothing descends from itself.
      expect(newest === null).toBe(entries.length === 0);
    }),
  );
});

test('the order in which builds finish does not matter to entries whose commits know each other', () => {
  fc.assert(
    fc.property(logs, fc.infiniteStream(fc.nat()), ({ history: { isBefore }, entries }, seeds) => {
      const order = entries
        .map((entry) => ({ entry, at: seeds.next().value ?? 0 }))
        .sort((a, b) => a.at - b.at);
      const shuffled = order.map(({ entry }, id) => ({ ...entry, id, was: entry.id }));
      const chain = shuffled.filter((one) =>
        shuffled.every(
          (other) =>
            one === other || descendsFrom(one, other, isBefore) || descendsFrom(other, one, isBefore),
        ),
      );
      const [newest] = chain.filter((one) => chain.every((other) => !descendsFrom(other, one, isBefore)));
      expect(newestEntry(chain, isBefore)?.was).toBe(newest?.was);
    }),
  );
});

test('extremes of places tell as much as all of them: what is seen, and what is newer', () => {
  const placed = histories.chain((history) =>
    fc.record({
      history: fc.constant(history),
      one: fc.uniqueArray(fc.constantFrom(...history.commits), { minLength: 1 }),
      other: fc.uniqueArray(fc.constantFrom(...history.commits), { minLength: 1 }),
    }),
  );
  fc.assert(
    fc.property(placed, ({ history: { isBefore, commits }, one, other }) => {
      const few = extremesOf(one, isBefore);
      expect(one).toEqual(expect.arrayContaining(few));
      for (const head of commits) {
        const sees = (commit: string) => commit === head || isBefore(commit, head);
        expect(few.some(sees)).toBe(one.some(sees));
      }
      const [whole, short, rival] = [
        { id: 1, places: one },
        { id: 1, places: few },
        { id: 2, places: other },
      ];
      expect(descendsFrom(short, rival, isBefore)).toBe(descendsFrom(whole, rival, isBefore));
      expect(descendsFrom(rival, short, isBefore)).toBe(descendsFrom(rival, whole, isBefore));
      // Adding one place at a time comes to the same.
      let grown: string[] = [];
      for (const place of one) grown = extremesOf([...grown, place], isBefore);
      expect(grown.sort()).toEqual([...few].sort());
    }),
  );
});

test('the entries without a cover hold the newest one, whatever is added', () => {
  fc.assert(
    fc.property(logs, ({ history: { isBefore, graph }, entries }) => {
      const slot = { name: 'a', viewport: '', browser: '' };
      const covered = new Map<number, number>();
      for (const [at, entry] of entries.entries()) {
        const before = entries.slice(0, at).filter(({ id }) => !covered.has(id));
        const covers = coversOf(
          [{ ...slot, ...entry }],
          before.map((one) => ({ ...slot, ...one })),
          { isBefore, isKnown: (commit) => graph.knows(commit) },
        );
        for (const { id, coveredBy } of covers) covered.set(id, coveredBy);
      }
      const open = entries.filter(({ id }) => !covered.has(id));
      expect(newestEntry(open, isBefore)).toEqual(newestEntry(entries, isBefore));
      expect(open).toEqual(withoutAncestors(entries, isBefore));
    }),
  );
});

test('of commits that nobody knows the later approval covers the earlier one', () => {
  const slot = { name: 'a', viewport: '', browser: '' };
  const order = { isBefore: () => false, isKnown: () => false };
  expect(coversOf([{ ...slot, id: 2, places: ['y'] }], [{ ...slot, id: 1, places: ['x'] }], order)).toEqual([
    { id: 1, coveredBy: 2 },
  ]);
});
