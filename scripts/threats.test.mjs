import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './setup/runProgram.mjs';

const rows = readFileSync(path.join(root, 'docs/threats.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (Threat|Fault|---) /.test(line))
  .map((line) => line.split('|').slice(1, -1));

test('every threat in docs/threats.md names tests that exist', () => {
  expect(rows.length).toBeGreaterThan(20);
  const failing = rows.filter(([, , tests = '']) => {
    const named = [...tests.matchAll(/`([^`]+\.(?:test|spec)\.(?:ts|mjs))`/g)].map(([, name]) => name);
    return named.length === 0 || named.some((name) => !existsSync(path.join(root, name)));
  });
  expect(failing).toEqual([]);
});
