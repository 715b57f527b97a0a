import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BaselineEntry, type BranchBaseline, resolveBaseline } from './resolveBaseline.js';

const entry = (id: number, pixels: string | null): BaselineEntry => ({
  id,
  pixels,
  hash: pixels && `file-${pixels}`,
  captureId: 'cap_1',
});
const feature = (active: BaselineEntry): BranchBaseline => ({ branch: 'feature', active, isHead: true });
const main = (active: BaselineEntry, seen?: BaselineEntry): BranchBaseline => ({
  branch: 'main',
  active,
  seen,
  isHead: false,
});

test.each<[string, BranchBaseline[], string | null, number | null, string | null]>([
  ['no branch has the slot: new', [], 'a', null, null],
  ['the head branch comes first', [feature(entry(2, 'b')), main(entry(1, 'a'))], 'c', 2, 'feature'],
  ['the default branch serves a fresh branch', [main(entry(1, 'a'))], 'c', 1, 'main'],
  [
    'the entry that the head has seen, not one merged since',
    [main(entry(5, 'b'), entry(1, 'a'))],
    'a',
    1,
    'main',
  ],
  ['without a match in the history: the active entry', [main(entry(5, 'b'))], 'a', 5, 'main'],
  ['a tombstone stops the search: new', [feature(entry(3, null)), main(entry(1, 'a'))], 'a', null, 'feature'],
  [
    'a rebase brought what main has since (R8)',
    [feature(entry(2, 'b')), main(entry(7, 'c'))],
    'c',
    7,
    'main',
  ],
  [
    'the head has what its base branch approved since (R8)',
    [main(entry(5, 'b'), entry(1, 'a'))],
    'b',
    5,
    'main',
  ],
  [
    'a head equal to an older entry is a change (R8)',
    [feature(entry(7, 'b')), main(entry(2, 'a'))],
    'a',
    7,
    'feature',
  ],
])('%s', (_, chain, headPixels, id, branch) => {
  const resolved = resolveBaseline(chain, headPixels);
  expect(resolved.entry?.id ?? null).toBe(id);
  expect(resolved.branch).toBe(branch);
});

const entries = fc
  .record({ id: fc.nat(), pixels: fc.option(fc.constantFrom('a', 'b', 'c')) })
  .map(({ id, pixels }) => entry(id, pixels));
const chains = fc.array(
  fc.record({
    branch: fc.string(),
    active: entries,
    seen: fc.option(entries, { nil: undefined }),
    isHead: fc.boolean(),
  }),
);

test('a reversion is never hidden: an older entry later in the chain never becomes the base', () => {
  fc.assert(
    fc.property(chains, fc.constantFrom('a', 'b', 'c'), (chain, head) => {
      const [first] = chain;
      const { entry: base } = resolveBaseline(chain, head);
      if (!first || !base) return;
      const found = first.isHead ? first.active : (first.seen ?? first.active);
      expect(base.id === found.id || base.id > found.id).toBe(true);
      if (base !== found) expect(base.pixels).toBe(head);
    }),
  );
});
