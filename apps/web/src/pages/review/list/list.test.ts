import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '../../../client/presentReview.js';
import { anyResults } from '../../../testing/anyResults.js';
import { exampleResult } from '../../../testing/exampleReview.js';
import { componentOf, partsOf } from '../../../words/displayName.js';
import { cardsOf } from './cardsOf.js';
import { filterChoices } from './filterChoices.js';
import {
  filterResults,
  isReviewable,
  kindsOf,
  kindsText,
  listKinds,
  reviewableStatuses,
  sortOrders,
} from './filterResults.js';
import { type ListRow, listRows, rowOf, showChosen } from './listRows.js';
import { neighbor, nextPending } from './nextPending.js';
import { foldersOf, treeRows } from './treeRows.js';

describe('filterResults', () => {
  it('shows exactly the results of the chosen kinds, each once', () => {
    fc.assert(
      fc.property(anyResults, fc.subarray([...listKinds]), (results, kinds) => {
        const shown = filterResults(results, { kinds, query: '', order: 'status' });
        const isChosen = ({ status, accessibility }: ReviewItem) =>
          kinds.includes(status) || (accessibility !== null && kinds.includes('accessibility'));
        expect(new Set(shown)).toEqual(new Set(results.filter(isChosen)));
        expect(shown.length).toBe(new Set(shown).size);
      }),
    );
  });

  it('finds words in any order in name and path', () => {
    const both = [
      exampleResult({ name: 'x', path: ['Forms', 'Button', 'Primary'] }),
      exampleResult({ name: 'Card' }),
    ];
    expect(found(both, 'primary forms')).toEqual([both[0]]);
    expect(found(both, 'CARD')).toEqual([both[1]]);
  });

  it('finds what is said of a result: viewport, browser, decision, doubts', () => {
    const [phone, flaky] = [
      exampleResult({ name: 'a', viewport: { width: 390, height: 844 }, browser: 'firefox' }),
      exampleResult({ name: 'b', flakeCount: 2, approvalStatus: 'rejected' }),
    ];
    const all = [phone, flaky];
    for (const query of ['390x844', '390×844', 'firefox', 'pending'])
      expect(found(all, query)).toEqual([phone]);
    for (const query of ['flaky', 'rejected', 'flaky b']) expect(found(all, query)).toEqual([flaky]);
    expect(found(all, 'changed')).toEqual(all);
    expect(found(all, 'flaky firefox')).toEqual([]);
  });

  it('shows one component, and offers those that tell results apart', () => {
    const all = [
      exampleResult({ name: 'Forms/Date picker/Open' }),
      exampleResult({ name: 'x', path: ['Forms', 'Date picker', 'Closed'] }),
      exampleResult({ name: 'Forms/Date picker/Range/Open' }),
      exampleResult({ name: 'Lone' }),
    ];
    const shown = (component: string) =>
      filterResults(all, { kinds: listKinds, query: '', component, order: 'name' });
    expect(shown('Forms/Date picker')).toEqual([all[0], all[1]]);
    expect(shown('Forms')).toEqual([]);
    expect(filterChoices(all).components).toEqual(['Forms/Date picker', 'Forms/Date picker/Range']);
    expect(filterChoices(all.slice(0, 2)).components).toEqual([]);
  });

  it('takes for the component all parts of a name but the last, without spaces around them', () => {
    const anyName = fc
      .array(fc.constantFrom('a', 'b', ' ', '/', '\t'), { maxLength: 12 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(anyName, (name) => {
        expect(componentOf({ name, path: null })).toBe(partsOf({ name, path: null }).slice(0, -1).join('/'));
      }),
      { numRuns: 2_000 },
    );
  });

  it('sorts by size of change and by name, each result once', () => {
    const list = [
      exampleResult({ name: 'Item 10', diffPercentage: 1 }),
      exampleResult({ name: 'Item 2', diffPercentage: 30 }),
      exampleResult({ name: 'Item 1', status: 'new', diffPercentage: null }),
    ];
    const sorted = (order: 'change' | 'name') =>
      filterResults(list, { kinds: listKinds, query: '', order }).map(({ name }) => name);
    expect(sorted('change')).toEqual(['Item 1', 'Item 2', 'Item 10']);
    expect(sorted('name')).toEqual(['Item 1', 'Item 2', 'Item 10']);
    fc.assert(
      fc.property(anyResults, fc.constantFrom(...sortOrders), (results, order) => {
        const shown = filterResults(results, { kinds: listKinds, query: '', order });
        expect(new Set(shown)).toEqual(new Set(results));
        expect(shown.length).toBe(results.length);
      }),
    );
  });

  it('keeps the chosen kinds in the URL text', () => {
    fc.assert(
      fc.property(fc.subarray([...listKinds]), (kinds) => {
        expect(kindsOf(kindsText(kinds))).toEqual(kinds);
      }),
    );
  });
});

const found = (results: readonly ReviewItem[], query: string) =>
  filterResults(results, { kinds: ['changed'], query, order: 'status' });

describe('cardsOf', () => {
  const anyNamed = fc.array(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      fingerprint: fc.constantFrom(null, 'p', 'q', 'r', 's'),
      status: fc.constantFrom<ReviewItem['status']>('changed', 'new', 'unchanged'),
    }),
    { maxLength: 12 },
  );

  it('joins what shares a name or a change, however far apart, and nothing else', () => {
    fc.assert(
      fc.property(anyNamed, (fields) => {
        const results = fields.map((one) => exampleResult(one));
        const cards = cardsOf(results);
        expect(cards.length).toBe(results.length);
        for (const [place, result] of results.entries())
          expect(new Set(cards[place])).toEqual(reachedFrom(result, results));
      }),
    );
  });

  it('puts seven edits of 603 snapshots, in 72 results of three browsers and three viewports, on seven cards', () => {
    const variants = ['chromium', 'firefox', 'webkit'].flatMap((browser) =>
      [390, 768, 1280].map((width) => ({ browser, viewport: { width, height: 800 } })),
    );
    // The first edit shows in two stories, the same pixels in both; the others in one each.
    const edits = [['Button/A', 'Button/B'], ...[1, 2, 3, 4, 5, 6].map((edit) => [`Story ${edit}`])];
    const changed = edits.flatMap((stories, edit) =>
      stories.flatMap((name) =>
        variants.map((variant, at) => exampleResult({ ...variant, name, fingerprint: `${edit} ${at}` })),
      ),
    );
    expect(changed.length).toBe(72);
    const unchanged = Array.from({ length: 531 }, (_, at) =>
      exampleResult({ name: `Same ${at}`, status: 'unchanged', fingerprint: null }),
    );
    const shown = filterResults([...changed, ...unchanged], {
      kinds: reviewableStatuses,
      query: '',
      order: 'status',
    });
    expect(listRows(shown, new Set()).length).toBe(7);
  });

  /** Step by step over the pairs that belong together. */
  function reachedFrom(start: ReviewItem, results: readonly ReviewItem[]): Set<ReviewItem> {
    const reached = new Set([start]);
    if (!isReviewable(start)) return reached;
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const one of results) {
        if (isReviewable(one) && [...reached].some((other) => belong(one, other))) reached.add(one);
      }
    }
    return reached;
  }

  const belong = (one: ReviewItem, other: ReviewItem) =>
    one.name === other.name || (one.fingerprint !== null && one.fingerprint === other.fingerprint);
});

