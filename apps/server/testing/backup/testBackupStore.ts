import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BackupFileMissing, type BackupStore } from '../../src/store/backup/BackupStore.js';

export interface BackupStoreUnderTest {
  store: BackupStore;
  /** Opens the same place again, as another process does. */
  reopen(): Promise<BackupStore>;
  dispose(): Promise<void>;
}

const [first, second] = ['20260131T235959.123Z', '20260201T000000.000Z'];

/** What every place for backups must do. */
export function testBackupStore(driver: string, open: () => Promise<BackupStoreUnderTest>): void {
  describe(`backups in ${driver}`, () => {
    let under: BackupStoreUnderTest;
    let store: BackupStore;
    beforeEach(async () => {
      under = await open();
      ({ store } = under);
    });
    afterEach(() => under.dispose());

    test('files are what was written, of any length, also to another process', async () => {
      const contents = {
        'empty.gz': Buffer.alloc(0),
        'small.txt': Buffer.from('small'),
        'large.gz': Buffer.alloc(9_000_001, 'large'),
      };
      for (const [name, bytes] of Object.entries(contents))
        await store.write(`${first}/${name}`, Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]));
      const other = await under.reopen();
      for (const [name, bytes] of Object.entries(contents))
        expect((await buffer(await other.read(`${first}/${name}`))).equals(bytes)).toBe(true);
      await store.write(`${first}/small.txt`, Readable.from(['again']));
      expect(await text(await other.read(`${first}/small.txt`))).toBe('again');
    });

    test('a file that broke off is not there, and one that was there stays as it was', async () => {
      const broken = (after: number) =>
        Readable.from(
          (async function* () {
            yield Buffer.alloc(after, 'x');
            throw new Error('the database is gone');
          })(),
        );
      await store.write(`${first}/rows.gz`, Readable.from(['whole']));
      for (const name of ['rows.gz', 'new.gz'])
        await expect(store.write(`${first}/${name}`, broken(1_000_000))).rejects.toThrow(
          'the database is gone',
        );
      expect(await text(await store.read(`${first}/rows.gz`))).toBe('whole');
      await expect(store.read(`${first}/new.gz`)).rejects.toBeInstanceOf(BackupFileMissing);
    });

    test('files are listed and removed, blobs not among them, and what is missing says so', async () => {
      await expect(store.read(`${first}/manifest.json`)).rejects.toBeInstanceOf(BackupFileMissing);
      expect(await store.list()).toEqual([]);
      const { hash } = await store.blobs.put(Buffer.from('an image'));
      for (const name of [`${second}/manifest.json`, `${first}/rows.gz`, `${first}/manifest.json`])
        await store.write(name, Readable.from(['{}']));
      expect(await store.list()).toEqual([
        `${first}/manifest.json`,
        `${first}/rows.gz`,
        `${second}/manifest.json`,
      ]);
      await store.remove(`${first}/manifest.json`);
      await store.remove(`${first}/rows.gz`);
      expect(await (await under.reopen()).list()).toEqual([`${second}/manifest.json`]);
      expect((await store.blobs.get(hash)).toString()).toBe('an image');
    });
  });
}
