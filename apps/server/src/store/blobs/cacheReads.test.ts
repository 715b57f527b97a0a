import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StorageUnavailable } from '../../domain/StorageUnavailable.js';
import { BlobMissing, type BlobStore } from './BlobStore.js';
import { cacheReads } from './cacheReads.js';
import { createDiskBlobs } from './disk.js';

let folder: string;
let kept: string;
let reads: string[];
let store: BlobStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'svc-cache-'));
  kept = path.join(folder, 'cache/sites');
  reads = [];
  const blobs = await createDiskBlobs(path.join(folder, 'blobs'));
  const stream: BlobStore['stream'] = (hash) => {
    reads.push(hash);
    return blobs.stream(hash);
  };
  store = { ...blobs, stream };
});
afterEach(() => rm(folder, { recursive: true }));

const put = async (letter: string) => (await store.put(Buffer.alloc(1000, letter))).hash;
const read = async (cached: BlobStore, hash: string) => (await text(await cached.stream(hash))).slice(0, 1);

test('a blob is read from the store once, also by many at once and after a restart', async () => {
  const cached = await cacheReads(store, kept, 10_000);
  const hash = await put('a');
  expect(await Promise.all(Array.from({ length: 20 }, () => read(cached, hash)))).toEqual(
    Array(20).fill('a'),
  );
  expect(await read(await cacheReads(store, kept, 10_000), hash)).toBe('a');
  expect(reads).toEqual([hash]);
  await expect(cached.stream('f'.repeat(64))).rejects.toThrow(BlobMissing);
  expect(await readdir(kept)).toEqual([hash]);
});

test('a full cache removes what was read least recently, after a restart too', async () => {
  const cached = await cacheReads(store, kept, 3_000);
  const [a, b, c, d] = [await put('a'), await put('b'), await put('c'), await put('d')];
  for (const hash of [a, b, c, a, d]) await read(cached, hash);
  expect((await readdir(kept)).sort()).toEqual([a, c, d].sort());
  await utimes(path.join(kept, c), 1, 1);
  const smaller = await cacheReads(store, kept, 2_000);
  await read(smaller, d);
  expect((await readdir(kept)).sort()).toEqual([a, d].sort());
  const none = await cacheReads(store, kept, 500);
  expect(await read(none, b)).toBe('b');
  expect(await readdir(kept)).toEqual([]);
});

test('damaged files are read from the store again, and leftovers of a killed process go', async () => {
  const hash = await put('a');
  const cached = await cacheReads(store, kept, 10_000);
  await read(cached, hash);
  await writeFile(path.join(kept, hash), 'damaged');
  await expect(read(cached, hash)).rejects.toThrow(StorageUnavailable);
  expect(await read(cached, hash)).toBe('a');
  const leftover = path.join(kept, 'x.part');
  await writeFile(leftover, '');
  await utimes(leftover, 1, 1);
  await cacheReads(store, kept, 10_000);
  await expect(stat(leftover)).rejects.toThrow('ENOENT');
});

test('a folder that takes nothing is done without', async () => {
  const cached = await cacheReads(store, kept, 10_000);
  const hash = await put('a');
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
  let isFirst = true;
  const stream = store.stream;
  store.stream = async (wanted) => {
    if (!isFirst) return stream(wanted);
    isFirst = false;
    // As the file system would, when the first bytes are written.
    throw full;
  };
  expect(await read(cached, hash)).toBe('a');
});
