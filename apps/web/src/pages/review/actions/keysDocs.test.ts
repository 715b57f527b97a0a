import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actions } from './actions.js';

it('docs/review.md lists every key', () => {
  const text = readFileSync(new URL('../../../../../../docs/review.md', import.meta.url), 'utf8');
  const [, table = ''] = text.split('## Keys');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(Object.values(actions).map(({ hint, label }) => `| \`${hint}\` | ${label} |`));
});
