import { createHash } from 'node:crypto';
import type { Capture, Diff, ErrorBody, Trace } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { applyRetention } from '../service/retention/applyRetention.js';
import { removeMarked } from '../service/retention/removeMarked.js';
import { bytea } from '../store/bytea.js';

let service: TestService;
let captureId: string;
let diffId: string;
beforeAll(async () => {
  service = await startTestService();
  const run = {
    suite: 'e2e',
    branch: 'main',
    snapshots: [{ name: 'Home' }, { name: 'Home', browser: 'firefox' }],
  };
  captureId = (await service.ask<Capture>('POST', '/api/v1/captures', { ...run, commit: 'c0ffee01' })).body
    .id;
  for (const browser of ['', '&browser=firefox'])
    await service.upload(
      `/api/v1/snapshots?captureId=${captureId}&name=Home${browser}`,
      image(1),
      'image/png',
    );
  await settled(service, 'captures', captureId);
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'e2e',
    headCaptureId: captureId,
  });
  diffId = (await settled(service, 'diffs', body.id)).id;
});
afterAll(() => service.stop());

const zip = (text: string) => Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from(text)]);
const path = (query: string, id = captureId) => `/api/v1/captures/${id}/traces?${query}`;
const upload = (query: string, bytes: Uint8Array, type = 'application/zip') =>
  service.upload(path(query), bytes, type);
const list = async () =>
  (await service.ask<{ traces: Trace[] }>('GET', `/api/v1/diffs/${diffId}/traces`)).body.traces;
const download = (url: string) => service.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') });
const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as ErrorBody).error.code,
];

test('a trace belongs to one snapshot, and is downloaded as a file that no browser opens', async () => {
  expect(await list()).toEqual([]);
  const bytes = zip('a trace');
  const { status, body } = await upload('name=Home&browser=firefox', bytes);
  expect(status).toBe(200);
  const [trace, ...others] = await list();
  expect(others).toEqual([]);
  expect(trace).toMatchObject({ name: 'Home', viewport: null, browser: 'firefox', bytes: bytes.length });
  expect(body).toMatchObject({ bytes: bytes.length, url: expect.stringContaining('/api/v1/traces/') });
  const { headers, rawPayload, statusCode } = await download((trace as Trace).url);
  expect(statusCode).toBe(200);
  expect(rawPayload.equals(bytes)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="Home-trace.zip"',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
});

test('another trace of a snapshot replaces the first one', async () => {
  await upload('name=Home', zip('first'));
  await upload('name=Home', zip('the second one'));
  const own = (await list()).filter(({ browser }) => browser === null);
  expect(own.map(({ bytes }) => bytes)).toEqual([zip('the second one').length]);
});

test.each([
  ['a page', Buffer.from('<script>alert(1)</script>'), 'ARCHIVE_INVALID'],
  ['three bytes', Buffer.from('PK\u0003'), 'ARCHIVE_INVALID'],
  ['nothing', Buffer.alloc(0), 'ARCHIVE_INVALID'],
  ['65 MiB', Buffer.concat([zip(''), Buffer.alloc(65 * 1024 * 1024)]), 'ARCHIVE_TOO_LARGE'],
])('%s is not a trace, and leaves nothing behind', async (_, bytes, code) => {
  const before = await list();
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(errorOf(await upload('name=Home', bytes))).toEqual([400, code]);
  expect((await list()).map(({ bytes: size }) => size)).toEqual(before.map(({ bytes: size }) => size));
  expect(await service.resources.blobs.has(hash)).toBe(false);
});

test('what is not there, or of another project, has no traces', async () => {
  expect(errorOf(await upload('name=Other', zip('x')))).toEqual([404, 'SNAPSHOT_NOT_FOUND']);
  const key = await service.newKey('acme/other');
  for (const id of [captureId, 'cap_missing'])
    expect(errorOf(await service.upload(path('name=Home', id), zip('x'), 'application/zip', key))).toEqual([
      404,
      'CAPTURE_NOT_FOUND',
    ]);
  const foreign = await service.ask('GET', `/api/v1/diffs/${diffId}/traces`, undefined, key);
  expect(errorOf(foreign)).toEqual([404, 'DIFF_NOT_FOUND']);
});

test('an address opens one trace alone, and image tokens open none', async () => {
  const [one, other] = [
    (await upload('name=Home', zip('one'))).body as Trace,
    (await upload('name=Home&browser=firefox', zip('other'))).body as Trace,
  ];
  const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
  const { projectId } = await service.resources.database
    .selectFrom('traces')
    .select('projectId')
    .executeTakeFirstOrThrow();
  const tokens = [tokenOf(other.url), service.resources.links.imageToken(projectId), '', 'x.y.z'];
  for (const token of tokens) {
    const url = `${new URL(one.url).pathname}?token=${encodeURIComponent(token)}`;
    expect((await service.app.inject({ url })).json().error.code).toBe('TOKEN_INVALID');
  }
  const hash = new URL(one.url).pathname.split('/').at(-1);
  const asImage = `/api/v1/images/${hash}?token=${encodeURIComponent(tokenOf(one.url))}`;
  expect((await service.app.inject({ url: asImage })).json().error.code).toBe('TOKEN_INVALID');
});

test('a trace goes with the retention of its project, and its bytes an hour later', async () => {
  const { database, blobs } = service.resources;
  const { url } = (await upload('name=Home', zip('old'))).body as Trace;
  const { url: young } = (await upload('name=Home&browser=firefox', zip('young'))).body as Trace;
  const hash = createHash('sha256').update(zip('old')).digest('hex');
  await sql`update projects set retention_days = 30`.execute(database);
  await sql`update traces set uploaded_at = now() - interval '31 days' where hash = ${bytea(hash)}`.execute(
    database,
  );
  await applyRetention(service.resources);
  expect((await download(url)).json().error.code).toBe('TRACE_NOT_FOUND');
  expect(await blobs.has(hash)).toBe(true);
  await sql`update blob_removals set since = since - interval '61 minutes'`.execute(database);
  await removeMarked(service.resources);
  expect(await blobs.has(hash)).toBe(false);
  expect((await download(young)).statusCode).toBe(200);
});

test('a project keeps no more traces than its quota', async () => {
  const { database } = service.resources;
  await sql`update projects set max_bytes = 3000`.execute(database);
  await sql`delete from quota_estimates`.execute(database);
  expect(errorOf(await upload('name=Home', zip('x'.repeat(4_000))))).toEqual([403, 'QUOTA_EXCEEDED']);
  await sql`update projects set max_bytes = null`.execute(database);
});
