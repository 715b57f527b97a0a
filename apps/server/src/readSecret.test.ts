import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSecret } from './readSecret.js';

const linking = vi.hoisted(() => ({ code: '', before: () => {} }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    linkSync(from: string, to: string) {
      if (linking.code === '') return fs.linkSync(from, to);
      linking.before();
      throw Object.assign(new Error(linking.code), { code: linking.code });
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-secret-'));
});
afterEach(() => {
  Object.assign(linking, { code: '', before: () => {} });
  rmSync(folder, { recursive: true });
});

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

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
  'a file system without hard links, which answers %s, keeps a secret',
  (code) => {
    linking.code = code;
    const secret = readSecret(null, folder);
    expect(secret.length).toBeGreaterThanOrEqual(40);
    expect(readSecret(null, folder)).toBe(secret);
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0);
    expect(readdirSync(folder)).toEqual(['secret']);
  },
);

test('the secret of another process that was faster is the secret, without hard links also', () => {
  linking.code = 'EPERM';
  linking.before = () => writeFileSync(join(folder, 'secret'), 'of another process');
  expect(readSecret(null, folder)).toBe('of another process');
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('other errors of a data folder are reported, and leave nothing', () => {
  linking.code = 'EIO';
  expect(() => readSecret(null, folder)).toThrow('EIO');
  expect(readdirSync(folder)).toEqual([]);
});
