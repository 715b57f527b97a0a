import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/runProgram.mjs';

/** Where the paths of the text start: at the root, or in the sources of the server, which most of them are about. */
const bases = ['', 'apps/server/src', 'apps/server'];

const pathsIn = (text) => [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, name]) => name);

test('every path in CONTRIBUTING.md exists', () => {
  const paths = pathsIn(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'));
  expect(paths.length).toBeGreaterThan(30);
  const built = new Set(['apps/server/dist-clients', '.cache/nodes', '.cache/books']);
  const missing = paths.filter(
    (one) => !built.has(one) && !bases.some((base) => existsSync(path.join(root, base, one))),
  );
  expect(missing).toEqual([]);
});
