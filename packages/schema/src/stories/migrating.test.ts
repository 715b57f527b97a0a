import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pickParameters } from './pickParameters.js';

const page = readFileSync(new URL('../../../../docs/migrating.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| ([^|]+) \| `(\{.*?\})` \| `(\{.*?\})` \|$/gm)].map((row) => row.slice(1));

test('the page has a row for each tool', () => {
  const tools = new Set(rows.map(([tool]) => tool));
  expect([...tools]).toEqual(['Chromatic', 'Percy', 'Argos', 'Lost Pixel', 'Happo', 'Storybook']);
});

test.each(rows)('%s: %s is read as %s', (_tool, written = '', read = '') => {
  expect(pickParameters(JSON.parse(written))).toEqual(JSON.parse(read));
});
