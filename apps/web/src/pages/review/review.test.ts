import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReviewDiff, ReviewItem } from '../../client/presentReview.js';
import { keysText, readKeys } from './address/keysText.js';
import { readSelection, selectionText } from './address/selectionText.js';
import { affectedBy, applyDecision, inverseOf, restoreResults } from './decisions/applyDecision.js';
import { deciderWords } from './decisions/deciderWords.js';
import { slotKey } from './decisions/slotKey.js';
import { filterResults, isReviewable, statusesOf, statusOrder, statusText } from './list/filterResults.js';
import { type ListRow, listRows, placesOf, showChosen } from './list/listRows.js';
import { neighbor, nextPending } from './list/nextPending.js';
import { foldersOf, treeRows } from './list/treeRows.js';
import { baselineWords } from './result/baselineWords.js';
import { changeWords } from './result/changeWords.js';
import { displayName } from './result/displayName.js';
import { percentWords } from './result/percentWords.js';
import { trustWords } from './result/trustWords.js';

const result = (fields: Partial<ReviewItem>): ReviewItem => ({
  name: 'a',
  viewport: null,
  status: 'changed',
  diffPercentage: 1,
  diffImageUrl: null,
  currentImageUrl: '',
  baselineImageUrl: null,
  headHash: null,
  approvalStatus: 'pending',
  baselineSource: null,
  baselineHash: null,
  renderer: null,
  baselineRenderer: null,
  path: null,
  headSize: null,
  baselineSize: null,
  baselineOrigin: null,
  carriedFrom: null,
  comparisonId: null,
  regionCount: 0,
  decidedBy: null,
  decidedAt: null,
  unstable: false,
  flakeCount: 0,
  regions: null,
  rowChanges: null,
  fingerprint: null,
  thumbnailUrl: null,
  ...fields,
});

const anyResult = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'Forms/Button'),
    status: fc.constantFrom(...statusOrder),
    approvalStatus: fc.constantFrom('pending', 'approved', 'rejected'),
  })
  .map((fields) => result(fields as Partial<ReviewItem>));
const anyResults = fc.array(anyResult, { maxLength: 30 });

const diffOf = (results: ReviewItem[]): ReviewDiff => {
  const empty = applyDecision(
    {
      id: 'dif_1',
      suite: 's',
      status: 'completed',
      headCaptureId: 'cap_1',
      baseCaptureId: null,
      baselineRef: null,
      targetRefs: null,
      isLocal: false,
      reviewUrl: null,
      createdAt: '2026-01-01T00:00:00Z',
      project: 'acme/web',
      branch: null,
      commit: null,
      threshold: 0.063,
      antiAliasing: true,
      conclusion: null,
      error: null,
      isStale: false,
      imageToken: '',
      failures: [],
      results,
      counts: {
        changed: 0,
        new: 0,
        removed: 0,
        unchanged: 0,
        skipped: 0,
        failed: 0,
        pending: 0,
        approved: 0,
        rejected: 0,
      },
    },
    { to: 'pending', about: { names: [] } },
  );
  return empty;
};

describe('slotKey', () => {
  it('tells slots apart whose names look like viewports', () => {
    const keys = [
      slotKey({ name: 'a', viewport: { width: 10, height: 20 } }),
      slotKey({ name: 'a@10x20', viewport: null }),
      slotKey({ name: 'a', viewport: null }),
    ];
    expect(new Set(keys).size).toBe(3);
  });
});

describe('filterResults', () => {
  it('shows exactly the results of the chosen statuses, each once', () => {
    fc.assert(
      fc.property(anyResults, fc.subarray([...statusOrder]), (results, statuses) => {
        const shown = filterResults(results, statuses, '');
        expect(new Set(shown)).toEqual(new Set(results.filter(({ status }) => statuses.includes(status))));
        expect(shown.length).toBe(new Set(shown).size);
      }),
    );
  });

  it('finds words in any order in name and path', () => {
    const both = [result({ name: 'x', path: ['Forms', 'Button', 'Primary'] }), result({ name: 'Card' })];
    expect(filterResults(both, ['changed'], 'primary forms')).toEqual([both[0]]);
    expect(filterResults(both, ['changed'], 'CARD')).toEqual([both[1]]);
  });

  it('keeps the chosen statuses in the URL text', () => {
    fc.assert(
      fc.property(fc.subarray([...statusOrder]), (statuses) => {
        expect(statusesOf(statusText(statuses))).toEqual(statuses);
      }),
    );
  });
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
          (one): ListRow => ({ kind: 'result', result: one, alike: [one], place: 'single', depth: 0 }),
        );
        expect(nextPending(rows, from)).toBe(list[after[0] ?? before[0] ?? -1]);
      }),
    );
  });
});

