import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Commit, CommitGraph } from './CommitGraph.js';

/** Histories: each commit has up to three parents among the earlier ones, and some share an origin. */
const histories = fc
  .array(fc.tuple(fc.array(fc.nat(), { maxLength: 3 }), fc.nat({ max: 5 })), { minLength: 1, maxLength: 40 })
  .map((drawn) =>
    drawn.map(([parents, origin], index): Commit => {
      const places = index === 0 ? [] : [...new Set(parents.map((parent) => parent % index))];
      return { id: `c${index}`, parents: places.map((place) => `c${place}`), origin: `o${origin}` };
    }),
  );

/** The same by the definition: a commit, its parents, their parents. */
function seenBy(commits: readonly Commit[], head: string): Set<string> {
  const seen = new Set([head]);
  for (const id of seen) {
    for (const parent of commits.find((commit) => commit.id === id)?.parents ?? []) seen.add(parent);
  }
  return seen;
}

const graphOf = (commits: readonly Commit[]): CommitGraph => {
  const graph = new CommitGraph();
  for (const commit of commits) graph.add(commit);
  return graph;
};

describe('a graph of commits', () => {
  test('knows what a head has seen, whatever was reported, and in any order', () => {
    const told = histories.chain((commits) =>
      fc.tuple(
        fc.constant(commits),
        fc.shuffledSubarray(commits, { minLength: Math.ceil(commits.length / 2) }),
        fc.constantFrom(...commits),
      ),
    );
    fc.assert(
      fc.property(told, ([commits, subset, head]) => {
        const ancestry = graphOf(subset).ancestryOf(head.id);
        const seen = seenBy(subset, head.id);
        for (const { id } of commits) expect(ancestry.has(id)).toBe(seen.has(id));
        const known = subset.filter(({ id }) => seen.has(id));
        expect(ancestry.isOpen).toBe(known.length < seen.size);
        for (let origin = 0; origin < 6; origin++) {
          expect(ancestry.hasOrigin(`o${origin}`)).toBe(known.some((one) => one.origin === `o${origin}`));
        }
      }),
    );
  });

  test('orders commits as they descend from each other, also after more was reported', () => {
    const split = histories.chain((commits) => fc.tuple(fc.constant(commits), fc.shuffledSubarray(commits)));
    fc.assert(
      fc.property(split, ([commits, first]) => {
        const graph = graphOf(first);
        const orders = (known: readonly Commit[]) => {
          for (const later of commits) {
            const seen = seenBy(known, later.id);
            for (const { id } of commits) {
              const isBefore = id !== later.id && seen.has(id);
              expect(graph.isBefore(id, later.id)).toBe(isBefore);
              if (isBefore) expect(graph.generationOf(id)).toBeLessThan(graph.generationOf(later.id));
            }
          }
        };
        orders(first);
        for (const commit of commits) graph.add(commit);
        expect(graph.size).toBe(commits.length);
        orders(commits);
      }),
      { numRuns: 50 },
    );
  });

  test('a shallow clone is bridged by what another build reports', () => {
    const graph = graphOf([{ id: 'c9', parents: ['c8'], origin: 'nine' }]);
    expect(graph.knows('c8')).toBe(false);
    expect(graph.ancestryOf('c9')).toMatchObject({ isOpen: true });
    expect(graph.ancestryOf('c9').has('c7')).toBe(false);
    graph.add({ id: 'c7', parents: [], origin: 'seven' });
    graph.add({ id: 'c8', parents: ['c7'], origin: 'eight' });
    expect(graph.ancestryOf('c9')).toMatchObject({ isOpen: false });
    expect(graph.ancestryOf('c9').has('c7')).toBe(true);
  });

  test('tells that a commit was rewritten in a head that has not seen it', () => {
    fc.assert(
      fc.property(histories, (commits) => {
        const graph = graphOf(commits);
        for (const { id, origin } of commits) {
          const seen = seenBy(commits, id);
          for (const { id: later } of commits) {
            const news = [...seenBy(commits, later)].filter((one) => !seen.has(one));
            const isRewritten = commits.some((one) => one.origin === origin && news.includes(one.id));
            expect(graph.isRewrittenIn(id, later)).toBe(isRewritten);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  test('names where what is known ends', () => {
    fc.assert(
      fc.property(histories, fc.nat(), (commits, drawn) => {
        const told = commits.filter((_, index) => (drawn >> (index % 30)) % 2 === 0);
        const graph = graphOf(told);
        for (const { id } of told) {
          const ends = [...seenBy(told, id)].filter((seen) => !told.some((commit) => commit.id === seen));
          expect(graph.openEnds([id], 100).toSorted()).toEqual(ends.toSorted());
          expect(graph.openEnds([id], 1)).toHaveLength(Math.min(1, ends.length));
        }
      }),
      { numRuns: 50 },
    );
    expect(graphOf([]).openEnds(['c1'], 1)).toEqual([]);
  });

  test('an unknown head has seen itself alone', () => {
    const ancestry = graphOf([]).ancestryOf('c1');
    expect([ancestry.has('c1'), ancestry.has('c0'), ancestry.isOpen]).toEqual([true, false, true]);
  });

  test('a history is longer than a stack is deep', () => {
    const graph = new CommitGraph();
    for (let index = 200_000; index > 0; index--) {
      graph.add({ id: `c${index}`, parents: index > 1 ? [`c${index - 1}`] : [], origin: 'same' });
    }
    expect(graph.isBefore('c1', 'c200000')).toBe(true);
    expect(graph.ancestryOf('c200000').has('c1')).toBe(true);
  });
});
