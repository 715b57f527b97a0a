import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { OtherBlobs } from '../../domain/OtherBlobs.js';
import type { BlobStore } from '../../store/blobs/BlobStore.js';
import { createDiskBlobs } from '../../store/blobs/disk.js';
import { countProcesses, findBlobsMarker, removeProcess } from '../../store/processes/processes.js';
import { listUnneededBlobs } from '../../store/retention/removals.js';
import { joinDeployment } from './joinDeployment.js';

let made: Awaited<ReturnType<typeof createMigratedDatabase>>;
let folder: string;
beforeEach(async () => {
  made = await createMigratedDatabase();
  folder = await mkdtemp(join(tmpdir(), 'svc-join-'));
});
afterEach(async () => {
  await made.drop();
  await rm(folder, { recursive: true });
});

const storeIn = (name: string): Promise<BlobStore> => createDiskBlobs(join(folder, name));
const start = async (name: string, host = 'one') =>
  joinDeployment(
    { database: made.database, blobs: await storeIn(name) },
    { roles: ['api', 'capture'], host, version: '1.0.0' },
  );
/** As time passes without a sign of life. */
const age = () => sql`update processes set seen_at = now() - interval '1 minute'`.execute(made.database);

test('processes that share their blobs join one deployment', async () => {
  await Promise.all([start('shared'), start('shared', 'two'), start('shared', 'three')]);
  expect(await countProcesses(made.database, 'capture')).toBe(3);
  expect(await countProcesses(made.database, 'worker')).toBe(0);
});

test('of two processes with blobs of their own that start at once, one is refused with the name of the other', async () => {
  const starts = await Promise.allSettled([start('one', 'first.example'), start('two', 'second.example')]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [refused] = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toBeInstanceOf(OtherBlobs);
  expect(refused.message).toMatch(/run on (first|second)\.example keep their blobs in another place/);
  expect(await countProcesses(made.database, 'api')).toBe(1);
});

test('restored blobs are adopted where nothing else runs, and then the former ones are refused', async () => {
  const { id } = await start('before');
  await removeProcess(made.database, id);
  await start('restored');
  await expect(start('before')).rejects.toBeInstanceOf(OtherBlobs);
  await age();
  expect(await countProcesses(made.database, 'api')).toBe(0);
  await start('before');
});

test('the marker is a blob that retention keeps', async () => {
  await start('shared');
  const marker = (await findBlobsMarker(made.database)) ?? '';
  const other = 'a'.repeat(64);
  expect(await listUnneededBlobs(made.database, [marker, other])).toEqual([other]);
});

test('a copy of the blobs is another place, unless a process that keeps them in both lies between', async () => {
  const store = await storeIn('copied');
  const at = (...places: string[]) =>
    joinDeployment(
      { database: made.database, blobs: { ...store, places } },
      { roles: ['api'], host: places.join(' and '), version: '1.0.0' },
    );
  const { id } = await at('disk');
  await expect(at('s3://images/')).rejects.toThrow('run on disk keep their blobs in another place');
  const both = await at('disk', 's3://images/');
  await expect(at('s3://images/')).rejects.toThrow(OtherBlobs);
  await removeProcess(made.database, id);
  await at('s3://images/');
  await expect(at('disk')).rejects.toThrow('run on s3://images/ keep');
  await expect(at('s3://others/')).rejects.toThrow(OtherBlobs);
  await removeProcess(made.database, both.id);
});
