import { expect, test } from 'vitest';
import { stringifyInTurns } from './stringifyInTurns.js';

const many = Array.from({ length: 1_001 }, (_, index) => ({
  index,
  nested: [index, [undefined]],
  none: undefined,
}));

const textOf = async (value: unknown) => String(Buffer.concat(await stringifyInTurns(value)));

test.each<[string, unknown]>([
  ['a list', many],
  ['lists in objects', { a: many, 'b"': { c: many, none: undefined }, date: new Date(0), empty: [], no: {} }],
  ['holes', [undefined, () => 1, null, Number.NaN]],
  ['text', 'a "quoted"\n\ud800 téxt'],
  ['null', null],
])('writes %s as JSON.stringify does', async (_, value) => {
  expect(await textOf(value)).toBe(JSON.stringify(value));
});

test('writes what has no JSON as null', async () => {
  expect(await textOf(undefined)).toBe('null');
});

test('hands large text on in parts, each of whole characters', async () => {
  const value = Array.from({ length: 20_000 }, (_, index) => `€𝄞 ${index}`);
  const parts = await stringifyInTurns(value);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.map(String).join('')).toBe(JSON.stringify(value));
});
