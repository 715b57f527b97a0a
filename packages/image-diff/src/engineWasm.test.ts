import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileEngine } from '../scripts/compileEngine.mjs';

test('the engine in the repository is the one that its sources compile to', async () => {
  const stored = readFileSync(new URL('engineWasm.ts', import.meta.url), 'utf8');
  expect(await compileEngine()).toBe(stored);
}, 120_000);
