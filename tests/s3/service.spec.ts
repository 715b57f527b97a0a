import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { Capture, Diff, Site } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readLayout } from '../../apps/server/src/service/images/readLayout.js';
import { joinDeployment } from '../../apps/server/src/service/processes/joinDeployment.js';
import { applyRetention } from '../../apps/server/src/service/retention/applyRetention.js';
import { markUnnamed } from '../../apps/server/src/service/retention/markUnnamed.js';
import { removeMarked } from '../../apps/server/src/service/retention/removeMarked.js';
import { createS3Blobs } from '../../apps/server/src/store/blobs/s3/createS3Blobs.js';
import { ensureProject } from '../../apps/server/src/store/projects/projects.js';
import { image } from '../../apps/server/testing/image.js';
import { layoutRecord } from '../../apps/server/testing/pages/layoutRecord.js';
import { settled } from '../../apps/server/testing/settled.js';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { tarOf } from '../../apps/server/testing/tarOf.js';
import { openTestBucket, type TestBucket } from './openTestBucket.js';

let bucket: TestBucket;
let service: TestService;
let clients: string;
let url: string;
beforeAll(async () => {
  bucket = await openTestBucket({ prefix: 'svc/' });
  clients = await mkdtemp(join(tmpdir(), 'svc-clients-'));
  await writeFile(join(clients, 'cli-9.9.9.tgz'), gzipSync('the client'));
  service = await startTestService(undefined, undefined, undefined, {
    clientsFolder: clients,
    openBlobs: (claim) =>
      createS3Blobs(bucket.settings, { spoolFolder: bucket.spoolFolder, claim, isDirect: true }),
  });
  url = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await service?.stop();
  await rm(clients, { recursive: true, force: true });
  await bucket?.dispose();
  vi.unstubAllEnvs();
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const has = (hash: string) => service.resources.blobs.has(hash);
const [before, after] = [image(20), image((x) => (x < 10 ? 20 : 220))] as const;

async function capture(png: Buffer, options: object): Promise<string> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'forms',
    branch: 'main',
    snapshots: [{ name: 'card' }],
    ...options,
  });
  const layout = deflateRawSync(JSON.stringify(layoutRecord(['card']))).toString('base64');
  const query = new URLSearchParams({ captureId: body.id, name: 'card', layout });
  expect((await service.upload(`/api/v1/snapshots?${query}`, png, 'image/png')).status).toBe(200);
  return body.id;
}

const listObjects = async () =>
  (await bucket.client.send(new ListObjectsV2Command({ Bucket: bucket.settings.bucket }))).Contents?.map(
    ({ Key = '' }) => Key,
  ) ?? [];

/** What the service serves at the host of a site. */
async function readFrom(host: string, path: string): Promise<string> {
  const [answer] = (await once(get(`${url}/${path}`, { headers: { host } }), 'response')) as [
    IncomingMessage,
  ];
  expect(answer.statusCode).toBe(200);
  return text(answer);
}

/** As years pass, in which each hour somebody looks for what can go. */
async function retain(): Promise<void> {
  const { database } = service.resources;
  await sql`update projects set retention_days = 30`.execute(database);
  await database.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const [table, columns] of Object.entries({
      images: ['created_at', 'needed_at'],
      captures: ['created_at', 'completed_at'],
      diffs: ['created_at', 'completed_at'],
      sites: ['created_at', 'used_at'],
    }))
      for (const column of columns)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - interval '90 days'`.execute(
          transaction,
        );
  });
  await sql`delete from retention_marks`.execute(database);
  await applyRetention(service.resources);
  await sql`update blob_removals set since = since - interval '61 minutes'`.execute(database);
  await removeMarked(service.resources);
}

test('uploads, layout records, diffs, images, sites, clients and retention work on a bucket', async () => {
  await joinDeployment(service.resources, { roles: ['api'], host: 'one', version: '1.0.0' });
  await capture(before, { commit: 'c0ffee1', autoBaseline: true });
  const headCaptureId = await capture(after, { commit: 'c0ffee2' });
  const project = await ensureProject(service.resources.database, 'acme/web');
  const slot = { name: 'card', viewport: '', browser: '', imageHash: hashOf(after) };
  expect(await readLayout(service.resources, project.id, slot)).toEqual(layoutRecord(['card']));

  const created = await service.ask<Diff>('POST', '/api/v1/diffs', { suite: 'forms', headCaptureId });
  const { results } = await settled(service, 'diffs', created.body.id);
  expect(results).toMatchObject([{ status: 'changed' }]);
  const addresses = [results[0]?.currentImageUrl, results[0]?.diffImageUrl].map((url) => new URL(url ?? ''));
  for (const { pathname, search } of addresses) {
    // Clients with a key, and scripts of pages, get the bytes from the service.
    for (const headers of [{ 'x-api-key': service.apiKey }, { 'sec-fetch-mode': 'cors' }]) {
      const through = await service.app.inject({ url: pathname + search, headers });
      expect([through.statusCode, through.headers['content-type']]).toEqual([200, 'image/png']);
    }
    const answer = await service.app.inject({
      url: pathname + search,
      headers: { 'sec-fetch-mode': 'no-cors' },
    });
    expect(answer.statusCode).toBe(302);
    const direct = await fetch(String(answer.headers.location));
    expect([direct.status, direct.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await service.app.inject({ url: `${pathname}?token=wrong` })).statusCode).toBe(403);
  }
  const page = await service.app.inject({ url: '/healthz' });
  expect(page.headers['content-security-policy']).toContain(
    `img-src 'self' data: blob: ${bucket.settings.endpoint}`,
  );

  const pages = { 'index.html': '<h1>hello</h1>', 'large.js': '/**/'.repeat(600_000) };
  const uploaded = await service.upload('/api/v1/sites', gzipSync(tarOf(pages)), 'application/gzip');
  const site = await settled(service, 'sites', (uploaded.body as Site).id);
  expect(site).toMatchObject({ status: 'ready', fileCount: 2 });
  const host = `${site.id.replace('_', '-')}.sites.localhost`;
  for (const [path, content] of Object.entries(pages)) {
    expect((await readFrom(host, path)) === content).toBe(true);
  }

  const client = hashOf(gzipSync('the client'));
  expect([await has(hashOf(before)), await has(hashOf(after)), await has(client)]).toEqual([
    true,
    true,
    true,
  ]);
  await service.resources.blobs.put(Buffer.from('nothing names this'));
  await retain();
  // The baseline and the client stay, and so does what marks the store.
  expect([await has(hashOf(before)), await has(hashOf(after)), await has(client)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(await has(hashOf(Buffer.from(pages['index.html'])))).toBe(false);
  expect(await has(hashOf(Buffer.from('nothing names this')))).toBe(true);
  // Young blobs that nothing names are left alone: somebody may be about to record them.
  expect(await markUnnamed(service.resources)).toBe(0);
  const keys = await listObjects();
  expect(keys.every((key) => key.startsWith('svc/'))).toBe(true);
  const { blobsMarker } = await service.resources.database
    .selectFrom('deployment')
    .select('blobsMarker')
    .executeTakeFirstOrThrow();
  expect(keys.some((key) => key.endsWith(String(blobsMarker)))).toBe(true);
});
