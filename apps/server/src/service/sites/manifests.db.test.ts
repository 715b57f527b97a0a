import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, utimes } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { AnnouncedSite, ErrorBody, Site } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { tarOf } from '../../../testing/tarOf.js';
import { placeOf } from '../../store/blobs/placeOf.js';
import { bytea } from '../../store/bytea.js';
import { ensureProject } from '../../store/projects/projects.js';
import { accessAsServer, type ProjectAccess } from '../access/ProjectAccess.js';
import { markUnnamed } from '../retention/markUnnamed.js';
import { removeMarked } from '../retention/removeMarked.js';
import { announceSite } from './announceSite.js';
import { endAbandonedSites } from './endAbandonedSites.js';
import { uploadSiteFiles } from './uploadSiteFiles.js';

let service: TestService;
let access: ProjectAccess;
let otherKey: string;
beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  access = accessAsServer(await ensureProject(service.resources.database, 'acme/web'));
  otherKey = await service.newKey('other/project');
});
afterAll(() => service?.stop());

type Files = Record<string, string>;

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
const listOf = (files: Files) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    hash: hashOf(content),
    size: Buffer.byteLength(content),
  }));
const pack = (...contents: string[]) =>
  gzipSync(tarOf(Object.fromEntries(contents.map((content) => [hashOf(content), content]))));