describe('applyDecision', () => {
  const distinct = (results: ReviewItem[]) =>
    diffOf(results.map((entry, index) => ({ ...entry, viewport: { width: index + 1, height: 1 } })));
  const someNames = fc.constantFrom(['a'], ['b', 'c'], null);

  it('decides exactly what is meant, counts it, and can be taken back', () => {
    fc.assert(
      fc.property(anyResults, someNames, (results, names) => {
        const before = distinct(results);
        const decision = { to: 'approved', about: names && { names } } as const;
        const affected = affectedBy(before, decision);
        const after = applyDecision(before, decision);
        after.results.forEach((entry, index) => {
          const old = before.results[index];
          if (old && affected.includes(old)) expect(entry.approvalStatus).toBe('approved');
          else expect(entry).toBe(old);
        });
        const { pending, approved, rejected } = after.counts;
        expect(pending + approved + rejected).toBe(results.filter(isReviewable).length);
        expect(restoreResults(after, affected)).toEqual(before);
      }),
    );
  });

  it('covers every viewport of a name', () => {
    const diff = distinct([
      result({ name: 'a' }),
      result({ name: 'a', status: 'new' }),
      result({ name: 'b' }),
    ]);
    expect(applyDecision(diff, { to: 'rejected', about: { names: ['a'] } }).counts).toMatchObject({
      pending: 1,
      rejected: 2,
    });
  });

  it('leaves rejected results alone when all are approved', () => {
    const diff = distinct([result({}), result({ name: 'b', approvalStatus: 'rejected' })]);
    expect(applyDecision(diff, { to: 'approved', about: null }).counts).toMatchObject({
      approved: 1,
      rejected: 1,
    });
  });

  it('has an inverse for each status that was there', () => {
    const before = [result({}), result({ name: 'b', approvalStatus: 'rejected' })];
    expect(inverseOf(before)).toEqual([
      { to: 'pending', about: { slots: [before[0]] } },
      { to: 'rejected', about: { slots: [before[1]] } },
    ]);
  });

  it('decides single slots without other viewports of their name', () => {
    const diff = distinct([result({ name: 'a' }), result({ name: 'a' }), result({ name: 'b' })]);
    const slots = diff.results.slice(0, 1);
    const after = applyDecision(diff, { to: 'approved', about: { slots } });
    expect(after.results.map(({ approvalStatus }) => approvalStatus)).toEqual([
      'approved',
      'pending',
      'pending',
    ]);
  });
});

describe('listRows', () => {
  const named = (names: string) =>
    [...names].map((name, index) =>
      result({ name: `${name}${index}`, fingerprint: name === '-' ? null : name }),
    );

  it('shows identical changes as one row until their group is opened', () => {
    const list = named('ab-a-');
    const closed = listRows(list, new Set());
    expect(closed.map((row) => [row.result.name, row.alike.length, row.place])).toEqual([
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
        const held = rows.flatMap((row) => (row.place === 'closed' ? row.alike : [row.result]));
        expect(held.length).toBe(list.length);
        expect(new Set(held)).toEqual(new Set(list));
      }),
    );
  });

  it('shows of a closed group what is chosen, else what is pending', () => {
    const list = named('aaa').map((one, index) =>
      index === 0 ? { ...one, approvalStatus: 'approved' as const } : one,
    );
    expect(listRows(list, new Set())[0]?.result.name).toBe('a1');
    const rows = listRows(list, new Set());
    const index = placesOf(rows).get(list[2] as ReviewItem) ?? -1;
    expect(showChosen(rows, index, list[2])).toMatchObject([{ result: { name: 'a2' }, place: 'closed' }]);
    expect(showChosen(rows, index, rows[0]?.result)).toBe(rows);
  });
});

