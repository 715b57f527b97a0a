import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BlobCorrupt, BlobMissing, type BlobStore } from '../src/store/blobs/BlobStore.js';

export interface BlobStoreUnderTest {
  store: BlobStore;
  /** Opens the same blobs again, as after a restart. */
  reopen(): Promise<BlobStore>;
  /** Changes a stored byte behind the store's back. */
  damage(hash: string): Promise<void>;
  dispose(): Promise<void>;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const absent = 'f'.repeat(64);

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function listAll(store: BlobStore, start?: string): Promise<string[]> {
  const hashes: string[] = [];
  for await (const batch of store.list(start)) hashes.push(...batch);
  return hashes.sort();
}

const contents: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['a byte', Buffer.from([0])],
  ['some megabytes', Buffer.alloc(3_000_001, 'blob')],
];

/** What every driver of the blob store must do. */
export function testBlobStore(driver: string, open: () => Promise<BlobStoreUnderTest>): void {
  describe(`the ${driver} blob store`, () => {
    let blobs: BlobStoreUnderTest;
    beforeEach(async () => {
      blobs = await open();
    });
    afterEach(() => blobs.dispose());

    test.each(contents)('gives back %s', async (_, bytes) => {
      const stored = await blobs.store.put(bytes);
      expect(stored).toEqual({ hash: sha256(bytes), size: bytes.length });
      expect(await blobs.store.has(stored.hash)).toBe(true);
      expect(bytes.equals(await blobs.store.get(stored.hash))).toBe(true);
      expect(bytes.equals(await collect(await blobs.store.stream(stored.hash)))).toBe(true);
    });

    test.each(contents)('takes %s as a stream', async (_, bytes) => {
      const half = bytes.length >> 1;
      const source = Readable.from([bytes.subarray(0, half), bytes.subarray(half)]);
      expect(await blobs.store.put(source)).toEqual({ hash: sha256(bytes), size: bytes.length });
      expect(bytes.equals(await blobs.store.get(sha256(bytes)))).toBe(true);
    });

    test('keeps what it acknowledged over a restart', async () => {
      const { hash } = await blobs.store.put(Buffer.from('kept'));
      expect((await (await blobs.reopen()).get(hash)).toString()).toBe('kept');
    });

    test('takes the same bytes many times at once', async () => {
      const bytes = Buffer.alloc(100_000, 'same');
      const stored = await Promise.all(Array.from({ length: 20 }, () => blobs.store.put(bytes)));
      expect(new Set(stored.map(({ hash }) => hash))).toEqual(new Set([sha256(bytes)]));
      expect(bytes.equals(await blobs.store.get(sha256(bytes)))).toBe(true);
    });

    test('stores nothing of a stream that fails, and says what failed', async () => {
      const source = Readable.from(
        (async function* () {
          yield Buffer.from('half');
          throw new Error('the client went away');
        })(),
      );
      await expect(blobs.store.put(source)).rejects.toThrow('the client went away');
      expect(await blobs.store.has(sha256(Buffer.from('half')))).toBe(false);
    });

    test.each([absent, 'short', '../../etc/passwd', absent.toUpperCase()])('has no %s', async (hash) => {
      expect(await blobs.store.has(hash)).toBe(false);
      await expect(blobs.store.get(hash)).rejects.toBeInstanceOf(BlobMissing);
      await expect(blobs.store.stream(hash)).rejects.toBeInstanceOf(BlobMissing);
    });

    test('deletes, also what is not there', async () => {
      const { hash } = await blobs.store.put(Buffer.from('gone'));
      await blobs.store.delete(hash);
      await blobs.store.delete(hash);
      expect(await blobs.store.has(hash)).toBe(false);
    });

    test('lists what it has, and says when it was last put', async () => {
      const put = async (text: string) => (await blobs.store.put(Buffer.from(text))).hash;
      const list = (start?: string) => listAll(blobs.store, start);
      const [one, two] = [await put('one'), await put('two')];
      expect(await list()).toEqual([one, two].sort());
      expect(await list(one.slice(0, 2))).toEqual([one]);
      expect(await list('00')).toEqual([]);
      const first = await blobs.store.writtenAt(one);
      expect(Math.abs(Date.now() - (first?.getTime() ?? 0))).toBeLessThan(60_000);
      await put('one');
      expect((await blobs.store.writtenAt(one))?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
      await blobs.store.delete(one);
      expect([await list(), await blobs.store.writtenAt(one)]).toEqual([[two], null]);
    });

    test('never gives out damaged bytes as whole, and takes them again', async () => {
      const bytes = Buffer.alloc(200_000, 'precious');
      const { hash } = await blobs.store.put(bytes);
      await blobs.damage(hash);
      await expect(collect(await blobs.store.stream(hash))).rejects.toBeInstanceOf(BlobCorrupt);
      await blobs.store.put(bytes);
      await blobs.damage(hash);
      await expect(blobs.store.get(hash)).rejects.toBeInstanceOf(BlobCorrupt);
      await expect(blobs.store.get(hash)).rejects.toBeInstanceOf(BlobMissing);
      await blobs.store.put(bytes);
      expect(bytes.equals(await blobs.store.get(hash))).toBe(true);
    });

    test('a stream that is abandoned harms nothing', async () => {
      const { hash } = await blobs.store.put(Buffer.alloc(1_000_000, 'long'));
      (await blobs.store.stream(hash)).destroy();
      expect(await blobs.store.has(hash)).toBe(true);
    });
  });
}
