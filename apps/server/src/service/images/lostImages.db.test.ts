import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Site, Snapshot } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { tarOf } from '../../../testing/tarOf.js';
import { placeOf } from '../../store/blobs/placeOf.js';
import { ensureProject } from '../../store/projects/projects.js';
import { accessAsServer } from '../access/ProjectAccess.js';
import { verifyDeployment } from '../backup/verifyDeployment.js';
import { removeMarked } from '../retention/removeMarked.js';
import { announceSite } from '../sites/announceSite.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const fileOf = (hash: string) => join(service.blobFolder, placeOf(hash));

async function upload(png: Buffer): Promise<Snapshot> {
  const { body } = await service.ask<{ id: string }>('POST', '/api/v1/captures', { suite: 'lost' });
  const sent = await service.upload(`/api/v1/snapshots?captureId=${body.id}&name=a`, png, 'image/png');
  expect(sent.status).toBe(200);
  return sent.body as Snapshot;
}

function fetchImage({ imageUrl }: Snapshot) {
  const { pathname, search } = new URL(imageUrl ?? '');
  return service.app.inject({ url: pathname + search });
}

const listKnown = async (hash: string) =>
  (await service.ask<{ known: string[] }>('POST', '/api/v1/images/known', { hashes: [hash] })).body.known;

/** The job that removes what is marked, an hour later. */
async function removeLater(): Promise<void> {
  await sql`update blob_removals set since = since - interval '61 minutes'`.execute(
    service.resources.database,
  );
  await removeMarked(service.resources);
}

test.each([
  ['missing', 'missing from', (hash: string) => rm(fileOf(hash))],
  ['corrupt', 'damaged in', (hash: string) => writeFile(fileOf(hash), 'other bytes')],
])(
  'an image that is %s is asked for again once somebody has read it, and there again once it is sent',
  async (what, words, lose) => {
    const png = image(what.length);
    const hash = hashOf(png);
    const snapshot = await upload(png);
    await lose(hash);
    const lost = await fetchImage(snapshot);
    expect(lost.statusCode).toBe(404);
    expect(lost.json().error).toEqual({
      code: 'IMAGE_NOT_FOUND',
      message: expect.stringContaining(`this image is ${words} the storage of the service`),
    });
    expect(lost.headers['cache-control'] ?? '').not.toContain('max-age');
    expect(await listKnown(hash)).toEqual([]);
    await removeLater();
    expect(await listKnown(hash)).toEqual([]);

    await upload(png);
    expect(await listKnown(hash)).toEqual([hash]);
    expect((await fetchImage(snapshot)).statusCode).toBe(200);
    await removeLater();
    expect((await fetchImage(snapshot)).statusCode).toBe(200);
  },
);

test('what a check of the deployment found lost is asked for again', async () => {
  const png = image(41);
  await upload(png);
  await rm(fileOf(hashOf(png)));
  const { damaged } = await verifyDeployment(service.resources, () => undefined);
  expect(damaged.map(({ hash, problem }) => [hash, problem])).toEqual([[hashOf(png), 'missing']]);
  expect(await listKnown(hashOf(png))).toEqual([]);
});

test('so is a file of a build', async () => {
  const text = 'a file of a build';
  const files = [{ path: 'index.html', hash: hashOf(Buffer.from(text)), bytes: text.length }];
  const access = accessAsServer(await ensureProject(service.resources.database, 'acme/web'));
  const announce = () => announceSite(service.resources, access, files);
  const archive = gzipSync(tarOf({ 'index.html': text }));
  const { body } = await service.upload('/api/v1/sites', archive, 'application/gzip');
  await settled(service, 'sites', (body as Site).id);
  expect((await announce()).missing).toEqual([]);
  await rm(fileOf(hashOf(Buffer.from(text))));
  await verifyDeployment(service.resources, () => undefined);
  expect((await announce()).missing).toEqual([hashOf(Buffer.from(text))]);
});
