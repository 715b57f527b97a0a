import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommitGraph } from '../commits/CommitGraph.js';
import { sightOf } from '../commits/Sight.js';
import type { Entry, Look } from './Entry.js';
import { type Line, type Lines, type ResolveOptions, resolveBase } from './resolveBase.js';

/** Main is 1, 2, 3, 4; a branch is cut off at 2 with a, b; b2 is b rewritten; x is known by name alone. */
const graph = new CommitGraph();
for (const [id, ...parents] of [
  ['4', '3'],
  ['3', '2'],
  ['2', '1'],
  ['1'],
  ['a', '2'],
  ['b', 'a'],
  ['b2', 'a'],
  ['merged', 'b', '3'],
  ['shallow', 'lost'],
] as string[][]) {
  if (id !== undefined) graph.add({ id, parents, origin: id === 'b2' ? 'b' : id });
}
const isBefore = (earlier: string, later: string) => graph.isBefore(earlier, later);

const entry = (id: number, look: Look, commit: string | null, more: Partial<Entry> = {}): Entry => ({
  id,
  name: 'button',
  viewport: '',
  browser: '',
  branch: 'main',
  look,
  hash: look && `file-${look}`,
  captureId: `cap_${id}`,
  diffId: null,
  commit,
  places: commit === null ? [] : [commit],
  rootId: null,
  ...more,
});
const line = (entries: Entry[], accepted: Entry | null = null): Line => ({
  branch: 'any',
  entries,
  accepted,
});
const options = (checkout: string | null, more: Partial<ResolveOptions> = {}): ResolveOptions => ({
  sight: sightOf(graph, { checkout, history: [] }),
  isBefore,
  head: undefined,
  isTakenBack: () => false,
  headCaptureId: 'cap_9',
  remembers: true,
  ...more,
});
const onBranch = (own: Entry[], target: Entry[], accepted: Entry | null = null): Lines => ({
  own: line(own),
  target: line(target, accepted),
  fallback: null,
});
const onMain = (own: Entry[]): Lines => ({ own: line(own), target: null, fallback: null });

const first = entry(1, 'A', '1');
const second = entry(2, 'B', '2');
const third = entry(3, 'C', '3');
const own = (rootId: number | null, more: Partial<Entry> = {}) =>
  entry(5, 'Z', 'a', { branch: 'f', rootId, ...more });

test.each<[string, Lines, ResolveOptions, number | null, string]>([
  ['nothing anywhere: new', onBranch([], []), options('b'), null, 'first-of-branch'],
  [
    'what the head has seen of the target, not what came since',
    onBranch([], [first, second, third]),
    options('b'),
    2,
    'target-seen',
  ],
  [
    'after a merge what came with it',
    onBranch([], [first, second, third]),
    options('merged'),
    3,
    'target-seen',
  ],
  [
    'an older commit whose build ended last takes nothing back',
    onMain([third, entry(9, 'B', '2')]),
    options('4'),
    3,
    'own-approved',
  ],
  [
    'what the target build accepted, of a commit that nobody connects',
    onBranch([], [], entry(1, 'A', 'x')),
    options('b'),
    1,
    'target-seen',
  ],
  [
    'what was approved on the branch, while the target is its root',
    onBranch([own(2)], [first, second]),
    options('b'),
    5,
    'own-approved',
  ],
  [
    'the target, once the head has seen more of it',
    onBranch([own(2)], [first, second, third]),
    options('merged'),
    3,
    'target-moved',
  ],
  [
    'the target, though it looks as before: it was changed and changed back',
    onBranch([own(1)], [first, entry(4, 'A', '2')]),
    options('b'),
    4,
    'target-moved',
  ],
  [
    'the target, where the own look was chosen against',
    onBranch([own(2)], [second]),
    options('b', { isTakenBack: () => true }),
    2,
    'target-moved',
  ],
  [
    'the target, where the own commit was dropped',
    onBranch([own(2)], [second]),
    options('2'),
    2,
    'target-seen',
  ],
  [
    'a rewritten commit counts where nothing is remembered',
    onBranch([own(2, { places: ['b'] })], [second]),
    options('b2', { remembers: false }),
    5,
    'own-approved',
  ],
  [
    'and not where memory knows it',
    onBranch([own(2, { places: ['b'] })], [second]),
    options('b2'),
    2,
    'target-seen',
  ],
  [
    'a tombstone ends the search',
    { ...onBranch([], [entry(4, null, '2')]), fallback: line([first]) },
    options('b'),
    4,
    'target-seen',
  ],
  [
    'the default branch where the target has nothing',
    { ...onBranch([], []), fallback: line([second]) },
    options('b'),
    2,
    'target-seen',
  ],
  [
    'without history the active one, and it says so',
    onBranch([], [first, third]),
    options('unknown'),
    3,
    'history-unknown',
  ],
  ['in a shallow clone likewise', onMain([second]), options('shallow'), 2, 'history-unknown'],
  [
    'a later one further on that the head looks like',
    onBranch([own(2)], [entry(8, 'N', '4')]),
    options('unknown', { head: 'N' }),
    8,
    'history-unknown',
  ],
  [
    'no older one, whatever the head looks like',
    onBranch([own(2)], [second]),
    options('unknown', { head: 'B' }),
    5,
    'history-unknown',
  ],
  [
    'a reverted main is compared with what it reverts',
    onMain([first, second, third]),
    options('4'),
    3,
    'own-approved',
  ],
  [
    'a main that was rewritten is compared by guess',
    onMain([own(null, { places: ['b'] })]),
    options('b2'),
    5,
    'history-unknown',
  ],
  ['a baseline of no commit is a guess', onMain([entry(7, 'Q', null)]), options('4'), 7, 'history-unknown'],
])('%s (R7)', (_, lines, how, id, reason) => {
  const resolved = resolveBase(lines, how);
  expect({ id: resolved.entry?.id ?? null, reason: resolved.reason }).toEqual({ id, reason });
});

