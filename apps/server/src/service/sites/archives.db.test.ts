import { createHash } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { Site } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { tarOf } from '../../../testing/tarOf.js';
import { placeOf } from '../../store/blobs/placeOf.js';
import { bytea } from '../../store/bytea.js';
import { ensureProject } from '../../store/projects/projects.js';
import { accessAsServer, type ProjectAccess } from '../access/ProjectAccess.js';
import { giveUp } from '../giveUp.js';
import { markUnnamed } from '../retention/markUnnamed.js';
import { removeMarked } from '../retention/removeMarked.js';
import { createSite } from './createSite.js';

let service: TestService;
let access: ProjectAccess;
beforeAll(async () => {
  service = await startTestService();
  access = accessAsServer(await ensureProject(service.resources.database, 'acme/web'));
});
afterAll(() => service?.stop());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function upload(archive: Buffer): Promise<Site> {
  const { body, status } = await service.upload('/api/v1/sites', archive, 'application/gzip');
  expect(status).toBe(200);
  return settled(service, 'sites', (body as Site).id);
}

/** Every file below the folder of the blobs: blobs, unfinished ones, and those set aside. */
async function listStored(): Promise<string[]> {
  const entries = await readdir(service.blobFolder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('an archive leaves nothing behind', () => {
  let before: string[];
  beforeEach(async () => {
    before = await listStored();
  });

  test.each([
    ['without a file', () => gzipSync(tarOf({}))],
    ['of nothing', () => Buffer.alloc(0)],
    ['that is not gzip', () => Buffer.from('not a tar.gz')],
    ['with a bad name at its end', () => gzipSync(tarOf({ 'index.html': 'hi', '../up': 'x' }))],
    ['that is cut off', () => gzipSync(tarOf({ 'index.html': 'hi', b: 'x'.repeat(9_000) })).subarray(0, -30)],
    ['of too many files', () => gzipSync(tarOf(manyFiles(50_001)))],
    ['that is a bomb', () => gzipSync(Buffer.concat([tarOf({ a: 'x' }), Buffer.alloc(60_000_000)]))],
  ])('%s: the site fails', async (_, build) => {
    expect(await upload(build())).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/archive|points out/),
      fileCount: 0,
    });
    expect(await listStored()).toEqual(before);
  });

  test('when it is larger than archives may be, or when its sender goes away', async () => {
    const failing = (async function* () {
      yield Buffer.alloc(100_000, 'x');
      throw new Error('connection reset');
    })();
    await expect(createSite(service.resources, access, Readable.from(failing))).rejects.toThrow('reset');
    expect(await listStored()).toEqual(before);
  });

  test('when it was unpacked: only its files stay', async () => {
    const files = { 'index.html': '<h1>Kept</h1>', 'a.js': 'kept' };
    expect(await upload(gzipSync(tarOf(files)))).toMatchObject({ status: 'ready', fileCount: 2 });
    const kept = Object.values(files).map((content) => hashOf(Buffer.from(content)));
    expect(new Set(await listStored())).toEqual(new Set([...before, ...kept]));
  });
});

const manyFiles = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`assets/file-${index}.js`, `${index}`]));

test('a job that is given up takes its archive along', async () => {
  const archive = Buffer.from('never unpacked');
  const { hash } = await service.resources.blobs.put(archive);
  await sql`insert into sites (id, project_id, archive_hash) values ('sit_given', ${access.project.id}, ${bytea(hash)})`.execute(
    service.resources.database,
  );
  await giveUp(service.resources, { siteId: 'sit_given' }, new Error('the disk was full'));
  expect(await service.resources.blobs.has(hash)).toBe(false);
});

test('bytes of a failed archive that something else has stay', async () => {
  const broken = Buffer.from('a broken archive');
  const site = gzipSync(tarOf({ 'index.html': 'x', 'download.tgz': broken.toString() }));
  const { id } = await upload(site);
  expect(await upload(broken)).toMatchObject({ status: 'failed' });
  expect(await service.resources.blobs.has(hashOf(broken))).toBe(true);
  expect((await service.ask<Site>('GET', `/api/v1/sites/${id}`)).body.status).toBe('ready');
});

test('an archive whose bytes are removed between being stored and being recorded is refused', async () => {
  const { resources } = service;
  const bytes = Buffer.from('the same broken archive');
  expect(await upload(bytes)).toMatchObject({ status: 'failed' });
  // Another upload of it had stored the bytes before they went: its store says so, and they are not there.
  const stored = { ...resources.blobs, put: async () => ({ hash: hashOf(bytes), size: bytes.length }) };
  const late = createSite({ ...resources, blobs: stored }, access, Readable.from([bytes]));
  await expect(late).rejects.toThrow('Send them again');
});

describe('blobs that nothing names', () => {
  const age = async (hash: string, minutes: number) => {
    const at = Date.now() / 1000 - minutes * 60;
    await utimes(join(service.blobFolder, placeOf(hash)), at, at);
  };
  const ageMarks = () =>
    sql`update blob_removals set since = since - interval '61 minutes'`.execute(service.resources.database);
  const put = async (text: string) => (await service.resources.blobs.put(Buffer.from(text))).hash;
  const has = (hash: string) => service.resources.blobs.has(hash);

  test('are found and removed, a while after a process was killed', async () => {
    const { id } = await upload(gzipSync(tarOf({ 'index.html': 'named' })));
    const lost = await put('stored by a process that was killed');
    for (const hash of [lost, hashOf(Buffer.from('named'))]) await age(hash, 61);
    expect(await markUnnamed(service.resources)).toBe(1);
    await removeMarked(service.resources);
    expect(await has(lost), 'too early').toBe(true);
    await ageMarks();
    await removeMarked(service.resources);
    expect([await has(lost), await has(hashOf(Buffer.from('named')))]).toEqual([false, true]);
    expect((await service.ask<Site>('GET', `/api/v1/sites/${id}`)).body.status).toBe('ready');
  });

  test('stay while they are in flight: stored, and not yet recorded', async () => {
    const young = await put('young');
    await age(young, 59);
    expect(await markUnnamed(service.resources)).toBe(0);
    await ageMarks();
    await removeMarked(service.resources);
    expect(await has(young)).toBe(true);
  });

  test('stay when they are put again after they were marked', async () => {
    const again = await put('again');
    await age(again, 61);
    expect(await markUnnamed(service.resources)).toBe(1);
    await put('again');
    await ageMarks();
    await removeMarked(service.resources);
    expect(await has(again)).toBe(true);
  });

  test('stay when they are recorded after they were marked', async () => {
    const hash = await put('recorded late');
    await age(hash, 61);
    expect(await markUnnamed(service.resources)).toBe(1);
    await sql`
      insert into images (project_id, hash, pixel_hash, width, height, bytes)
      values (${access.project.id}, ${bytea(hash)}, ${bytea(hash)}, 1, 1, 1)`.execute(
      service.resources.database,
    );
    await ageMarks();
    await removeMarked(service.resources);
    expect(await has(hash)).toBe(true);
  });
});
