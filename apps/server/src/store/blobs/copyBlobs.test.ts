import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BlobMissing, type BlobStore } from './BlobStore.js';
import { copyBlobs } from './copyBlobs.js';
import { createDiskBlobs } from './disk.js';
import { placeOf } from './placeOf.js';

let folder: string;
let from: BlobStore;
let to: BlobStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'svc-copy-'));
  from = await createDiskBlobs(path.join(folder, 'from'));
  to = await createDiskBlobs(path.join(folder, 'to'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a copy goes on where a failure ended it, and copies nothing twice', async () => {
  const hashes: string[] = [];
  for (let number = 0; number < 50; number++)
    hashes.push((await from.put(Buffer.from(`blob ${number}`))).hash);
  let puts = 0;
  const counted: BlobStore = {
    ...to,
    put: async (content) => {
      puts += 1;
      if (puts === 15) throw new Error('the machine was switched off');
      return to.put(content);
    },
  };
  await expect(copyBlobs(from, counted, { parallel: 3 })).rejects.toThrow('switched off');
  const copied = await copyBlobs(from, counted, { parallel: 3 });
  // What was under way beside the failure had been copied, too.
  expect(copied.copied + copied.there).toBe(50);
  expect(puts).toBe(51);
  for (const [number, hash] of hashes.entries())
    expect((await to.get(hash)).toString()).toBe(`blob ${number}`);
});

test('a damaged blob is named and not copied, one that was deleted meanwhile is counted', async () => {
  const [good, damaged, deleted] = await Promise.all(
    ['good', 'damaged', 'deleted'].map(async (text) => (await from.put(Buffer.from(text))).hash),
  );
  await writeFile(path.join(folder, 'from', placeOf(damaged ?? '')), 'other bytes');
  const stream = (hash: string) =>
    hash === deleted ? Promise.reject(new BlobMissing(hash)) : from.stream(hash);
  expect(await copyBlobs({ ...from, stream }, to, { parallel: 2 })).toEqual({
    share: 1,
    copied: 1,
    bytes: 4,
    there: 0,
    gone: 1,
    corrupt: [damaged],
  });
  expect(await to.has(good ?? '')).toBe(true);
  expect(await to.has(damaged ?? '')).toBe(false);
});
