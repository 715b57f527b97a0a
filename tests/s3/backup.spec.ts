import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { SvcClient } from '@svc/sdk';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { openBackupBucket } from '../../apps/server/src/store/backup/openBackupBucket.js';
import { partSize } from '../../apps/server/src/store/blobs/s3/writeParts.js';
import { testBackupStore } from '../../apps/server/testing/backup/testBackupStore.js';
import { createTestDatabase } from '../../apps/server/testing/createTestDatabase.js';
import { image } from '../../apps/server/testing/image.js';
import { makeDataDir, removeDataDir, type Server, startServer, svcServer } from '../service/startServer.js';
import { openTestBucket, type TestBucket } from './openTestBucket.js';
import { startFailingGateway } from './startFailingGateway.js';

testBackupStore('a bucket', async () => {
  const { settings, spoolFolder, dispose } = await openTestBucket({ prefix: 'nightly/' });
  const open = () => openBackupBucket(settings, { spoolFolder });
  return { store: await open(), reopen: open, dispose };
});

test('a file of several parts is whole, broken off it leaves nothing, and leftovers go', async () => {
  const bucket = await openTestBucket({ prefix: 'nightly/' });
  const { client, settings, spoolFolder } = bucket;
  const store = await openBackupBucket(settings, { spoolFolder });
  const name = '20260131T235959.123Z/rows.gz';
  const chunks = Array.from({ length: 70 }, (_, number) => Buffer.alloc(1_000_003, `chunk ${number}`));
  expect(chunks.length * 1_000_003).toBeGreaterThan(2 * partSize);
  const uploads = async () =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }))).Uploads ?? [];
  const breaking = async function* () {
    yield* chunks;
    throw new Error('the database is gone');
  };
  await expect(store.write(name, Readable.from(breaking()))).rejects.toThrow('the database is gone');
  expect([await store.list(), await uploads()]).toEqual([[], []]);
  await store.write(name, Readable.from(chunks));
  expect((await buffer(await store.read(name))).equals(Buffer.concat(chunks))).toBe(true);
  const begin = { Bucket: settings.bucket, Key: `nightly/${name}` };
  await client.send(new CreateMultipartUploadCommand(begin));
  await client.send(new CreateMultipartUploadCommand({ ...begin, Key: 'other' }));
  await store.removeLeftovers();
  expect((await uploads()).map(({ Key }) => Key)).toEqual(['other']);
  await bucket.dispose();
});

describe('a deployment', () => {
  let bucket: TestBucket;
  let dataDir: string;
  let server: Server;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    bucket = await openTestBucket();
    dataDir = await makeDataDir();
    const { endpoint, accessKeyId, secretAccessKey } = inject('ceph');
    env = {
      SVC_DATA_DIR: dataDir,
      SVC_SECRET: 'secret of the tests',
      SVC_S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    };
    server = await startServer(dataDir, env);
  });
  afterAll(async () => {
    await server?.stop();
    await bucket?.dispose();
    await removeDataDir(dataDir);
    vi.unstubAllEnvs();
  });

  const upload = (commit: string, shade: number) => {
    const client = new SvcClient({ apiUrl: server.url, apiKey: server.apiKey ?? '' });
    return client.uploadSnapshotWithDiff({
      suite: 'pages',
      branch: 'main',
      baselineRef: 'main',
      commit,
      name: 'Home',
      png: image(shade),
    });
  };
  const place = () => `s3://${bucket.settings.bucket}/nightly`;

  test('is backed up to a bucket, again with what is new alone, checked, and restored from there', async () => {
    await upload('c1', 0);
    expect(await svcServer(['backup', place()], env)).toMatch(/ is in s3:\/\/.*\/nightly: /);
    await upload('c2', 255);
    expect(await svcServer(['backup', place()], env)).toMatch(/of which 1 \(/);
    expect(await svcServer(['verify', place()], env)).toMatch(/is whole/);
    const empty = await createTestDatabase();
    const elsewhere = await makeDataDir();
    try {
      const target = { ...env, DATABASE_URL: empty.connectionString, SVC_DATA_DIR: elsewhere };
      expect(await svcServer(['restore', place()], target)).toMatch(/^Restored /m);
      expect(await svcServer(['verify'], target)).toMatch(/^All \d+ images and files are there/m);
    } finally {
      await empty.drop();
      await removeDataDir(elsewhere);
    }
  });

  test('whose bucket fails in the middle has no backup more, and continues with the next one', async () => {
    await svcServer(['backup', place()], env);
    await upload('c3', 100);
    const gateway = await startFailingGateway(bucket.settings.endpoint ?? '');
    const newest = async () => (await svcServer(['verify', place()], env)).split('\n').at(-1);
    const before = await newest();
    expect(before).toMatch(/is whole/);
    try {
      for (const allowed of [3, 10, 25]) {
        gateway.allowed = allowed;
        const through = `${place()}?endpoint=${encodeURIComponent(gateway.origin)}`;
        await expect(svcServer(['backup', through], env)).rejects.toThrow(
          /The object store that holds the backups refuses/,
        );
        expect(await newest()).toBe(before);
      }
    } finally {
      gateway.close();
    }
    expect(await svcServer(['backup', place()], env)).toMatch(/^Backup /m);
    expect(await svcServer(['verify', place()], env)).toMatch(/is whole/);
  });
});
