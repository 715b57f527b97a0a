import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testBlobStore } from '../../../testing/testBlobStore.js';
import { StorageUnavailable } from '../../domain/StorageUnavailable.js';
import { createDiskBlobs } from './disk.js';

const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'svc-blobs-'));
const fileOf = (root: string, hash: string) => path.join(root, hash.slice(0, 2), hash.slice(2, 4), hash);

testBlobStore('disk', async () => {
  const root = await newFolder();
  return {
    store: await createDiskBlobs(root),
    reopen: () => createDiskBlobs(root),
    damage: async (hash) => {
      const file = await open(fileOf(root, hash), 'r+');
      await file.write('X', 1000);
      await file.close();
    },
    dispose: () => rm(root, { recursive: true }),
  };
});

let root: string;
beforeEach(async () => {
  root = await newFolder();
});
afterEach(() => rm(root, { recursive: true }));

test('a blob is a file in two levels of folders', async () => {
  const { hash } = await (await createDiskBlobs(root)).put(Buffer.from('hello'));
  expect(await readFile(fileOf(root, hash), 'utf8')).toBe('hello');
  expect(await readdir(path.join(root, 'tmp'))).toEqual([]);
});

test('a damaged file is kept for inspection', async () => {
  const store = await createDiskBlobs(root);
  const { hash } = await store.put(Buffer.from('hello'));
  await writeFile(fileOf(root, hash), 'jello');
  await expect(store.get(hash)).rejects.toThrow('corrupt');
  const [kept = ''] = await readdir(path.join(root, 'quarantine'));
  expect(await readFile(path.join(root, 'quarantine', kept), 'utf8')).toBe('jello');
});

test('what a crash left unfinished goes, what is being written stays', async () => {
  await createDiskBlobs(root);
  const [old, recent] = ['old', 'recent'].map((name) => path.join(root, 'tmp', name)) as [string, string];
  await Promise.all([writeFile(old, ''), writeFile(recent, '')]);
  const before = async (minutes: number, file: string) => {
    const at = Date.now() / 1000 - minutes * 60;
    await utimes(file, at, at);
  };
  await before(61, old);
  await before(59, recent);
  const store = await createDiskBlobs(root);
  expect(await readdir(path.join(root, 'tmp'))).toEqual(['recent']);
  await before(61, recent);
  await store.removeLeftovers();
  expect(await readdir(path.join(root, 'tmp'))).toEqual([]);
});

test('what was set aside can be looked at for 30 days', async () => {
  const store = await createDiskBlobs(root);
  const aside = path.join(root, 'quarantine', 'corrupt');
  await writeFile(aside, '');
  const daysAgo = (days: number) => Date.now() / 1000 - days * 24 * 60 * 60;
  await utimes(aside, daysAgo(29), daysAgo(29));
  await store.removeLeftovers();
  expect(await readdir(path.join(root, 'quarantine'))).toEqual(['corrupt']);
  await utimes(aside, daysAgo(31), daysAgo(31));
  await store.removeLeftovers();
  expect(await readdir(path.join(root, 'quarantine'))).toEqual([]);
});

test('a full disk is said to be full, leaves nothing behind, and recovers', async ({ skip }) => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', root], { stdio: 'ignore' });
  } catch {
    return skip('it takes the right to mount a small disk');
  }
  try {
    const store = await createDiskBlobs(root);
    const filling = store.put(Buffer.alloc(2_000_000));
    await expect(filling).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(filling).rejects.toThrow('is full');
    expect(await readdir(path.join(root, 'tmp'))).toEqual([]);
    const { hash } = await store.put(Buffer.alloc(500_000));
    expect(await store.has(hash)).toBe(true);
  } finally {
    execFileSync('umount', [root]);
  }
});