describe('nextPending', () => {
  it('finds the nearest other pending result after the given one', () => {
    fc.assert(
      fc.property(anyResults, fc.nat(30), (list, start) => {
        const from = list.length === 0 ? -1 : start % list.length;
        const waiting = (index: number) => {
          const entry = list[index];
          return entry !== undefined && isReviewable(entry) && entry.approvalStatus === 'pending';
        };
        const after = list.map((_, index) => index).filter((index) => index > from && waiting(index));
        const before = list.map((_, index) => index).filter((index) => index < from && waiting(index));
        const rows = list.map(
          (one): ListRow => ({ kind: 'result', result: one, card: [one], place: 'single', depth: 0 }),
        );
        expect(nextPending(rows, from)).toBe(list[after[0] ?? before[0] ?? -1]);
      }),
    );
  });
});

describe('listRows', () => {
  const named = (names: string) =>
    [...names].map((name, index) =>
      exampleResult({ name: `${name}${index}`, fingerprint: name === '-' ? null : name }),
    );

  it('shows a card as one row until it is opened', () => {
    const list = named('ab-a-');
    const closed = listRows(list, new Set());
    expect(closed.map((row) => [row.result.name, row.card.length, row.place])).toEqual([
      ['a0', 2, 'closed'],
      ['b1', 1, 'single'],
      ['-2', 1, 'single'],
      ['-4', 1, 'single'],
    ]);
    const open = listRows(list, new Set(['a0']));
    expect(open.map((row) => [row.result.name, row.place]).slice(0, 3)).toEqual([
      ['a0', 'first'],
      ['a3', 'member'],
      ['b1', 'single'],
    ]);
  });

  it('has every result in exactly one row, whatever is open', () => {
    const anyList = fc.array(fc.constantFrom('a', 'b', 'c', '-'), { maxLength: 30 });
    fc.assert(
      fc.property(anyList, fc.subarray(['a', 'b', 'c']), (names, open) => {
        const list = named(names.join(''));
        const heads = open.map((name) => `${name}${names.join('').indexOf(name)}`);
        const rows = listRows(list, new Set(heads));
        const isOpen = (name: string) =>
          heads.length > 0 &&
          open.some((one) => one === name) &&
          names.filter((one) => one === name).length > 1;
        expect(rows.some(({ place }) => place === 'first')).toBe(names.some(isOpen));
        const held = rows.flatMap((row) => (row.place === 'closed' ? row.card : [row.result]));
        expect(held.length).toBe(list.length);
        expect(new Set(held)).toEqual(new Set(list));
        for (const result of list) {
          const row = rows[rowOf(rows, result)];
          expect(row?.place === 'closed' ? row.card : [row?.result]).toContain(result);
        }
        expect(rowOf(rows, exampleResult({ name: 'elsewhere' }))).toBe(-1);
      }),
    );
  });

  it('shows of a closed card what is chosen, else what is pending', () => {
    const list = named('aaa').map((one, index) =>
      index === 0 ? { ...one, approvalStatus: 'approved' as const } : one,
    );
    expect(listRows(list, new Set())[0]?.result.name).toBe('a1');
    const rows = listRows(list, new Set());
    const index = rowOf(rows, list[2] as ReviewItem);
    expect(showChosen(rows, index, list[2])).toMatchObject([{ result: { name: 'a2' }, place: 'closed' }]);
    expect(showChosen(rows, index, rows[0]?.result)).toBe(rows);
  });
});

