import path from 'node:path';
import { expect, test } from 'vitest';
import { listSources } from './imports.mjs';
import { root } from './setup/runProgram.mjs';

const most = 25;

test(`no folder holds more than ${most} sources`, () => {
  const counts = {};
  for (const parent of ['packages', 'apps', 'examples', 'tests', 'bench', 'scripts']) {
    for (const source of listSources(root, parent)) {
      const folder = path.posix.dirname(source);
      counts[folder] = (counts[folder] ?? 0) + 1;
    }
  }
  expect(counts).toHaveProperty(['packages/cli/src']);
  const full = Object.entries(counts).filter(([, count]) => count > most);
  expect(full).toEqual([]);
});
