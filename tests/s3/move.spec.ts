import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Capture, Site } from '@svc/schema';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/testing/createTestDatabase.js';
import { image } from '../../apps/server/testing/image.js';
import { tarOf } from '../../apps/server/testing/tarOf.js';
import { makeDataDir, removeDataDir, type Server, startServer, svcServer } from '../service/startServer.js';
import { waitForCapture } from '../service/waitForCapture.js';
import { openTestBucket, type TestBucket } from './openTestBucket.js';

let bucket: TestBucket;
let database: TestDatabase;
let folders: string[];
const running: Server[] = [];
beforeAll(async () => {
  [bucket, database] = await Promise.all([openTestBucket(), createTestDatabase()]);
  folders = [await makeDataDir(), await makeDataDir()];
});
afterAll(async () => {
  for (const server of running) await server.kill();
  await database?.drop();
  await bucket?.dispose();
  for (const folder of folders) await removeDataDir(folder);
  vi.unstubAllEnvs();
});

/** Starts a process of the deployment whose data folder is the first or the second. */
async function start(disk: 0 | 1, env: NodeJS.ProcessEnv): Promise<Server> {
  const own = { ...bucket.env, DATABASE_URL: database.connectionString, SVC_SECRET: 'one for all of them' };
  const server = await startServer(folders[disk] ?? '', { ...own, ...env });
  running.push(server);
  return server;
}

async function stop(server: Server): Promise<void> {
  expect(await server.stop()).toBe(0);
  running.splice(running.indexOf(server), 1);
}

let apiKey = '';
const ask = async <Answer>(
  { url }: Server,
  path: string,
  body?: object | Buffer,
  type = 'application/json',
): Promise<Answer> => {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': apiKey, ...(body && { 'content-type': type }) },
    ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.json();
};

const upload = async (server: Server, number: number): Promise<string> => {
  const { id } = await ask<Capture>(server, 'captures', { suite: 'moved' });
  await ask(server, `snapshots?captureId=${id}&name=shot`, image(number, { width: 40 }), 'image/png');
  return id;
};

const expectImages = async (server: Server, ids: readonly string[]) => {
  for (const id of ids) {
    const { snapshots } = await ask<Capture>(server, `captures/${id}`);
    const { pathname, search } = new URL(snapshots[0]?.imageUrl ?? '');
    expect((await fetch(server.url + pathname + search)).status).toBe(200);
  }
};

const api = { SVC_ROLES: 'api,worker', SVC_BROWSER_PATH: '/no/browser' };
const copy = (from: string, to: string) =>
  svcServer(['blobs', 'copy', from, to], { ...bucket.env, SVC_DATA_DIR: folders[0] });

test('a running deployment moves from its disk to a bucket, process by process, and back', async () => {
  const onDisk = await start(0, api);
  apiKey = onDisk.apiKey ?? '';
  const ids = [await upload(onDisk, 1)];

  // Disk alone and bucket alone have no place in common, before the copy and after it.
  const refused = { ...api, SVC_BLOBS: 's3' };
  await expect(start(1, refused)).rejects.toThrow('keep their blobs in another place');

  const onBoth = await start(0, { ...api, SVC_BLOBS: 'disk,s3' });
  ids.push(await upload(onBoth, 2), await upload(onDisk, 3));
  await expectImages(onBoth, ids);
  await expectImages(onDisk, ids);
  await stop(onDisk);
  expect(await copy('disk', 's3')).toMatch(/^Done: [\d,]+ copied \(.* MiB\), \d+ already there$/m);
  expect(await copy('disk', 's3')).toMatch(/^Done: 0 copied \(0\.0 MiB\), [1-9]\d* already there$/m);

  // The other machine has no disk in common with the first one.
  const inBucket = await start(1, { ...api, SVC_BLOBS: 's3' });
  ids.push(await upload(inBucket, 4), await upload(onBoth, 5));
  await expectImages(onBoth, ids);
  await expectImages(inBucket, ids);
  await expect(start(0, api)).rejects.toThrow('keep their blobs in another place');
  await stop(onBoth);
  await expectImages(inBucket, ids);

  expect(await copy('s3', 'disk')).toMatch(/^Done: [1-9]\d* copied/m);
  await stop(inBucket);
  const again = await start(0, api);
  await expectImages(again, ids);
  await stop(again);
});

test('builds reach browsers of another machine from the bucket, and are kept on its disk', async () => {
  const server = await start(0, { ...api, SVC_BLOBS: 's3' });
  const capturing = await start(1, {
    SVC_BLOBS: 's3',
    SVC_ROLES: 'capture',
    SVC_PUBLIC_URL: server.url,
    SVC_HOST: '127.0.0.1',
  });
  const pages = Array.from({ length: 8 }, (_, index) => [
    `${index}.html`,
    `<link rel="stylesheet" href="style.css"><h1>Page ${index}</h1>`,
  ]);
  const files = { ...Object.fromEntries(pages), 'style.css': 'h1 { color: teal }' };
  const { id: siteId } = await ask<Site>(server, 'sites', gzipSync(tarOf(files)), 'application/gzip');
  await expect
    .poll(async () => (await ask<Site>(server, `sites/${siteId}`)).status, { timeout: 60_000 })
    .toBe('ready');
  const host = `${siteId.replace('_', '-')}.sites.localhost:${new URL(server.url).port}`;
  const targets = pages.map(([name]) => ({ name, url: `http://${host}/${name}` }));
  const { id } = await ask<Capture>(server, 'captures', { suite: 'pages', targets });
  const ended = await waitForCapture(server.url, apiKey, id, ({ status }) => status === 'completed');
  expect(ended).toMatchObject({ completedSnapshots: pages.length, failedSnapshots: 0 });
  expect(new Set(ended.snapshots.map(({ hash }) => hash)).size).toBe(pages.length);
  const cached = await readdir(join(folders[1] ?? '', 'cache/sites'));
  expect(cached).toHaveLength(pages.length + 1);
  await expectImages(server, [id]);
  const listed = await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.settings.bucket }));
  expect(listed.KeyCount).toBeGreaterThan(pages.length * 2);
  await stop(capturing);
  await stop(server);
});
