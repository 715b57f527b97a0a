import { readdir } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Capture, Site, Usage } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { colorOf, image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { tarOf } from '../../testing/tarOf.js';
import { ensureProject } from '../store/projects/projects.js';
import { accessAsServer, accessProject } from './access/ProjectAccess.js';
import { changeSettings } from './projects/changeSettings.js';

let service: TestService;
let slug: string;
let key: string;
let captureId: string;
let projects = 0;
let colors = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  slug = `acme/quota-${++projects}`;
  key = await service.newKey(slug);
  const capture = { suite: 'quota', branch: 'main', commit: 'abc' };
  captureId = (await service.ask<Capture>('POST', '/api/v1/captures', capture, key)).body.id;
});

const project = () => ensureProject(service.resources.database, slug);
const setQuota = async (quota: { maxBytes?: number | null; maxFiles?: number | null }) =>
  changeSettings(service.resources, accessAsServer(await project()), quota);
const uploadNew = async (png = image(colorOf(++colors))) => {
  const path = `/api/v1/snapshots?captureId=${captureId}&name=shot${++colors}`;
  const { status, body } = await service.upload(path, png, 'image/png', key);
  return status === 200 ? 'ok' : `${status} ${(body as { error: { code: string } }).error.code}`;
};
const readQuota = async () => (await service.ask<Usage>('GET', '/api/v1/usage', undefined, key)).body.quota;
const countStored = async () => {
  const entries = await readdir(service.blobFolder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
};
const exceeded = '403 QUOTA_EXCEEDED';

test('there is no quota unless an operator sets one', async () => {
  expect(await uploadNew()).toBe('ok');
  expect(await readQuota()).toMatchObject({ files: 1, maxBytes: null, maxFiles: null });
  const person = { kind: 'person', via: 'session', id: 'ada', name: 'ada' } as const;
  const as = async (isOperator: boolean) =>
    accessProject(await project(), { ...person, isOperator }, { role: 'owner' });
  await expect(changeSettings(service.resources, await as(false), { maxFiles: null })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  expect(await changeSettings(service.resources, await as(true), { maxFiles: 7 })).toMatchObject({
    maxFiles: 7,
  });
  expect(await readQuota()).toMatchObject({ files: 1, maxBytes: null, maxFiles: 7 });
});

test('uploads at the same time do not exceed it together, and what is refused leaves nothing behind', async () => {
  await setQuota({ maxFiles: 3 });
  const before = await countStored();
  const answers = await Promise.all(Array.from({ length: 12 }, () => uploadNew()));
  expect(answers.toSorted()).toEqual([...Array(9).fill(exceeded), 'ok', 'ok', 'ok']);
  expect((await countStored()) - before).toBe(3);
  expect(await readQuota()).toMatchObject({ files: 3, maxFiles: 3 });
  await setQuota({ maxFiles: 4 });
  expect([await uploadNew(), await uploadNew()]).toEqual(['ok', exceeded]);
  await setQuota({ maxFiles: null });
  expect(await uploadNew()).toBe('ok');
});

test('bytes count, and an image that the project has needs no room', async () => {
  const png = image(colorOf(++colors));
  await setQuota({ maxBytes: png.length });
  expect([await uploadNew(png), await uploadNew(png), await uploadNew()]).toEqual(['ok', 'ok', exceeded]);
});

test('what a project keeps is summed up once a minute, not for each upload', async () => {
  const { database } = service.resources;
  const { id } = await project();
  await setQuota({ maxFiles: 3 });
  expect(await uploadNew()).toBe('ok');
  await sql`
    insert into images (project_id, hash, width, height, bytes)
    select ${id}, sha256(convert_to(${slug}::text || number, 'UTF8')), 1, 1, 1 from generate_series(1, 5) number`.execute(
    database,
  );
  await sql`update quota_estimates set made_at = now() + interval '1 hour' where project_id = ${id}`.execute(
    database,
  );
  expect(await uploadNew()).toBe('ok');
  await sql`update quota_estimates set made_at = now() - interval '61 seconds' where project_id = ${id}`.execute(
    database,
  );
  expect(await uploadNew()).toBe(exceeded);
});

test('an estimate that is too high refuses nothing', async () => {
  const { database } = service.resources;
  const { id } = await project();
  await setQuota({ maxFiles: 3 });
  expect(await uploadNew()).toBe('ok');
  await sql`update quota_estimates set files = 100 where project_id = ${id}`.execute(database);
  expect([await uploadNew(), await uploadNew(), await uploadNew()]).toEqual(['ok', 'ok', exceeded]);
});

test('a site that has no room fails before anything of it is stored', async () => {
  await setQuota({ maxFiles: 2 });
  const before = await countStored();
  const files = { 'index.html': `1 ${slug}`, 'a.js': `2 ${slug}`, 'b.js': `3 ${slug}` };
  const upload = (tar: Buffer) => service.upload('/api/v1/sites', gzipSync(tar), 'application/gzip', key);
  const large = (await upload(tarOf(files))).body as Site;
  expect(await settled(service, 'sites', large.id, { apiKey: key })).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('may keep 2 files'),
  });
  expect(await countStored()).toBe(before);
  const small = (await upload(tarOf({ 'index.html': `1 ${slug}`, 'a.js': `2 ${slug}` }))).body as Site;
  expect(await settled(service, 'sites', small.id, { apiKey: key })).toMatchObject({ status: 'ready' });
  expect(await readQuota()).toMatchObject({ files: 2, maxFiles: 2 });
  const third = await upload(tarOf(files));
  expect([third.status, (third.body as { error: { code: string } }).error.code]).toEqual([
    403,
    'QUOTA_EXCEEDED',
  ]);
});