describe('treeRows', () => {
  const of = (...names: string[]) => names.map((name) => exampleResult({ name }));
  const drawn = (rows: readonly ListRow[]) =>
    rows.map(
      (row) =>
        '  '.repeat(row.depth) +
        (row.kind === 'folder'
          ? `${row.isOpen ? '-' : '+'} ${row.title} ${row.pending}/${row.count}`
          : row.result.name),
    );

  it('shows folders by path, those with nothing but one folder in a row with it', () => {
    const list = of('A/B/one', 'A/B/two', 'C/three', 'four', 'C/D/five');
    expect(drawn(treeRows(list, new Set()))).toEqual([
      '- A/B 2/2',
      '  A/B/one',
      '  A/B/two',
      '- C 2/2',
      '  - D 1/1',
      '    C/D/five',
      '  C/three',
      'four',
    ]);
    expect(drawn(treeRows(list, new Set(['A/B', 'C/D'])))).toEqual([
      '+ A/B 2/2',
      '- C 2/2',
      '  + D 1/1',
      '  C/three',
      'four',
    ]);
  });

  it('says of a result which folders are around it', () => {
    const list = of('A/B/one', 'A/C/two');
    const rows = treeRows(list, new Set());
    expect(foldersOf(rows, list[1] as ReviewItem)).toEqual(['A', 'A/C']);
    expect(foldersOf(treeRows(list, new Set(['A'])), list[1] as ReviewItem)).toEqual(['A']);
  });

  it('has every result once, and counts what is in each folder', () => {
    const name = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (paths) => {
        const list = paths.map((path, index) =>
          exampleResult({ name: `${index}`, path: [...path, `${index}`] }),
        );
        const rows = treeRows(list, new Set());
        const held = rows.flatMap((row) => (row.kind === 'result' ? [row.result] : []));
        expect(new Set(held)).toEqual(new Set(list));
        expect(held.length).toBe(list.length);
        for (const row of rows) {
          if (row.kind !== 'folder') continue;
          expect(row.count).toBe(held.filter((one) => foldersOf(rows, one).includes(row.folder)).length);
        }
        const top = rows.filter(({ depth }) => depth === 0);
        expect(top.map(({ among }) => among)).toEqual(
          top.map((_, index) => ({ position: index + 1, size: top.length })),
        );
      }),
    );
  });

  it('is stepped through from result to result', () => {
    const list = of('A/one', 'B/two');
    const rows = treeRows(list, new Set());
    expect(neighbor(rows, 1, 1)).toBe(list[1]);
    expect(neighbor(rows, 3, -1)).toBe(list[0]);
    expect(neighbor(rows, 3, 1)).toBeUndefined();
  });
});
