import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsPages } from './docsPages.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-docs-'));
const write = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

async function serve(from: string): Promise<FastifyInstance> {
  const app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'self'");
  });
  app.get('/docs/api', async () => 'the description of the API');
  await docsPages(app, from);
  await app.ready();
  return app;
}

let app: FastifyInstance;
beforeAll(async () => {
  write('site/index.html', 'start');
  write('site/ci/index.html', 'about CI');
  write('site/ci.md', '# CI');
  write('site/404.html', 'no such page');
  write('site/_astro/a.js', 'run()');
  write('scripts.json', JSON.stringify(["'sha256-one'", "'sha256-two'"]));
  app = await serve(folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});
const get = (url: string, headers = { accept: 'text/html' }) => app.inject({ url, headers });

test('serves pages, and their Markdown', async () => {
  expect((await get('/docs/')).body).toBe('start');
  expect((await get('/docs/ci/')).body).toBe('about CI');
  const markdown = await get('/docs/ci.md');
  expect([markdown.body, markdown.headers['content-type']]).toEqual(['# CI', 'text/markdown; charset=utf-8']);
});

test.each([
  ['/docs', '/docs/'],
  ['/docs/ci', '/docs/ci/'],
  ['/docs/json', '/docs/api/json'],
  ['/docs/yaml', '/docs/api/yaml'],
  ['/llms.txt', '/docs/llms.txt'],
])('%s leads to %s', async (url, location) => {
  const answer = await get(url);
  expect(answer.statusCode).toBeGreaterThanOrEqual(300);
  expect(answer.headers.location).toBe(location);
});

test('keeps only what changes its name with its content', async () => {
  expect((await get('/docs/_astro/a.js')).headers['cache-control']).toContain('immutable');
  expect((await get('/docs/ci/')).headers['cache-control']).toBe('no-cache');
});

test('allows the scripts of the pages and no others', async () => {
  expect((await get('/docs/ci/')).headers['content-security-policy']).toBe(
    "default-src 'self';script-src 'self' 'wasm-unsafe-eval' 'sha256-one' 'sha256-two'",
  );
  expect((await get('/docs/api')).headers['content-security-policy']).toBe("default-src 'self'");
});

describe('a page that does not exist', () => {
  test('is answered with a page to browsers', async () => {
    const answer = await get('/docs/nope/');
    expect([answer.statusCode, answer.body]).toEqual([404, 'no such page']);
  });

  test('is answered with an error to programs', async () => {
    const answer = await get('/docs/nope.md', { accept: '*/*' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test.each(['/docs/..%2fscripts.json', '/docs/%2e%2e/scripts.json', '/docs/../scripts.json'])(
    '%s does not lead out of the site',
    async (url) => expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400),
  );
});

test('where the site was not built, /docs leads to the description of the API', async () => {
  const bare = await serve(join(folder, 'none'));
  const answer = await bare.inject({ url: '/docs' });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/docs/api']);
  await bare.close();
});
