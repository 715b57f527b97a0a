import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type OpenChange, topChangeTable } from './topChangeTable.js';

const change: OpenChange = {
  ...{ suite: 'forms', name: 'button', viewport: '1280x720', browser: '' },
  ...{ status: 'changed', approvalStatus: 'pending', diffPercentage: 1.234 },
  thumbnail: 'https://host/t',
  causes: ['`h1` is 4 px lower', '`p` is gone'],
  reviewUrl: 'https://host/r',
};
const tableOf = (changes: OpenChange[], count = changes.length) =>
  topChangeTable(changes, { count, url: 'https://host/all' });
const rowsOf = (changes: OpenChange[], count?: number) => tableOf(changes, count).split('\n').slice(2);

test('a change is shown with its picture, its first cause and a link', () => {
  expect(rowsOf([change])).toEqual([
    '| [`forms / button 1280x720`](https://host/r) | changed, 1.23 % | ![The change](https://host/t) | `h1 is 4 px lower` and 1 more |',
  ]);
  const rejected = { ...change, approvalStatus: 'rejected', thumbnail: null, causes: [] };
  expect(rowsOf([rejected])).toEqual([
    '| [`forms / button 1280x720`](https://host/r) | changed, 1.23 %, rejected |  |  |',
  ]);
  expect(tableOf([])).toBe('');
  expect(rowsOf([change], 8).slice(1)).toEqual(['', 'and [7 more](https://host/all)']);
});

test('the largest changes come first, and the rest is behind a link', () => {
  const percentages = [3, null, 12, 0.5, 7, 9, 1, 2, 4, 5, 6];
  const rows = rowsOf([
    { ...change, status: 'removed', diffPercentage: null },
    { ...change, status: 'new', diffPercentage: null },
    ...percentages.map((diffPercentage) => ({ ...change, diffPercentage })),
  ]);
  expect(rows.slice(0, 10).map((row) => row.split(' | ')[1])).toEqual(
    [12, 9, 7, 6, 5, 4, 3, 2, 1, 0.5].map((one) => `changed, ${one.toFixed(2)} %`),
  );
  expect(rows.slice(10)).toEqual(['', 'and [3 more](https://host/all)']);
});

test('no name and no cause can end its cell, begin another row or mention somebody', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, cause) => {
      const hostile = {
        ...change,
        name: `@ada|${name}`.replace(/\p{Cc}/gu, ' '),
        causes: [`|\n@ada${cause}`],
      };
      const [row, ...more] = rowsOf([hostile]);
      expect(more).toEqual([]);
      // What is in code is literal: outside of it, four cells are left.
      const outside = row?.replace(/`[^`]*`/g, '').replace(/\s+/g, ' ');
      expect(outside).toBe('| [](https://host/r) | changed, 1.23 % | ![The change](https://host/t) | |');
    }),
  );
});
