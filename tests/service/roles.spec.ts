import { readdir, readFile, readlink } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Capture, Site } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/testing/createTestDatabase.js';
import { runSql } from '../../apps/server/testing/runSql.js';
import { tarOf } from '../../apps/server/testing/tarOf.js';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';
import { waitForCapture } from './waitForCapture.js';

let dataDir: string;
let database: TestDatabase;
let api: Server;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  [dataDir, database] = await Promise.all([makeDataDir(), createTestDatabase()]);
  env = { DATABASE_URL: database.connectionString };
  // Captures nothing, and has no browser.
  api = await startServer(dataDir, { ...env, SVC_ROLES: 'api,worker', SVC_BROWSER_PATH: '/no/browser' });
});
afterAll(async () => {
  await api?.stop();
  await database?.drop();
  await removeDataDir(dataDir);
});

const startCapturing = () =>
  startServer(dataDir, { ...env, SVC_ROLES: 'capture', SVC_PUBLIC_URL: api.url, SVC_HOST: '0.0.0.0' });

const ask = async <Answer>(path: string, body?: object | Buffer): Promise<Answer> => {
  const isArchive = Buffer.isBuffer(body);
  const response = await fetch(`${api.url}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'x-api-key': api.apiKey ?? '',
      ...(body && { 'content-type': isArchive ? 'application/gzip' : 'application/json' }),
    },
    ...(body && { body: isArchive ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return response.json();
};

/** Enough for two chunks. */
const pageCount = 60;

/** Pages that each say something else. */
const upload = () => {
  const pages = Array.from({ length: pageCount }, (_, index) => [`${index}.html`, `<h1>Page ${index}</h1>`]);
  return ask<Site>('sites', gzipSync(tarOf(Object.fromEntries(pages))));
};

const capture = async (siteId: string): Promise<string> => {
  const host = `${siteId.replace('_', '-')}.sites.localhost`;
  const targets = Array.from({ length: pageCount }, (_, index) => ({
    name: `page ${index}`,
    url: `http://${host}:${new URL(api.url).port}/${index}.html`,
    delay: 200,
  }));
  return (await ask<Capture>('captures', { suite: 'pages', targets })).id;
};

/** The addresses on which a process accepts connections, without those of its children. */
async function listeners(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  const inodes = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
  );
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A' && inodes.has(fields[9]))
    .map(([, address = '']) => address.split(':')[0] ?? '');
}

const loopback = '0100007F';

/** How many processes work on captures. */
const countWorking = async (): Promise<number> => {
  const sql = "select 1 from pgboss.job where name = 'captureTargets' and state = 'active'";
  return (await runSql(database.connectionString, sql)).rowCount ?? 0;
};

test('an API process without a browser and two capture processes without public ports are one service', async () => {
  const { id: siteId } = await upload();
  const [capturing, other] = [await startCapturing(), await startCapturing()];
  try {
    expect(capturing.output()).toContain('svc is ready (capture)');
    await expect.poll(async () => (await ask<Site>(`sites/${siteId}`)).status).toBe('ready');
    const id = await capture(siteId);
    const key = api.apiKey ?? '';
    await expect.poll(countWorking).toBeGreaterThan(1);
    await waitForCapture(api.url, key, id, ({ completedSnapshots }) => completedSnapshots > 2);
    const open = await listeners(capturing.process.pid ?? 0);
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter((address) => address !== loopback)).toEqual([]);

    await capturing.kill();
    const ended = await waitForCapture(api.url, key, id, ({ status }) => status === 'completed');
    expect(ended).toMatchObject({ completedSnapshots: pageCount, failedSnapshots: 0 });
    expect(new Set(ended.snapshots.map(({ hash }) => hash)).size).toBe(pageCount);
    for (const { imageUrl } of ended.snapshots) expect((await fetch(imageUrl)).status).toBe(200);
    expect(await other.stop()).toBe(0);
  } finally {
    await capturing.kill();
    await other.kill();
  }
});

test('a process that does not see the blobs of the others refuses to start, and says why', async () => {
  const ownDisk = await makeDataDir();
  try {
    const env = { DATABASE_URL: database.connectionString, SVC_ROLES: 'worker', SVC_PUBLIC_URL: api.url };
    await expect(startServer(ownDisk, env)).rejects.toThrow(
      /\nThe processes of this deployment that run on .+ keep their blobs in another place: .*\n$/,
    );
  } finally {
    await removeDataDir(ownDisk);
  }
});

test('a service whose ready file cannot be written ends, and says why', async () => {
  const start = startServer(dataDir, {
    ...env,
    SVC_ROLES: 'api',
    SVC_READY_FILE: '/no/such/folder/ready.json',
  });
  await expect(start).rejects.toThrow(/SVC_READY_FILE cannot be written: ENOENT/);
});