test('says what the target has approved since (R9)', () => {
  expect(resolveBase(onBranch([], [first, second, third]), options('b')).newer?.id).toBe(3);
  expect(resolveBase(onBranch([], [first, second, third]), options('4')).newer).toBeNull();
  expect(resolveBase(onBranch([], [second, entry(4, 'B', '4')]), options('b')).newer).toBeNull();
});

describe('whatever the lines hold', () => {
  const commits = ['1', '2', '3', '4', 'a', 'b', 'b2', 'merged', 'shallow', 'x'];
  const looks = fc.constantFrom('A', 'B', 'C', null);
  const entries = (branch: string, from: number) =>
    fc
      .array(
        fc.record({
          look: looks,
          commit: fc.constantFrom(...commits),
          rootId: fc.option(fc.integer({ min: 1, max: 20 })),
        }),
        { maxLength: 4 },
      )
      .map((all) =>
        all.map(({ look, commit, rootId }, at) => entry(from + at, look, commit, { branch, rootId })),
      );
  const all = fc.record({
    lines: fc
      .tuple(entries('f', 10), entries('main', 1), fc.option(fc.constantFrom('A', 'B', null)))
      .map(
        ([mine, target, accepted]): Lines =>
          onBranch(mine, target, accepted === null ? null : entry(0, accepted, '1')),
      ),
    checkout: fc.constantFrom(...commits),
    head: fc.constantFrom('A', 'B', 'C'),
    takenBack: fc.boolean(),
  });

  test('a base is seen, or accepted by a build that was seen, or said to be guessed', () => {
    fc.assert(
      fc.property(all, ({ lines, checkout, head, takenBack }) => {
        const how = options(checkout, { head, isTakenBack: () => takenBack });
        const { entry: base, reason } = resolveBase(lines, how);
        if (!base || reason === 'history-unknown') return;
        expect(base.places.some(how.sight.sees) || base.id === lines.target?.accepted?.id).toBe(true);
      }),
    );
  });

  test('a reversion of a look that was seen is never unchanged: nothing seen descends from the base on its own line', () => {
    fc.assert(
      fc.property(all, ({ lines, checkout, head }) => {
        const how = options(checkout, { head });
        const { entry: base, reason } = resolveBase(lines, how);
        if (!base || reason === 'history-unknown') return;
        const ofLine = reason === 'own-approved' ? lines.own : lines.target;
        const newer = ofLine?.entries.filter(
          (other) =>
            other.places.some(how.sight.sees) &&
            base.places.every((place) => other.places.every((at) => isBefore(place, at))),
        );
        expect(newer).toEqual([]);
      }),
    );
  });

  test('the look of the head decides nothing, unless the base is guessed', () => {
    fc.assert(
      fc.property(all, ({ lines, checkout, head }) => {
        const told = resolveBase(lines, options(checkout, { head }));
        const untold = resolveBase(lines, options(checkout));
        if (told.reason !== 'history-unknown') expect(told).toEqual(untold);
      }),
    );
  });

  test('what a line has approved without the head having seen it changes no base of a known history', () => {
    fc.assert(
      fc.property(all, looks, ({ lines, checkout }, look) => {
        const how = options(checkout);
        if (how.sight.isOpen || how.sight.sees('x')) return;
        const more = {
          ...lines,
          target: line([...(lines.target?.entries ?? []), entry(99, look, 'x')], lines.target?.accepted),
        };
        expect(resolveBase(more, how).entry).toEqual(resolveBase(lines, how).entry);
      }),
    );
  });
});