async function announce(files: Files, apiKey = service.apiKey): Promise<AnnouncedSite> {
  const { body, status } = await service.ask(
    'POST',
    '/api/v1/sites/manifest',
    { files: listOf(files) },
    apiKey,
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return body as AnnouncedSite;
}

async function send(id: string, archive: Buffer, headers: Record<string, string> = {}) {
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/v1/sites/${id}/files`,
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/gzip', ...headers },
    payload: archive,
  });
  return { status: answer.statusCode, body: answer.json() as Site & ErrorBody };
}

/** Uploads a build as the command does, and says what was sent. */
async function upload(files: Files): Promise<{ site: Site; sent: string[] }> {
  const { site, missing } = await announce(files);
  const sent = Object.values(files).filter((content) => missing.includes(hashOf(content)));
  if (missing.length > 0) expect((await send(site.id, pack(...sent))).status).toBe(200);
  return { site: await settled(service, 'sites', site.id), sent };
}

/** What a browser is given at a path of a site. */
async function visit(
  siteId: string,
  path: string,
  more: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const { port } = service.app.server.address() as AddressInfo;
  const host = `${siteId.replace('_', '-')}.sites.localhost`;
  const asked = get({ host: '127.0.0.1', port, path, headers: { host, ...more } });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { ...response.headers, status: response.statusCode, text: await text(response) };
}

const filesOf = async (id: string) =>
  (
    await service.resources.database
      .selectFrom('siteFiles')
      .select(['path', 'hash', 'bytes'])
      .where('siteId', '=', id)
      .orderBy('path')
      .execute()
  ).map((file) => ({ ...file }));

async function listStored(): Promise<string[]> {
  const entries = await readdir(service.blobFolder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Files that no other test has. */
function freshFiles(): Files {
  const mark = randomUUID();
  return { 'index.html': `<h1>${mark}</h1>`, 'assets/a.js': `a ${mark}`, 'assets/b.js': `b ${mark}` };
}

describe('a site of a manifest', () => {
  test('is the same as one of an archive', async () => {
    const files = freshFiles();
    const inFolder = Object.fromEntries(
      Object.entries(files).map(([path, content]) => [`dist/${path}`, content]),
    );
    const { site, sent } = await upload({ ...inFolder, 'dist/copy.js': files['assets/a.js'] ?? '' });
    expect(sent).toHaveLength(4);
    const archive = gzipSync(tarOf({ ...inFolder, 'dist/copy.js': files['assets/a.js'] ?? '' }));
    const { id } = (await service.upload('/api/v1/sites', archive, 'application/gzip')).body as Site;
    const whole = await settled(service, 'sites', id);
    const shown = ({ status, tool, error, fileCount, totalBytes }: Site) => [
      status,
      tool,
      error,
      fileCount,
      totalBytes,
    ];
    expect(shown(site)).toEqual(shown(whole));
    expect(site.status).toBe('ready');
    expect(await filesOf(site.id)).toEqual(await filesOf(whole.id));
    const { date: _, 'x-ratelimit-reset': __, ...page } = await visit(site.id, '/assets/a.js');
    expect(page).toMatchObject({ status: 200, text: files['assets/a.js'] });
    expect(await visit(whole.id, '/assets/a.js')).toMatchObject(page);
  });

  test('answers with the part of a file that is asked for, as videos do', async () => {
    const { site } = await upload({ ...freshFiles(), 'clip.webm': 'abcdefghij' });
    const partOf = async (range: string, more = {}) => {
      const { status, text: part, ...headers } = await visit(site.id, '/clip.webm', { range, ...more });
      return [status, part, headers['content-length'], headers['content-range']];
    };
    const { etag, ...whole } = await visit(site.id, '/clip.webm');
    expect(whole).toMatchObject({ status: 200, text: 'abcdefghij', 'accept-ranges': 'bytes' });
    expect(await partOf('bytes=0-')).toEqual([206, 'abcdefghij', '10', 'bytes 0-9/10']);
    expect(await partOf('bytes=2-4', { 'if-range': etag })).toEqual([206, 'cde', '3', 'bytes 2-4/10']);
    expect(await partOf('bytes=-2')).toEqual([206, 'ij', '2', 'bytes 8-9/10']);
    expect(await partOf('bytes=2-4', { 'if-range': '"other"' })).toEqual([
      200,
      'abcdefghij',
      '10',
      undefined,
    ]);
    expect(await partOf('bytes=10-')).toEqual([416, '', undefined, 'bytes */10']);
  });

  test('has no file at a path with an empty folder before it', async () => {
    const { site } = await upload({ 'iframe.html': 'page', 'logo.svg': 'logo', 'img/logo.svg': 'small' });
    expect(await visit(site.id, '/img/logo.svg')).toMatchObject({ status: 200, text: 'small' });
    expect((await visit(site.id, '//img/logo.svg')).status).toBe(404);
  });

  test('needs only what has changed, or nothing', async () => {
    const files = freshFiles();
    await upload(files);
    const changed = { ...files, 'assets/b.js': 'changed' };
    const { site, sent } = await upload(changed);
    expect(sent).toEqual(['changed']);
    expect(await filesOf(site.id)).toHaveLength(3);
    const again = await upload(changed);
    expect([again.sent, again.site.status]).toEqual([[], 'ready']);
    expect(await filesOf(again.site.id)).toEqual(await filesOf(site.id));
  });

  test('has nothing of what another project uploaded', async () => {
    const files = freshFiles();
    const { site } = await upload(files);
    const theirs = await announce(files, otherKey);
    expect(theirs.missing).toHaveLength(3);
    const stray = await send(site.id, pack('x'), { 'x-api-key': otherKey });
    const none = await send('sit_none', pack('x'), { 'x-api-key': otherKey });
    expect([stray.status, stray.body]).toEqual([404, none.body]);
    expect((await send(theirs.site.id, pack('x'))).status).toBe(404);
  });

  test('has nothing of a site that is not ready', async () => {
    const files = freshFiles();
    await announce(files);
    expect((await announce(files)).missing).toHaveLength(3);
  });
});

describe('a manifest is refused', () => {
  const hash = hashOf('x');
  const file = (path: string) => ({ path, hash, size: 1 });
  test.each([
    ['that leads out', [file('../up')], 'points out of'],
    ['that leads out below', [file('a/../../up')], 'points out of'],
    ['with an absolute path', [file('/etc/passwd')], 'absolute'],
    ['with a backslash', [file('a\\b')], 'backslash'],
    ['with a control character', [file('a\nb')], 'control character'],
    ['with one path twice', [file('a'), file('a')], 'twice'],
    ['with paths that differ in case alone', [file('A.js'), file('a.js')], 'twice'],
    ['with a path that another spelling means', [file('./a'), file('a')], 'twice'],
    ['with a file that is a folder', [file('a'), file('a/b')], 'both a file and a folder'],
    ['with a path that is too deep', [file(`${'a/'.repeat(40)}b`)], 'folders deep'],
    ['with one hash of two sizes', [file('a'), { ...file('b'), size: 2 }], 'different size'],
    ['of more bytes than an archive may have', [{ ...file('a'), size: 2 ** 31 }], 'more than'],
    ['without files', [], 'files'],
    ['of 50,001 files', Array.from({ length: 50_001 }, (_, index) => file(`${index}.js`)), 'files'],
    ['with a hash that is none', [{ ...file('a'), hash: '../../etc/passwd' }], 'SHA-256'],
  ])('%s', async (_, files, message) => {
    const { status, body } = await service.ask<ErrorBody>('POST', '/api/v1/sites/manifest', { files });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  });

  test('that says another size of a file that the project has', async () => {
    const files = freshFiles();
    await upload(files);
    const lies = listOf(files).map((one) => ({ ...one, size: one.size + 1 }));
    const { status, body } = await service.ask<ErrorBody>('POST', '/api/v1/sites/manifest', { files: lies });
    expect([status, body.error.code]).toEqual([400, 'ARCHIVE_INVALID']);
  });
});

describe('files that are not what the manifest says leave nothing behind', () => {
  const [one, two] = ['the one', 'the other'];
  test.each<[string, Files | ReturnType<typeof listOf>, Buffer, string]>([
    ['another content', { a: one }, gzipSync(tarOf({ [hashOf(one)]: 'THE ONE' })), 'another hash'],
    ['another size', { a: one }, gzipSync(tarOf({ [hashOf(one)]: 'the one ' })), 'in the manifest'],
    ['one that is lacking', { a: one, b: two }, pack(one), 'lacks 1'],
    ['one that nobody asked for', { a: one }, pack(one, two), 'not the hash of a file that is missing'],
    ['one under its path', { a: one }, gzipSync(tarOf({ a: one })), 'not the hash'],
    ['one outside', { a: one }, gzipSync(tarOf({ '../up': one })), 'points out'],
    ['no archive', { a: one }, Buffer.from('no'), 'gzip'],
  ])('%s', async (_, files, archive, message) => {
    const before = await listStored();
    const { site } = await announce(files as Files);
    expect((await send(site.id, archive)).status).toBe(200);
    const ended = await settled(service, 'sites', site.id);
    expect(ended).toMatchObject({ status: 'failed', fileCount: 0, error: expect.stringContaining(message) });
    expect(await listStored()).toEqual(before);
    const left = await service.resources.database
      .selectFrom('manifestFiles')
      .where('siteId', '=', site.id)
      .execute();
    expect([left, await filesOf(site.id)]).toEqual([[], []]);
  });
});

describe('calls that come several times', () => {
  const first = (id: string) => ({ newId: () => id, isRepeated: false });
  const second = (id: string) => ({ newId: () => id, isRepeated: true });
  const listed = (files: Files) => listOf(files).map(({ path, hash, size }) => ({ path, hash, bytes: size }));

  test('make one site, also after a kill', async () => {
    const files = freshFiles();
    const id = `sit_${randomUUID().replaceAll('-', '')}`;
    const made = await announceSite(service.resources, access, listed(files), first(id));
    expect(await announceSite(service.resources, access, listed(files), second(id))).toEqual(made);
    expect(made.missing).toHaveLength(3);
  });

  test('take the same archive again, and no other', async () => {
    const { site } = await announce({ a: 'one' });
    const key = { 'idempotency-key': randomUUID() };
    const sent = await send(site.id, pack('one'), key);
    expect(sent.status).toBe(200);
    expect(await settled(service, 'sites', site.id)).toMatchObject({ status: 'ready', fileCount: 1 });
    expect(await send(site.id, pack('one'), key)).toEqual(sent);
    const late = await send(site.id, pack('two'));
    expect([late.status, late.body.error.code]).toEqual([409, 'SITE_COMPLETED']);
    expect(await filesOf(site.id)).toHaveLength(1);
  });

  test('queue one job, on however many processes they come', async () => {
    const { site } = await announce({ a: randomUUID() });
    const jobs: unknown[] = [];
    const queue = { ...service.resources.queue, enqueue: async (...job: unknown[]) => void jobs.push(job) };
    const sendTo = (archive: Buffer) =>
      uploadSiteFiles({ ...service.resources, queue }, access, site.id, Readable.from([archive]));
    const same = Buffer.from('not unpacked here');
    const answers = await Promise.allSettled([same, same, same].map(sendTo));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await expect(sendTo(Buffer.from('another'))).rejects.toMatchObject({ code: 'SITE_COMPLETED' });
    expect(jobs).toHaveLength(1);
  });

  test('go on where a process was killed between storing the files and recording them', async () => {
    const files = freshFiles();
    const { site } = await announce(files);
    const archive = pack(...Object.values(files));
    const queue = { ...service.resources.queue, enqueue: () => Promise.reject(new Error('killed')) };
    const killed = uploadSiteFiles(
      { ...service.resources, queue },
      access,
      site.id,
      Readable.from([archive]),
    );
    await expect(killed).rejects.toThrow('killed');
    await uploadSiteFiles(service.resources, access, site.id, Readable.from([archive]), second(''));
    expect(await settled(service, 'sites', site.id)).toMatchObject({ status: 'ready', fileCount: 3 });
    // The answer of the first try was lost: the second one finds what it did.
    await uploadSiteFiles(service.resources, access, site.id, Readable.from([archive]), second(''));
  });

  test('a site whose files never come fails', async () => {
    const kept = await announce(freshFiles());
    const { site } = await announce(freshFiles());
    const { database } = service.resources;
    await sql`update sites set created_at = now() - interval '121 minutes' where id = ${site.id}`.execute(
      database,
    );
    expect(await endAbandonedSites(service.resources)).toBe(1);
    const read = async (id: string) => (await service.ask<Site>('GET', `/api/v1/sites/${id}`)).body;
    expect(await read(site.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('2 hours'),
    });
    expect((await read(kept.site.id)).status).toBe('pending');
    expect((await send(site.id, pack('x'))).body.error.code).toBe('SITE_COMPLETED');
  });
});

describe('the sweep', () => {
  const sweep = async () => {
    await markUnnamed(service.resources);
    await sql`update blob_removals set since = since - interval '61 minutes'`.execute(
      service.resources.database,
    );
    await removeMarked(service.resources);
  };
  const age = async (hash: string) => {
    const at = Date.now() / 1_000 - 61 * 60;
    await utimes(join(service.blobFolder, placeOf(hash)), at, at);
  };

  test('leaves what a manifest was told to be known, until its site has ended', async () => {
    const { database, blobs } = service.resources;
    const files = freshFiles();
    const { site: earlier } = await upload(files);
    const { site, missing } = await announce({ ...files, new: 'new in this one' });
    expect(missing).toHaveLength(1);
    await sql`delete from sites where id = ${earlier.id}`.execute(database);
    const hashes = Object.values(files).map(hashOf);
    for (const hash of hashes) await age(hash);
    await sweep();
    expect(await Promise.all(hashes.map((hash) => blobs.has(hash)))).toEqual([true, true, true]);
    await send(site.id, pack('new in this one'));
    expect(await settled(service, 'sites', site.id)).toMatchObject({ status: 'ready', fileCount: 4 });
    await sql`delete from sites where id = ${site.id}`.execute(database);
    for (const hash of hashes) await age(hash);
    await sweep();
    expect(await Promise.all(hashes.map((hash) => blobs.has(hash)))).toEqual([false, false, false]);
  });

  test('makes a file missing from when it is marked', async () => {
    const files = freshFiles();
    await upload(files);
    const [hash = ''] = Object.values(files).map(hashOf);
    await sql`insert into blob_removals (hash) values (${bytea(hash)})`.execute(service.resources.database);
    expect((await announce(files)).missing).toEqual([hash]);
  });
});

test('a quota counts a site of a manifest like any other', async () => {
  const files = freshFiles();
  await upload(files);
  const { database } = service.resources;
  await sql`update projects set max_files = 1 where id = ${access.project.id}`.execute(database);
  try {
    const { site, missing } = await announce(files);
    expect(missing).toEqual([]);
    expect(await settled(service, 'sites', site.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('1 files'),
    });
  } finally {
    await sql`update projects set max_files = null where id = ${access.project.id}`.execute(database);
  }
});
