import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { DiskFull, StorageUnavailable } from '../domain/StorageUnavailable.js';
import { createDisks, readFreeSpace } from './disks.js';

test('the disk of a folder has some space', async () => {
  const { bytes, share } = await readFreeSpace(tmpdir());
  expect(bytes).toBeGreaterThan(0);
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThanOrEqual(1);
});

test('a disk is nearly full below the minimum, whichever of them it is', async () => {
  const shares: Record<string, number> = { '/data': 0.5, '/tmp': 0.051 };
  const disks = (percent: number) =>
    createDisks(['/data', '/tmp'], percent, async (folder) => ({ bytes: 2e9, share: shares[folder] ?? 1 }));
  await disks(5).check();
  shares['/tmp'] = 0.0499;
  const refused = disks(5).check();
  await expect(refused).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(refused).rejects.toThrow(
    'The disk of /tmp is nearly full: 1.9 GiB free (4 %). Free some space.',
  );
  await disks(4).check();
  shares['/tmp'] = 0;
  await disks(0).check();
});

test('a disk that cannot be asked cannot be used', async () => {
  await expect(createDisks(['/no/such/folder'], 5).check()).rejects.toBeInstanceOf(StorageUnavailable);
});

test('a disk without room for files, or without room for their names, is full', async () => {
  let space = { bytes: 33 * 1024 ** 2, share: 0.001 };
  const disks = createDisks(['/data'], 0, async () => space);
  await disks.requireRoom();
  space = { bytes: 31 * 1024 ** 2, share: 0.9 };
  await expect(disks.requireRoom()).rejects.toThrow('The disk of /data is full. Free some space.');
  space = { bytes: 1e12, share: 0 };
  await expect(disks.requireRoom()).rejects.toBeInstanceOf(DiskFull);
});
