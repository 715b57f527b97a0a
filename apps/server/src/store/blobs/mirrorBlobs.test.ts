import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testBlobStore } from '../../../testing/testBlobStore.js';
import { StorageUnavailable } from '../../domain/StorageUnavailable.js';
import { BlobMissing, type BlobStore } from './BlobStore.js';
import { createDiskBlobs } from './disk.js';
import { mirrorBlobs } from './mirrorBlobs.js';
import { placeOf } from './placeOf.js';

const newFolder = () => mkdtemp(path.join(os.tmpdir(), 'svc-mirror-'));

testBlobStore('mirrored', async () => {
  const roots = [await newFolder(), await newFolder()] as const;
  const reopen = async () => mirrorBlobs([await createDiskBlobs(roots[0]), await createDiskBlobs(roots[1])]);
  return {
    store: await reopen(),
    reopen,
    async damage(hash) {
      for (const root of roots) {
        const file = await open(path.join(root, placeOf(hash)), 'r+');
        await file.write('X', 1000);
        await file.close();
      }
    },
    async dispose() {
      for (const root of roots) {
        expect(await readdir(path.join(root, 'tmp'))).toEqual([]);
        await rm(root, { recursive: true });
      }
    },
  };
});

let roots: string[];
let first: BlobStore;
let second: BlobStore;
beforeEach(async () => {
  roots = [await newFolder(), await newFolder()];
  [first, second] = await Promise.all([createDiskBlobs(roots[0] ?? ''), createDiskBlobs(roots[1] ?? '')]);
});
afterEach(async () => {
  for (const root of roots) await rm(root, { recursive: true });
});

const listAll = async (store: BlobStore) => {
  const found: string[] = [];
  for await (const hashes of store.list()) found.push(...hashes);
  return found.sort();
};

test('each store has what was put, and what only one has is read, listed and deleted', async () => {
  const both = mirrorBlobs([first, second]);
  const { hash: shared } = await both.put(Readable.from([Buffer.from('shared')]));
  expect([await first.has(shared), await second.has(shared)]).toEqual([true, true]);
  const { hash: old } = await second.put(Buffer.from('old'));
  const { hash: own } = await first.put(Buffer.from('own'));
  expect((await both.get(old)).toString()).toBe('old');
  expect((await (await both.stream(own)).toArray()).join('')).toBe('own');
  expect(await listAll(both)).toEqual([shared, old, own].sort());
  expect(await both.writtenAt(old)).toEqual(await second.writtenAt(old));
  for (const hash of [shared, old, own]) await both.delete(hash);
  expect([await listAll(first), await listAll(second)]).toEqual([[], []]);
});

test('a store that is away is not one that lacks the bytes, and nothing is stored in half of the stores', async () => {
  const away = () => Promise.reject(new StorageUnavailable('away'));
  const broken: BlobStore = { ...first, put: away, get: away, stream: away, has: away };
  const { hash } = await second.put(Buffer.from('there'));
  const absent = 'f'.repeat(64);
  for (const both of [mirrorBlobs([broken, second]), mirrorBlobs([second, broken])]) {
    expect((await both.get(hash)).toString()).toBe('there');
    await expect(both.get(absent)).rejects.toThrow(StorageUnavailable);
    await expect(both.stream(absent)).rejects.toThrow(StorageUnavailable);
    await expect(both.has(absent)).rejects.toThrow(StorageUnavailable);
    await expect(both.put(Buffer.from('new'))).rejects.toThrow(StorageUnavailable);
    await expect(both.put(Readable.from([Buffer.from('new')]))).rejects.toThrow(StorageUnavailable);
  }
  await expect(mirrorBlobs([first, second]).get(absent)).rejects.toThrow(BlobMissing);
});
