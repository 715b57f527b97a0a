import { expect, test } from 'vitest';
import { stringifyInTurns } from './stringifyInTurns.js';

const many = Array.from({ length: 1_001 }, (_, index) => ({
  index,
  nested: [index, [undefined]],
  none: undefined,
}));

test.each<[string, unknown]>([
  ['a list', many],
  ['lists in objects', { a: many, 'b"': { c: many, none: undefined }, date: new Date(0), empty: [], no: {} }],
  ['holes', [undefined, () => 1, null, Number.NaN]],
  ['text', 'a "quoted"\n\ud800 téxt'],
  ['null', null],
])('writes %s as JSON.stringify does', async (_, value) => {
  expect(String(await stringifyInTurns(value))).toBe(JSON.stringify(value));
});

test('writes what has no JSON as null', async () => {
  expect(String(await stringifyInTurns(undefined))).toBe('null');
});
