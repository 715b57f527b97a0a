import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecret } from './readSecret.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a data folder keeps its secret, for its owner only', () => {
  const dataDir = join(folder, 'data');
  const secret = readSecret(null, dataDir);
  expect(secret.length).toBeGreaterThanOrEqual(40);
  expect(readSecret(null, dataDir)).toBe(secret);
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret);
  expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0);
  expect(readdirSync(dataDir)).toEqual(['secret']);
  expect(readSecret('the given one, which is long', dataDir)).toBe('the given one, which is long');
});
