import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { buildExample } from './buildExample.js';

const bench = fileURLToPath(new URL('../../bench/causes.mjs', import.meta.url));
const kinds = ['token', 'text', 'insert', 'remove', 'nothing'];

// `npm run bench:causes` with few changes: ends with 1 where too few of the true causes come first.
it('single changes of a built Storybook are named', async () => {
  const folder = await buildExample('storybook', '1');
  const flags = [`--example=${folder}`, '--times=1', `--kinds=${kinds}`];
  const { stdout } = await promisify(execFile)(process.execPath, [bench, ...flags]);
  for (const kind of kinds)
    expect(stdout).toMatch(new RegExp(`^\\| ${kind} \\| 1 \\| 1 \\| 1 \\| 0 \\|$`, 'm'));
});
