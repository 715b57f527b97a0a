import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveFolder } from './serveFolder.js';

let folder: string;
let served: Awaited<ReturnType<typeof serveFolder>>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-served-'));
  mkdirSync(join(folder, 'public/a b'), { recursive: true });
  writeFileSync(join(folder, 'secret.js'), 'secret');
  writeFileSync(join(folder, 'public/iframe.html'), 'a page');
  writeFileSync(join(folder, 'public/a b/c.mjs'), 'a script');
  served = await serveFolder(join(folder, 'public'));
});
afterEach(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

/** Sends a path as it is, which `fetch` would tidy. */
const get = (path: string) =>
  new Promise<[status: number | undefined, type: string | undefined, body: string]>((resolve, reject) => {
    request(served.url, { path }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve([response.statusCode, response.headers['content-type'], body]));
    })
      .on('error', reject)
      .end();
  });

test('files have their types, whatever follows their names', async () => {
  expect(await get('/iframe.html?id=a--b&viewMode=story')).toEqual([
    200,
    'text/html; charset=utf-8',
    'a page',
  ]);
  expect(await get('/a%20b/c.mjs')).toEqual([200, 'text/javascript', 'a script']);
});

test.each(['/none.js', '/', '/a%20b', '/../secret.js', '/%2e%2e/secret.js', '/..%2fsecret.js', '/%', '/%00'])(
  '%s is not found',
  async (path) => {
    expect((await get(path))[0]).toBe(404);
  },
);
