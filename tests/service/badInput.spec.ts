import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../apps/server/testing/image.js';
import { browserProcesses } from '../capture/browserProcesses.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from './startServer.js';
import { svc } from './svc.js';

let dataDir: string;
let folder: string;
let server: Server;
let env: NodeJS.ProcessEnv;
const site = createServer((request, response) => {
  if (request.url === '/never') return;
  response.setHeader('content-type', 'text/html');
  response.end('<h1>Fine</h1>');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  dataDir = await makeDataDir();
  folder = await mkdtemp(join(tmpdir(), 'svc-input-'));
  server = await startOnSharedDatabase(dataDir, {
    SVC_ALLOW_HOSTS: `127.0.0.1:${(site.address() as AddressInfo).port}`,
    SVC_TARGET_TIMEOUT: '5',
  });
  env = { SVC_API_KEY: server.apiKey ?? '', SVC_API_URL: server.url };
});
afterAll(async () => {
  await server?.stop();
  site.closeAllConnections();
  site.close();
  await rm(folder, { recursive: true, force: true });
  await removeDataDir(dataDir);
});

const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`;

async function writeTargets(targets: object[]): Promise<string> {
  const file = join(folder, 'targets.json');
  await writeFile(file, JSON.stringify(targets));
  return file;
}

test('targets that cannot be captured fail by name; the others are captured', async () => {
  const targets = [
    { name: 'fine', url: address('/fine'), viewport: { width: 400, height: 300 } },
    { name: 'never loads', url: address('/never') },
    { name: 'private', url: 'http://127.0.0.1:18999/' },
    { name: 'fine too', url: address('/too') },
  ];
  const { code, stdout } = await svc(['capture', await writeTargets(targets), '--output', 'json'], env);
  const report = JSON.parse(stdout);
  expect(code).toBe(1);
  expect(report.snapshots).toEqual({ total: 4, completed: 2, failed: 2, carried: 0 });
  expect(report.new).toEqual(['fine', 'fine too']);
  const reasons = new Map(
    report.failed.map((one: { name: string; message: string }) => [one.name, one.message]),
  );
  expect(reasons.get('never loads')).toMatch(/5 s/);
  expect(reasons.get('private')).toMatch(/SVC_ALLOW_HOSTS/);
});

test.skipIf(process.platform !== 'linux')(
  'a browser that is killed in the middle of a capture costs nothing (reads /proc: Linux only)',
  async () => {
    const targets = Array.from({ length: 24 }, (_, index) => ({
      name: `page ${index}`,
      url: address(`/${index}`),
    }));
    const running = svc(
      ['capture', await writeTargets(targets), '--suite', 'killed browser', '--output', 'json'],
      env,
    );
    let killed = 0;
    const ended = running.then(() => true);
    while (killed < 2) {
      const [browser] = browserProcesses('browser', server.process.pid);
      if (browser) {
        process.kill(browser.pid, 'SIGKILL');
        killed += 1;
      }
      if ((await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 700))])) === true) break;
    }
    expect(killed).toBeGreaterThan(0);
    const { code, stdout } = await running;
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ snapshots: { total: 24, completed: 24, failed: 0 } });
  },
);

test('a corrupt image among others fails by name', async () => {
  const shots = join(folder, 'shots');
  await mkdir(shots, { recursive: true });
  const good = image(0);
  const huge = Buffer.from(good);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  await writeFile(join(shots, 'good.png'), good);
  await writeFile(join(shots, 'cut.png'), good.subarray(0, 30));
  await writeFile(join(shots, 'huge.png'), huge);
  const { code, stdout, stderr } = await svc(['upload', shots, '--suite', 'uploads'], env);
  expect(code).toBe(1);
  const printed = stdout + stderr;
  expect(printed).toMatch(/1 of 3/);
  for (const name of ['cut', 'huge']) expect(printed).toMatch(new RegExp(`failed\\s+${name}\\b`));
});

/** What the service answers for the start page of a host. */
const statusOf = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = get(server.url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
  });

/** A tar.gz with the given entries. */
function archive(
  entries: { name: string; type?: 'file' | 'symlink'; linkname?: string; body?: string }[],
): Promise<Buffer> {
  const tar = pack();
  for (const { body = '', type = 'file', ...entry } of entries) tar.entry({ ...entry, type }, body);
  tar.finalize();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    tar.on('data', (chunk) => chunks.push(chunk as Buffer));
    tar.on('error', reject);
    tar.on('end', () => resolve(gzipSync(Buffer.concat(chunks))));
  });
}

async function upload(
  bytes: Buffer,
): Promise<{ status: string; error: string | null; id: string; fileCount: number }> {
  const headers = { 'x-api-key': server.apiKey ?? '' };
  const created = await fetch(`${server.url}/api/v1/sites`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/gzip' },
    body: new Uint8Array(bytes),
  });
  const { id } = await created.json();
  for (;;) {
    const found = await (await fetch(`${server.url}/api/v1/sites/${id}`, { headers })).json();
    if (found.status === 'ready' || found.status === 'failed') return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test.each([
  ['a path out of the archive', [{ name: '../escape.html', body: 'x' }]],
  ['an absolute path', [{ name: '/etc/passwd', body: 'x' }]],
  ['a link', [{ name: 'link', type: 'symlink' as const, linkname: '/etc/passwd' }]],
  [
    'the same file twice',
    [
      { name: 'a', body: '1' },
      { name: 'a', body: '2' },
    ],
  ],
])('an archive with %s is refused whole', async (_, entries) => {
  const failed = await upload(await archive([{ name: 'index.html', body: 'ok' }, ...entries]));
  expect(failed).toMatchObject({ status: 'failed', fileCount: 0, error: expect.any(String) });
  const host = `${failed.id.replace('_', '-')}.sites.localhost`;
  expect(await statusOf(host)).toBe(404);
});

const blank = '<div id="ladle-root"></div><script>console.error("no such module: theme.css")</script>';
test.each([
  {
    name: 'a Storybook whose preview',
    waiting: "Storybook's preview",
    list: {
      name: 'index.json',
      body: JSON.stringify({ v: 5, entries: { a: { type: 'story', id: 'a', name: 'A', title: 'T' } } }),
    },
    page: 'iframe.html',
  },
  {
    name: 'a Ladle that',
    waiting: 'Ladle',
    list: {
      name: 'meta.json',
      body: JSON.stringify({ stories: { a: { name: 'A', levels: ['T'], meta: {} } } }),
    },
    page: 'index.html',
  },
])(
  '$name does not start is a failed site, which says what the page wrote',
  async ({ waiting, list, page }) => {
    const failed = await upload(await archive([list, { name: page, body: blank }]));
    expect(failed).toMatchObject({ status: 'failed', fileCount: 0 });
    expect(failed.error).toContain(`timed out after 5 s while waiting for ${waiting} to start`);
    expect(failed.error).toMatch(/; its console says: .*no such module/);
  },
);

test('what is not an archive, and an archive that is not a build, are told', async () => {
  expect(await upload(Buffer.from('not a tar.gz'))).toMatchObject({ status: 'failed' });
  const plain = await upload(await archive([{ name: 'index.html', body: '<h1>Hi</h1>' }]));
  expect(plain).toMatchObject({ status: 'ready', fileCount: 1 });
  const stories = await fetch(`${server.url}/api/v1/sites/${plain.id}/stories`, {
    headers: { 'x-api-key': server.apiKey ?? '' },
  });
  expect(stories.status).toBe(404);
  expect((await stories.json()).error.message).toMatch(/not a build of Storybook or Ladle/);
});
