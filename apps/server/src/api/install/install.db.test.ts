import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { defaultRateLimits, minute } from '../../domain/access/rateLimits.js';
import { keepClients } from '../../service/clients/keepClients.js';
import { removeMarked } from '../../service/retention/removeMarked.js';
import { createApp } from '../createApp.js';
import { installPage } from './installPage.js';

const limits = { ...defaultRateLimits, addresses: 2 };

/** Another tarball for every text; `/install` does not look into them. */
const first = { 'cli-0.14.0.tgz': 'the command', 'image-diff-0.14.0.tgz': 'the comparison' };

const folders: string[] = [];
function newFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-clients-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService(undefined, { limits, ...minute }, null, {
    clientsFolder: newFolder({ ...first, '.inputs': 'none', 'notes.txt': 'none' }),
    publicUrl: 'https://svc.example.com',
  });
});
afterAll(async () => {
  await service.stop();
  for (const folder of folders) rmSync(folder, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url, headers });

describe('a tarball with a version', () => {
  test('is given to anyone, to be kept forever', async () => {
    const answer = await get('/install/cli-0.14.0.tgz');
    expect([answer.statusCode, answer.body]).toEqual([200, first['cli-0.14.0.tgz']]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'content-length': String(answer.body.length),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    const again = await get('/install/cli-0.14.0.tgz', { 'if-none-match': String(answer.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('answers HEAD', async () => {
    const answer = await service.app.inject({ method: 'HEAD', url: '/install/image-diff-0.14.0.tgz' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String(first['image-diff-0.14.0.tgz'].length));
  });

  test('counts against no limit', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/install/cli-0.14.0.tgz')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
  });
});

test('a tarball without a version leads to that of this service', async () => {
  const answer = await get('/install/cli.tgz');
  expect(answer.statusCode).toBe(302);
  expect(answer.headers).toMatchObject({ location: '/install/cli-0.14.0.tgz', 'cache-control': 'no-cache' });
});

test('what was never served is not found, and names what is; asking is limited by address', async () => {
  const ask = async (url: string) => {
    const answer = await service.app.inject({ method: 'GET', url, remoteAddress: '203.0.113.7' });
    return [answer.statusCode, answer.json().error.message];
  };
  expect(await ask('/install/cli-0.13.0.tgz')).toEqual([
    404,
    'There is no cli-0.13.0.tgz; versions of cli here: 0.14.0',
  ]);
  expect(await ask('/install/sdk.tgz')).toEqual([404, 'There is no sdk.tgz; see /install']);
  expect(await ask('/install/sdk-1.0.0.tgz')).toEqual([429, expect.any(String)]);
  expect((await get('/install/cli-0.14.0.tgz')).statusCode).toBe(200);
});

describe('the page for people', () => {
  test('has a line for each package manager, with the address of the service and the version', async () => {
    const { headers, body } = await get('/install');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const url = 'https://svc.example.com/install/cli-0.14.0.tgz';
    expect(body).toContain(`npm install --save-dev ${url}`);
    expect(body).toContain(`pnpm add --save-dev ${url}`);
    expect(body).toContain(`yarn add --dev @svc/cli@${url}`);
    expect(body).toContain(`bun add --dev ${url}`);
    expect(body).toContain('SVC_API_URL=https://svc.example.com');
    expect(body).not.toContain('@svc/sdk');
  });

  test('shows the address of the service as text', () => {
    const links = { ...service.resources.links, install: () => 'https://svc.example.com/"><script>' };
    expect(installPage({ ...service.resources, links })).not.toContain('<script');
  });
});

describe('after an upgrade of the service', () => {
  const upgrade = async (files: Record<string, string>) => {
    const warnings: string[] = [];
    const warn = (message: string) => warnings.push(message);
    const clients = await keepClients(service.resources, warn, newFolder(files));
    const app = await createApp(
      { ...service.resources, clients },
      { secure: false, logger: pino({ level: 'silent' }), trustedProxies: 0 },
    );
    const read = async (url: string) => (await app.inject({ method: 'GET', url })).body;
    return { app, read, warnings };
  };

  test('earlier versions are served as before', async () => {
    const { app, read, warnings } = await upgrade({ 'cli-0.15.0.tgz': 'the next command' });
    expect(await read('/install/cli-0.14.0.tgz')).toBe(first['cli-0.14.0.tgz']);
    expect(await read('/install/image-diff-0.14.0.tgz')).toBe(first['image-diff-0.14.0.tgz']);
    expect(await read('/install/cli-0.15.0.tgz')).toBe('the next command');
    const { headers } = await app.inject({ method: 'GET', url: '/install/cli.tgz' });
    expect(headers.location).toBe('/install/cli-0.15.0.tgz');
    expect(warnings).toEqual([]);
  });

  test('a version that was built again keeps its first bytes, and the operator is told', async () => {
    const { read, warnings } = await upgrade({ 'cli-0.14.0.tgz': 'another command' });
    expect(await read('/install/cli-0.14.0.tgz')).toBe(first['cli-0.14.0.tgz']);
    expect(warnings).toEqual([expect.stringContaining('cli-0.14.0.tgz was built again with other bytes')]);
    expect((await upgrade(first)).warnings).toEqual([]);
  });

  test('retention leaves the bytes of a client alone', async () => {
    const { database } = service.resources;
    await sql`
      insert into blob_removals (hash, since) select hash, now() - interval '1 day' from client_packages
      on conflict do nothing`.execute(database);
    await removeMarked(service.resources);
    expect((await get('/install/cli-0.14.0.tgz')).body).toBe(first['cli-0.14.0.tgz']);
  });
});

test('a service that was built without clients says so', async () => {
  expect(await keepClients(service.resources, () => {}, join(tmpdir(), 'svc-no-such-folder'))).toEqual([]);
  const app = await createApp(
    { ...service.resources, clients: [] },
    { secure: false, logger: pino({ level: 'silent' }), trustedProxies: 0 },
  );
  expect((await app.inject({ method: 'GET', url: '/install' })).body).toContain('built without its clients');
});