describe('treeRows', () => {
  const of = (...names: string[]) => names.map((name) => result({ name }));
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
        const list = paths.map((path, index) => result({ name: `${index}`, path: [...path, `${index}`] }));
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

describe('the URL', () => {
  it('keeps keys with whatever is in them', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 })), (keys) => {
        expect(readKeys(keysText(keys))).toEqual(new Set(keys));
      }),
    );
    expect(keysText(['a,b', '50%', 'c'])).toBe('a%2Cb,50%25,c');
  });

  it('keeps a selection, short, and drops one that was made in other results', () => {
    const list = Array.from({ length: 12 }, (_, index) => result({ name: `n${index}` }));
    fc.assert(
      fc.property(fc.subarray(list), (chosen) => {
        const keys = new Set(chosen.map(slotKey));
        expect(readSelection(list, selectionText(list, keys))).toEqual(keys);
      }),
    );
    const text = selectionText(list, new Set(['n2', 'n3', 'n4', 'n9']));
    expect(text).toMatch(/^2-4,9~\w+$/);
    expect(readSelection(list.toReversed(), text)).toEqual(new Set());
    expect(readSelection(list, '2-99999999~zz')).toEqual(new Set());
    expect(readSelection(list, 'rubbish')).toEqual(new Set());
  });
});

describe('words', () => {
  const changed = (fields: Partial<ReviewItem>) => changeWords(result({ regionCount: 1, ...fields }));
  it.each([
    [{}, ''],
    [{ regionCount: 4 }, ''],
    [
      { rowChanges: [{ kind: 'inserted', y: 300, baseY: 290, height: 20 }] },
      '20 rows inserted at y = 300; nothing else changed',
    ],
    [
      { rowChanges: [{ kind: 'removed', y: 300, baseY: 290, height: 1 }], regionCount: 3 },
      '1 row removed at y = 290; 2 other regions',
    ],
    [
      { rowChanges: [{ kind: 'moved', y: 5, baseY: 9, height: 2 }] },
      '2 rows moved from y = 9 to 5; nothing else changed',
    ],
    [{ headSize: { width: 2, height: 3 }, baselineSize: { width: 2, height: 1 } }, 'size 2 × 1 → 2 × 3'],
  ] as [Partial<ReviewItem>, string][])('tell a change %#', (fields, words) => {
    expect(changed(fields)).toBe(words);
  });

  it('doubt what flaked, did not hold still, or was rendered by something else', () => {
    expect(trustWords(result({ renderer: 'a', baselineRenderer: 'a' }))).toEqual([]);
    expect(
      trustWords(
        result({
          unstable: true,
          flakeCount: 2,
          renderer: 'HeadlessChrome/156.0 linux-x64, fonts aa',
          baselineRenderer: 'HeadlessChrome/149.0 linux-x64, fonts bb',
        }),
      ),
    ).toEqual([
      'The page did not hold still while it was captured',
      'Looked different for no reason 2 times before',
      'Not rendered as the baseline was: Chrome 149.0 → 156.0, other fonts',
    ]);
  });

  it.each([
    ['branch:feature/a:b', 'from branch feature/a:b'],
    ['capture:cap_1', 'from capture cap_1'],
    ['approval:dif_1', 'same change approved in diff dif_1'],
    [null, 'there is none'],
  ])('%s', (source, words) => {
    expect(baselineWords(source)).toBe(words);
  });

  it.each([
    [null, ''],
    [0, '0 %'],
    [0.004, '< 0.01 %'],
    [1.234, '1.23 %'],
    [43.21, '43.2 %'],
  ])('%s percent', (share, words) => {
    expect(percentWords(share)).toBe(words);
  });

  it.each([
    ['user:Ada: the first', 'Ada: the first'],
    ['key:ci', 'API key ci'],
    ['somebody', 'somebody'],
  ])('%s decided', (decider, words) => {
    expect(deciderWords(decider)).toBe(words);
  });

  it('shows the last part of a name as its title', () => {
    expect(displayName({ name: 'Forms/Button/Primary', path: null })).toEqual({
      title: 'Primary',
      place: 'Forms / Button',
    });
    expect(displayName({ name: 'x', path: ['Cards', 'Plain'] })).toEqual({ title: 'Plain', place: 'Cards' });
  });
});
